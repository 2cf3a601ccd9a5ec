"""The referee of Africa: the rules in the plainest form, to check the compiled rules.

Slow on purpose, and written without looking at the compiled rules, from the rulebook and the project's rulings only.
"ruling 7" in a comment means number 7 in the game's RULES.md. The file follows the rulebook's order:
components, preparation, a turn, the five actions, end, final scoring.

Every rule that offers a choice is a function that returns the possible actions, a dict from the action's text to the
function that carries it out. Legal actions and their effects therefore cannot differ. A space is its name.
A marker is a tuple: ("animal", "lion"), ("good", "salt"), ("gold", 2), ("gems", 1), ("nomad",), ("monument",).

"Reading" marks details that the rulings leave open.
"""

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Any

Marker = tuple[Any, ...]  # its kind, and for some kinds a name or a value
Options = dict[str, Callable[[], None]]

# --- Components ------------------------------------------------------------------------------------------------------

DIRECTIONS = {  # steps in axial coordinates (q, r), counterclockwise
    "east": (1, 0),
    "northeast": (1, -1),
    "northwest": (0, -1),
    "west": (-1, 0),
    "southwest": (-1, 1),
    "southeast": (0, 1),
}
# Ruling 2: the name of a walk -> the ways that lead there, each as the directions of its steps. Only the order of two
# different steps can differ. Directions further apart are missing: they lead to a neighbour, or back.
WALKS: dict[str, list[tuple[str, ...]]] = {f"walk {name}": [(name,)] for name in DIRECTIONS}
WALKS |= {f"walk twice {name}": [(name, name)] for name in DIRECTIONS}
WALKS |= {f"walk {one} and {two}": [(one, two), (two, one)] for one, two in pairwise(["southeast", *DIRECTIONS])}
LAST_MONUMENT_POINTS = 3  # ruling 8
FEWER_WITH_TWO_PLAYERS = 2  # camps in the supply and monuments to find; ruling 8
FIRST_PLACE, SECOND_PLACE = 10, 6  # for gold, and again for gems; ruling 9
GOODS_POINTS = (0, 1, 3, 5, 8, 12)  # by number of a kind; ruling 9

NOMAD, MONUMENT = ("nomad",), ("monument",)
MINERALS = ("gold", "gems")


@dataclass
class Player:
    """The possessions of one seat. Camps on the map belong to no seat."""

    camps: int
    researcher: str | None = None  # its space; None before the first city
    points: int = 0
    goods: Counter[str] = field(default_factory=Counter)
    minerals: Counter[str] = field(default_factory=Counter)  # "gold" and "gems" -> number of markers, not their values


@dataclass
class Pending:
    """The choice of the player to move that completes an action."""

    marker: Marker  # a piece to place, or the good that was just taken
    space: str | None  # where the piece still lies; None for a good
    just_found: bool  # uncovered by this action (it may stay), not lying face up before (it must move)


class Referee:
    """One game. Seats count from 0. `over` is true at every end, also if `truncated` is."""

    # --- Preparing to play -------------------------------------------------------------------------------------------

    def __init__(
        self,
        edition: dict[str, Any],
        num_players: int,
        max_rounds: int,
        markers: list[Marker | None],  # face down, in the order of the edition's spaces; None where nothing lies
    ):
        self.num_players = num_players
        self.max_rounds = max_rounds
        self.actions_per_turn = edition["turn"]["actions"]  # ruling 11: 1 for young players, else 2
        self.good_kinds = [good["name"] for good in edition["goods"]]

        # The map: each space has a name, a hexagon, and up to six neighbours.
        self.hexagons = {space["name"]: (space["q"], space["r"]) for space in edition["spaces"]}
        self.spaces = list(self.hexagons)
        self.cities = [space["name"] for space in edition["spaces"] if space.get("city", False)]
        space_at = {hexagon: space for space, hexagon in self.hexagons.items()}
        assert len(space_at) == len(self.spaces) == len(edition["spaces"]), "two spaces of one name or on one hexagon"
        self.neighbours: dict[str, dict[str, str]] = {}  # space -> direction -> space
        for space, (q, r) in self.hexagons.items():
            around = {name: space_at.get((q + east, r + south)) for name, (east, south) in DIRECTIONS.items()}
            self.neighbours[space] = {name: there for name, there in around.items() if there is not None}

        # The contents of spaces. A space has at most one of the three; without any it is free (ruling 4).
        self.face_down = {
            space: marker for space, marker in zip(self.spaces, markers, strict=True) if marker is not None
        }
        self.face_up: dict[str, Marker] = {}
        self.camps: set[str] = set()
        assert not any(city in self.face_down for city in self.cities)
        assert len(self.cities) >= num_players

        # Rulings 1 and 8. Reading: the last monument is the last one on the map. With two players it comes two earlier,
        # just as their supply is two smaller.
        fewer = FEWER_WITH_TWO_PLAYERS if num_players == 2 else 0
        self.supply = max(edition["camps"]["supply"] - fewer, 0)
        self.last_monument = max(markers.count(MONUMENT) - fewer, 1)
        self.monuments_found = 0
        self.players = [Player(edition["camps"]["per_player"]) for _ in range(num_players)]

        self.round = 0  # the set-up belongs to no round
        self.truncated = False
        self.seat = 0
        self.phase = "setup"
        self.actions_left = 0
        self.walked = False
        self.pending: Pending | None = None

    def choosing_cities(self) -> Options:
        # ruling 1: a free city
        return {
            f"put researcher on {city}": partial(self.start_on, city) for city in self.cities if self.alone_on(city)
        }

    def start_on(self, city: str) -> None:
        self.mover.researcher = city
        if self.seat + 1 < self.num_players:
            self.seat += 1
        else:
            self.round = 1
            self.start_turn(0)

    # --- Decisions ---------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def mover(self) -> Player:
        return self.players[self.seat]

    @property
    def here(self) -> str:
        """The space of the researcher to move."""
        assert self.mover.researcher is not None
        return self.mover.researcher

    def options(self) -> Options:
        """Return the legal actions of the player to move."""
        match self.phase:
            case "setup":
                return self.choosing_cities()
            case "act":
                return self.relocating() | self.walking() | self.acting() | self.stopping()
            case "place":
                return self.placing()
            case "trade":
                return self.trading() | {"do not trade": self.end_action}
            case _:
                return {}

    def legal_actions(self) -> set[str]:
        """Return the texts of the legal actions; empty after the end."""
        return set(self.options())

    def play(self, action: str) -> None:
        """Carry out one action. Raise ValueError, with nothing changed, if it is not legal."""
        options = self.options()
        if action not in options:
            raise ValueError(f"illegal action in phase {self.phase!r}: {action!r}")
        options[action]()

    # --- The map -----------------------------------------------------------------------------------------------------

    def around(self, space: str) -> list[str]:
        return list(self.neighbours[space].values())

    def is_free(self, space: str) -> bool:
        # ruling 4: no marker on either face, no camp; researchers do not matter, and cities are ordinary spaces
        return space not in self.face_down and space not in self.face_up and space not in self.camps

    def alone_on(self, space: str) -> bool:
        """Return whether no researcher stands there."""
        return all(player.researcher != space for player in self.players)

    def may_enter(self, space: str) -> bool:
        # ruling 2: no researcher and no face-down marker; open markers and camps do not bar the way
        return self.alone_on(space) and space not in self.face_down

    # --- A turn ------------------------------------------------------------------------------------------------------

    def start_turn(self, seat: int) -> None:
        self.seat = seat
        self.phase = "act"
        self.actions_left = self.actions_per_turn
        self.walked = False

    # A) Put the researcher elsewhere

    def relocating(self) -> Options:
        # ruling 2: only at the start of a turn; an action or a skipped one shows in the actions left
        if self.actions_left < self.actions_per_turn or self.walked:
            return {}
        # the own space is barred by the own researcher
        return {
            f"put researcher on {space}": partial(self.relocate, space)
            for space in self.spaces
            if self.may_enter(space)
        }

    def relocate(self, space: str) -> None:
        self.mover.researcher = space
        self.end_turn()  # ruling 2: no action

    # B) Move up to two spaces, then act; and once more

    def walking(self) -> Options:
        if self.walked:  # ruling 2: no second walk before the action, however short the first was
            return {}
        options: Options = {}
        for walk, ways in WALKS.items():
            for way in ways:
                space = self.end_of(way)
                if space is not None:  # one open way is enough, and all of them lead to the same space
                    options[walk] = partial(self.walk, space)
        return options

    def end_of(self, way: tuple[str, ...]) -> str | None:
        """Return the end of a way from here; None if a space on it is barred or not on the map."""
        space = self.here
        for direction in way:
            there = self.neighbours[space].get(direction)
            if there is None or not self.may_enter(there):
                return None
            space = there
        return space

    def walk(self, space: str) -> None:
        self.mover.researcher = space
        self.walked = True

    def acting(self) -> Options:
        # ruling 3: any of the five, regardless of the other action of the turn
        return self.uncovering() | self.moving_pieces() | self.camping()

    def stopping(self) -> Options:
        options: Options = {"end turn": self.end_turn}  # ruling 3: at once, after a walk, after an action
        if self.actions_left > 1:  # skipping the last action would end the turn
            options["skip action"] = self.end_action  # ruling 3: it does not lengthen the second walk
        return options

    def end_action(self) -> None:
        self.phase = "act"
        self.pending = None
        self.actions_left -= 1
        self.walked = False
        if self.actions_left == 0:
            self.end_turn()

    def end_turn(self) -> None:
        if self.seat + 1 < self.num_players:
            self.start_turn(self.seat + 1)
        elif self.round >= self.max_rounds:  # ruling 12
            self.truncated = True
            self.end_game()
        else:
            self.round += 1
            self.start_turn(0)

    # --- Action 1: uncover a marker ----------------------------------------------------------------------------------

    def uncovering(self) -> Options:
        # ruling 3: adjacent, not below the own researcher (where none can be)
        around = self.neighbours[self.here].items()
        return {f"uncover {name}": partial(self.uncover, space) for name, space in around if space in self.face_down}

    def uncover(self, space: str) -> None:
        marker = self.face_down.pop(space)
        self.face_up[space] = marker
        match marker:
            case ("gold" | "gems", int(value)):
                self.mover.points += value  # ruling 5: and it stays
                self.end_action()
            case ("good", str(kind)):
                del self.face_up[space]  # ruling 4: the space is free at once
                self.mover.goods[kind] += 1
                self.ask_for_trade(marker)
            case ("animal", str()):
                self.mover.points += 1  # ruling 5: for the find
                self.ask_for_place(marker, space)
            case ("nomad",):
                self.ask_for_place(marker, space)  # ruling 5: nothing for the find
            case ("monument",):
                self.find_monument()
            case _:
                raise AssertionError(f"unknown marker {marker}")

    def find_monument(self) -> None:
        self.monuments_found += 1
        if self.monuments_found >= self.last_monument:
            self.mover.points += LAST_MONUMENT_POINTS  # ruling 8: instead of a camp
            self.end_game()
            return
        if self.supply > 0:  # ruling 8: an empty supply gives nothing
            self.supply -= 1
            self.mover.camps += 1
        self.end_action()

    # The find of an animal or a nomad: it stays or moves

    def worth(self, piece: Marker, space: str, lying_on: str) -> int:
        """Return the points of a piece on `space`, as if it had been taken off `lying_on`."""
        around = self.around(space)
        if piece == NOMAD:
            # rulings 5 and 6: free neighbours, its old space among them
            return sum(self.is_free(there) or there == lying_on for there in around)
        # rulings 5 and 6: neighbours of its species, not itself
        return sum(self.face_up.get(there) == piece and there != lying_on for there in around)

    def better_spaces(self, piece: Marker, lying_on: str) -> list[str]:
        # rulings 5 and 6: free, anywhere on the map, strictly better. Its own space is not better than itself.
        now = self.worth(piece, lying_on, lying_on)
        return [space for space in self.spaces if self.is_free(space) and self.worth(piece, space, lying_on) > now]

    def ask_for_place(self, piece: Marker, space: str) -> None:
        """Ask where to leave the piece just found; it stays and pays at once if no other space is better."""
        self.pending = Pending(piece, space, just_found=True)
        if self.better_spaces(piece, space):
            self.phase = "place"
        else:
            self.leave_piece()

    def placing(self) -> Options:
        assert self.pending is not None
        assert self.pending.space is not None
        better = self.better_spaces(self.pending.marker, self.pending.space)
        options: Options = {f"put piece on {space}": partial(self.put_piece, space) for space in better}
        if self.pending.just_found:  # ruling 6: a piece that is moved does not return
            options["leave piece"] = self.leave_piece
        return options

    def leave_piece(self) -> None:
        assert self.pending is not None
        assert self.pending.space is not None
        self.mover.points += self.worth(self.pending.marker, self.pending.space, self.pending.space)
        self.end_action()

    def put_piece(self, space: str) -> None:
        assert self.pending is not None
        assert self.pending.space is not None
        piece, old = self.pending.marker, self.pending.space
        self.mover.points += self.worth(piece, space, old)  # ruling 5
        if not self.pending.just_found:
            self.mover.points -= self.worth(piece, old, old)  # ruling 6: pays the difference
        del self.face_up[old]
        self.face_up[space] = piece
        self.end_action()

    # The find of a trade good: one trade

    def ask_for_trade(self, good: Marker) -> None:
        self.pending = Pending(good, None, just_found=True)
        self.phase = "trade"
        if not self.trading():
            self.end_action()

    def trading(self) -> Options:
        assert self.pending is not None
        _, found = self.pending.marker
        options: Options = {}
        for distance in range(1, self.num_players):
            other = self.players[(self.seat + distance) % self.num_players]
            whose = ("the next", "the 2nd next", "the 3rd next", "the 4th next")[distance - 1]
            for wanted in self.good_kinds:
                # ruling 5: all of another kind, at least one, for the same number of the found kind, including the find
                if wanted != found and 0 < other.goods[wanted] <= self.mover.goods[found]:
                    options[f"trade for {wanted} of {whose} player"] = partial(self.trade, found, other, wanted)
        return options

    def trade(self, given: str, other: Player, wanted: str) -> None:
        number = other.goods[wanted]
        other.goods[wanted] = 0
        self.mover.goods[wanted] += number
        self.mover.goods[given] -= number
        other.goods[given] += number
        self.end_action()  # ruling 5: one trade

    # --- Actions 2 and 3: move an animal or a nomad ------------------------------------------------------------------

    def moving_pieces(self) -> Options:
        options: Options = {}
        # ruling 6: below the researcher or next to it
        for name, space in {"here": self.here, **self.neighbours[self.here]}.items():
            piece = self.face_up.get(space)
            if piece is not None and (piece == NOMAD or piece[0] == "animal") and self.better_spaces(piece, space):
                options[f"move the piece {name}"] = partial(self.lift, piece, space)
        return options

    def lift(self, piece: Marker, space: str) -> None:
        self.pending = Pending(piece, space, just_found=False)
        self.phase = "place"

    # --- Actions 4 and 5: set up a camp ------------------------------------------------------------------------------

    def camping(self) -> Options:
        # ruling 7: on the own space, if it is free; the effect may be nothing
        if self.mover.camps == 0 or not self.is_free(self.here):
            return {}
        return {"camp for research": self.camp_for_research, "camp for minerals": self.camp_for_minerals}

    def set_camp(self) -> None:
        self.mover.camps -= 1
        self.camps.add(self.here)

    def camp_for_research(self) -> None:
        self.set_camp()
        for space in self.around(self.here):
            marker = self.face_up.get(space)
            if marker is not None and marker[0] in ("animal", "nomad", "monument"):
                self.mover.points += 1
        self.end_action()

    def camp_for_minerals(self) -> None:
        self.set_camp()
        for space in self.around(self.here):
            marker = self.face_up.get(space)
            if marker is not None and marker[0] in MINERALS:
                del self.face_up[space]  # ruling 4: the space is free at once
                self.mover.minerals[marker[0]] += 1  # ruling 7: no points now
        self.end_action()

    # --- End ---------------------------------------------------------------------------------------------------------

    def end_game(self) -> None:
        self.phase = "over"
        self.actions_left = 0
        self.walked = False
        self.pending = None

    # --- Final scoring -----------------------------------------------------------------------------------------------

    def scores(self) -> list[dict[str, int]]:
        """Return the current points of every seat by their parts (ruling 9)."""
        gold = places_points([player.minerals["gold"] for player in self.players])
        gems = places_points([player.minerals["gems"] for player in self.players])
        scores = []
        for seat, player in enumerate(self.players):
            parts = {
                "points": player.points,
                "gold": gold[seat],
                "gems": gems[seat],
                "goods": sum(goods_points(player.goods[kind]) for kind in self.good_kinds),
            }
            scores.append(parts | {"total": sum(parts.values())})
        return scores

    def winners(self) -> set[int]:
        """Return the seats that win the current position: most points, ties share (ruling 9)."""
        totals = [score["total"] for score in self.scores()]
        return {seat for seat, total in enumerate(totals) if total == max(totals)}

    # --- For comparison with the compiled rules ----------------------------------------------------------------------

    def snapshot(self) -> dict[str, Any]:
        """Return a copy of the whole position, in plain values. A pending action still counts as left."""
        board: dict[str, Any] = dict.fromkeys(self.spaces, "empty")
        board |= dict.fromkeys(self.face_down, "face down")
        board |= dict.fromkeys(self.camps, "camp")
        board |= self.face_up
        return deepcopy(
            {
                "phase": self.phase,  # setup, act, place, trade, over
                "player": self.seat,  # after the end: who decided last
                "round": self.round,  # 0 in the set-up
                "truncated": self.truncated,
                "actions_left": self.actions_left,  # 0 in the set-up and after the end
                "walked": self.walked,  # before the coming or pending action; False in the set-up and after the end
                "pending": vars(self.pending) if self.pending else None,
                "researchers": [player.researcher for player in self.players],
                "board": board,
                "face_down": self.face_down,
                "camps": [player.camps for player in self.players],
                "supply": self.supply,
                "goods": [{kind: player.goods[kind] for kind in self.good_kinds} for player in self.players],
                "gold": [player.minerals["gold"] for player in self.players],  # markers
                "gems": [player.minerals["gems"] for player in self.players],  # markers
                "points": [player.points for player in self.players],
                "monuments": self.monuments_found,
            }
        )


def goods_points(number: int) -> int:
    """Return the points of goods of one kind (ruling 9)."""
    # Reading: more than five of a kind, which only another edition could have, score like five
    return GOODS_POINTS[min(number, len(GOODS_POINTS) - 1)]


def places_points(numbers: list[int]) -> list[int]:
    """Return the points of every seat for having most or second most of `numbers` (ruling 9)."""
    # a queue of places: sharers take one place each, and share the points of all of these
    places = [FIRST_PLACE, SECOND_PLACE] + [0] * len(numbers)
    points = [0] * len(numbers)
    for number in sorted(set(numbers) - {0}, reverse=True):  # a seat with none takes no place
        sharers = [seat for seat, other in enumerate(numbers) if other == number]
        for seat in sharers:
            points[seat] = sum(places[: len(sharers)]) // len(sharers)
        places = places[len(sharers) :]
    return points
