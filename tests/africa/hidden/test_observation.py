"""Every field of the observation against the referee's position."""

from functools import partial
from random import Random

import numpy as np
import pytest
from africa.lockstep import GAME, SHIPPED, Lockstep
from africa.position import kinds
from africa.styles import STYLES
from africa.variants import variant
from seat_view import SeatView, check_views
from support import first_and_last, observed

from africana_env import Batch
from africana_env.games.africa.edition import NEIGHBOURS
from africana_env.games.africa.rules.state import TRADE

PHASES = {"setup": 0, "act": 1, "trade": 4}


class View(SeatView):
    def __init__(self, game, seat):
        super().__init__(game, seat)
        self.kinds = kinds(game.edition)
        self.names = [entry["name"] for entry in self.data["spaces"]]
        self.goods_names = [entry["name"] for entry in self.data["goods"]]
        self.places = {(entry["q"], entry["r"]): entry["name"] for entry in self.data["spaces"]}
        self.where = {name: place for place, name in self.places.items()}
        self.board, self.pending = self.at["board"], self.at["pending"]
        self.here = self.at["researchers"][seat]

    # Helpers

    def plane(self, value):
        """Return `value(content)` of each space."""
        return [value(self.board[name]) for name in self.names]

    def around(self, space):
        """Return the neighbours of a space by direction, or None."""
        q, r = self.where[space]
        return [self.places.get((q + east, r + south)) for east, south in NEIGHBOURS]

    def beside(self, wanted):
        """Count the wanted neighbours of each space."""
        return [sum(wanted(self.board[there]) for there in self.around(name) if there) for name in self.names]

    def pay(self, piece, space, board):
        wanted = "empty" if piece == ("nomad",) else piece
        return sum(board[there] == wanted for there in self.around(space) if there)

    def gains(self, space):
        """Return how much more the piece on `space` would pay on each space; 0 where it cannot be put."""
        piece, board = self.board[space], {**self.board, space: "empty"}
        here = self.pay(piece, space, board)
        free = [name != space and board[name] == "empty" for name in self.names]
        return [max(0, self.pay(piece, name, board) - here) * free[n] for n, name in enumerate(self.names)]

    def most_gain(self, space):
        piece = space is not None and self.board[space][0] in ("animal", "nomad")
        return max(self.gains(space)) if piece else 0

    def open_around(self, space):
        """Return the neighbours of a space by direction that a researcher may enter, else None."""
        return [
            there if there and self.board[there] != "face down" and there not in self.at["researchers"] else None
            for there in self.around(space)
        ]

    def offers(self, values, free_only):
        """Return the value of each space, 0 where a camp needs a free space."""
        free = [not free_only or self.board[name] == "empty" for name in self.names]
        return {name: value * usable for name, value, usable in zip(self.names, values, free, strict=True)}

    def walks(self):
        """Return the end of each walk, or None; nothing if the observer is not to walk."""
        if self.at["phase"] != "act" or self.at["player"] != self.seat or self.at["walked"]:
            return []
        one = self.open_around(self.here)
        two = [self.open_around(there) if there else [None] * 6 for there in one]
        straight = [two[direction][direction] for direction in range(6)]
        bent = [two[direction - 1][direction] or two[direction][direction - 1] for direction in range(6)]
        return [*one, *straight, *bent]

    def after_walk(self, values, free_only=False):
        """Return the value at the end of each walk."""
        offer = self.offers(values, free_only)
        return [offer[there] if there else 0 for there in self.walks()]

    def gain_near(self):
        gain = dict(zip(self.names, self.gain_of_moving(), strict=True))
        return [max(gain[there] for there in (name, *self.around(name)) if there) for name in self.names]

    def of_here(self, value, none):
        return none if self.here is None else value()

    # The map

    def face_down(self):
        return self.plane(lambda content: content == "face down")

    def camp(self):
        return self.plane(lambda content: content == "camp")

    def animal(self):
        return [self.plane(lambda content, kind=kind: content == kind) for kind in self.kinds[:5]]

    def nomad(self):
        return self.plane(lambda content: content == ("nomad",))

    def monument(self):
        return self.plane(lambda content: content == ("monument",))

    def gold(self):
        return self.plane(lambda content: content[1] if content[0] == "gold" else 0)

    def gems(self):
        return self.plane(lambda content: content[1] if content[0] == "gems" else 0)

    def face_down_beside(self):
        return self.beside(lambda content: content == "face down")

    def sights_beside(self):
        return self.beside(lambda content: content[0] in ("animal", "nomad", "monument"))

    def minerals_beside(self):
        return self.beside(lambda content: content[0] in ("gold", "gems"))

    def gain_of_moving(self):
        most = {}
        for kind in self.kinds[:6]:
            beside = self.beside(lambda content, kind=kind: content == ("empty" if kind == ("nomad",) else kind))
            free = {name: count for name, count in zip(self.names, beside, strict=True) if self.board[name] == "empty"}
            for name, count in zip(self.names, beside, strict=True):
                if self.board[name] == kind:
                    left = self.around(name) if kind == ("nomad",) else []  # they get one more free neighbour
                    most[name] = max(0, max((free[there] + (there in left) for there in free), default=0) - count)
        return [most.get(name, 0) for name in self.names]

    def researcher(self):
        return self.seats([[name == where for name in self.names] for where in self.at["researchers"]])

    def piece(self):
        space = self.pending["space"] if self.pending else None
        return [name == space for name in self.names]

    def gain(self):
        space = self.pending["space"] if self.pending else None
        return self.gains(space) if space else []

    # The turn

    def phase(self):
        name = self.at["phase"]
        number = (2 if self.pending["just_found"] else 3) if name == "place" else PHASES.get(name)
        return [number == phase for phase in range(5)]

    def walked(self):
        return [self.at["walked"]]

    def actions_left(self):
        return [self.at["actions_left"]]

    def found_good(self):
        return [self.at["phase"] == "trade" and self.pending["marker"][1] == good for good in self.goods_names]

    # Supplies and possessions

    def supply(self):
        return [self.at["supply"]]

    def monuments_left(self):
        entry = self.data["monuments"]
        return [entry["last_of_two" if len(self.order) == 2 else "count"] - self.at["monuments"]]

    def face_down_kinds(self):
        hidden = list(self.at["face_down"].values())
        return [hidden.count(kind) for kind in self.kinds]

    def camps(self):
        return self.seats(self.at["camps"])

    def goods(self):
        return self.seats([[goods[name] for name in self.goods_names] for goods in self.at["goods"]])

    def minerals(self):
        return [self.seats(self.at[mineral]) for mineral in ("gold", "gems")]

    def hundreds(self):
        return self.seats([points // 100 for points in self.at["points"]])

    def points(self):
        return self.seats([points % 100 for points in self.at["points"]])

    def score(self):
        return self.seats([min(score["total"], 255) for score in self.scores])

    # The surroundings

    def around_(self):
        contents = [*self.kinds[:7], "gold", "gems", "empty", "face down", "camp", None]
        found = [None if there is None else self.board[there] for there in self.around(self.here)] if self.here else []
        named = [content[0] if content and content[0] in ("gold", "gems") else content for content in found]
        return [[content == name for content in contents] for name in named]

    def researcher_around(self):
        there = self.around(self.here) if self.here else []
        return [space is not None and space in self.at["researchers"] for space in there]

    def camp_here(self):
        return [self.of_here(lambda: self.board[self.here] == "empty", 0)]

    def sights_here(self):
        return [self.of_here(lambda: self.sights_beside()[self.names.index(self.here)], 0)]

    def minerals_here(self):
        return [self.of_here(lambda: self.minerals_beside()[self.names.index(self.here)], 0)]

    def gain_in_reach(self):
        return self.of_here(lambda: [self.most_gain(there) for there in (self.here, *self.around(self.here))], [])

    def face_down_after_walk(self):
        return self.after_walk(self.face_down_beside())

    def for_camp_after_walk(self, values):
        walks = self.after_walk(values, free_only=True)
        return walks if self.at["camps"][self.seat] else [0] * len(walks)

    def sights_after_walk(self):
        return self.for_camp_after_walk(self.sights_beside())

    def minerals_after_walk(self):
        return self.for_camp_after_walk(self.minerals_beside())

    def gain_after_walk(self):
        return self.after_walk(self.gain_near())

    def trade_gain(self):
        if self.at["phase"] != "trade" or self.at["player"] != self.seat:
            return []
        found, worth = self.pending["marker"][1], [0, 1, 3, 5, 8, 12]
        own = self.at["goods"][self.seat]
        gains = np.zeros((len(self.order) - 1, len(self.goods_names)), int)
        for number, partner in enumerate(self.order[1:]):
            for index, good in enumerate(self.goods_names):
                amount = self.at["goods"][partner][good]
                if good != found and 0 < amount <= own[found]:
                    more = worth[own[good] + amount] - worth[own[good]]
                    gains[number, index] = max(0, more + worth[own[found] - amount] - worth[own[found]])
        return gains


@pytest.mark.parametrize("players", first_and_last(GAME.players))
@pytest.mark.parametrize("odd", [False, True])
def test_every_seat_sees_what_the_referee_has(odd, players):
    rng = Random(players)
    edition = variant(GAME, rng) if odd else SHIPPED[players % 2]
    game = Lockstep(edition, players, 25, seed=players)
    styles = [rng.choice(STYLES[1:]) for _ in range(players)]
    check_views(game, partial(View, game))
    while game.running:
        game.play(styles[game.state.current_player](rng, game.referee, sorted(game.legal())))
        pending = game.referee.snapshot()["pending"] and rng.random() < 0.2
        if len(game.story) % 10 == 0 or pending or not game.running:
            check_views(game, partial(View, game))


@pytest.mark.parametrize(
    ("gained", "hundreds", "rest", "score"),
    [(99, 0, 99, 99), (100, 1, 0, 100), (255, 2, 55, 255), (256, 2, 56, 255), (2000, 20, 0, 255)],
)
def test_points_that_fit_no_byte_are_shown(gained, hundreds, rest, score):
    """Few games give a hundred points."""
    batch = Batch(GAME, 1, 2)
    batch.reset(0)
    states = batch.states.copy()
    states["points"][0, 1] = gained
    batch.set_states(states)
    shown = GAME.observation.unpack(observed(batch, 0)[0])
    assert [shown[name][1] for name in ("hundreds", "points", "score")] == [hundreds, rest, score]


def test_a_trade_gains_the_value_of_the_goods_that_the_partner_has():
    """Not of all goods of the kind found: few games come to a trade with more of them than needed."""
    batch = Batch(GAME, 1, 3)
    batch.reset(0)
    state = batch._states[0]
    state.phase, state.found_good = TRADE, 0
    state.goods[0, :3] = 2, 3, 1
    state.goods[1, 1:3] = 1, 3  # of the last there are more than two
    state.goods[2, 2] = 2
    shown = GAME.observation.unpack(observed(batch, 0)[0])["trade_gain"]
    expected = np.zeros_like(shown)
    expected[0, 1] = (8 - 5) + (1 - 3)
    expected[1, 2] = (5 - 1) + (0 - 3)
    assert shown.tolist() == expected.tolist()
