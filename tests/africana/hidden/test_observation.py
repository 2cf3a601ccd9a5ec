"""Every field of the observation against the referee's position and a memory of what was open to all."""

from itertools import pairwise
from random import Random

import numpy as np
import pytest
from africana.lockstep import GAME, Lockstep
from africana.memory import Memory, cards_asked
from africana.styles import STYLES
from africana.variants import rich, variant
from support import fields_without_a_check, first_and_last, observed

from africana_env.engine.editions.editions import load_edition

PHASES = ("choose", "buy", "move", "discard cards", "discard adventures")
SEATS, LOCATIONS, ADVENTURES, EXPEDITIONS = 4, 22, 30, 34
MAX_DISTANCE, MAX_NEARER, PURSE = 10, 8, 20


class View:
    """What one seat should see, field by field: the method of a field's name gives it."""

    def __init__(self, referee, memory, seat):
        self.at, self.memory, self.seat = referee.snapshot(), memory, seat
        self.scores = referee.scores()
        self.data = referee.edition
        self.max_rounds = referee.max_rounds
        self.net = referee.neighbours
        self.names = [entry["name"] for entry in self.data["locations"]]
        self.colours = [entry["colour"] for entry in self.data["travel_cards"]]
        players = referee.num_players
        self.order = [(seat + number) % players for number in range(players)]
        self.over = self.at["phase"] == "over"

    # Ways to write things down

    def seats(self, values):
        """By seat, the observer first."""
        return [values[seat] for seat in self.order] + [0] * (SEATS - len(self.order))

    def by_colour(self, cards):
        return [cards[colour] for colour in self.colours]

    def places(self, names):
        """1 for each location that is named."""
        return [int(number < len(self.names) and self.names[number] in names) for number in range(LOCATIONS)]

    def number_of(self, owner, size):
        """By card: 0 for nobody, else the owner's number, counted from 1 for the observer."""
        owners = {card: number for number, seat in enumerate(self.order, 1) for card in self.at[owner][seat]}
        return [owners.get(card, 0) for card in range(size)]

    def away(self, start):
        """Steps from a location to every other."""
        found, fresh = {start: 0}, [start]
        for here in fresh:
            for there in self.net[here] - set(found):
                found[there] = found[here] + 1
                fresh.append(there)
        return found

    def expeditions(self):
        """The expedition on each space, or None."""
        return [None if card is None else self.data["expeditions"][card] for card in self.at["spaces"]]

    def of_spaces(self, value):
        return [0 if entry is None else value(entry) for entry in self.expeditions()]

    def here(self):
        return self.at["location"][self.seat]

    # The turn

    def phase(self):
        return [int(self.at["phase"] == phase) for phase in PHASES]

    def mover(self):
        return self.seats([int(not self.over and seat == self.at["player"]) for seat in range(len(self.order))])

    def seat_(self):
        return [int(number == self.seat) for number in range(SEATS)]

    def players(self):
        return [int(number == len(self.order)) for number in (2, 3, 4)]

    def round(self):
        return [self.at["round"]]

    def rounds_left(self):
        return [self.max_rounds - self.at["round"]]

    def last_round(self):
        return [int(self.at["last_round"])]

    def pages_turned(self):
        return [self.at["pages_turned"]]

    # Travel cards

    def hand(self):
        return self.by_colour(self.at["travel"][self.seat])

    def held(self):
        return self.by_colour(self.memory.held[self.seat])

    def known(self):
        return self.by_colour(self.memory.known[self.seat])

    def table_travel(self):
        return self.by_colour(self.at["table"]["travel"])

    def table_assistants(self):
        return self.by_colour(self.at["table"]["assistants"])

    def table_joker(self):
        return [int(self.at["table"]["joker"])]

    def travel_pile(self):
        return [len(self.at["travel_pile"])]

    def discard(self):
        return self.by_colour(self.at["discard"])

    # Companies

    def gold(self):
        return self.seats([silver // 5 for silver in self.at["silver"]])

    def silver(self):
        return self.seats([silver % 5 for silver in self.at["silver"]])

    def purse(self):
        return self.seats([min(silver, PURSE) for silver in self.at["silver"]])

    def joker(self):
        return self.seats([int(joker) for joker in self.at["joker"]])

    def assistants(self):
        return self.seats([self.by_colour(cards) for cards in self.at["assistants"]])

    def travel_cards(self):
        return self.seats([cards.total() for cards in self.at["travel"]])

    def markers_left(self):
        out = [sum(seat in markers for markers in self.at["markers"]) for seat in range(len(self.order))]
        return self.seats([4 - number for number in out])

    def location(self):
        return self.seats([self.places({name}) for name in self.at["location"]])

    def score(self):
        return self.seats([min(score["total"] + 10, 255) for score in self.scores])

    def artifacts(self):
        kinds = list(dict.fromkeys(entry["artifact"] for entry in self.data["adventures"] if "artifact" in entry))
        done = [[self.data["adventures"][card].get("artifact") for card in cards] for cards in self.at["beneath"]]
        return self.seats([[kept.count(kind) for kind in kinds] + [0] * (5 - len(kinds)) for kept in done])

    def assistant_adventures(self):
        done = [[self.data["adventures"][card] for card in cards] for cards in self.at["beneath"]]
        return self.seats([sum("assistant" in entry for entry in kept) for kept in done])

    # Expeditions

    def space_start(self):
        return [self.places({entry["start"]} if entry else ()) for entry in self.expeditions()]

    def space_target(self):
        return [self.places({entry["target"]} if entry else ()) for entry in self.expeditions()]

    def space_silver(self):
        return self.of_spaces(lambda entry: entry["silver"])

    def space_points(self):
        return self.of_spaces(lambda entry: entry["points"])

    def markers(self):
        return [self.seats([int(seat in markers) for seat in range(len(self.order))]) for markers in self.at["markers"]]

    def next_back(self):
        backs = [self.data["expeditions"][card]["back"] for card in self.at["expedition_pile"][:1]]
        return [int(back in backs) for back in "ABC"]

    def expeditions_left(self):
        backs = [self.data["expeditions"][card]["back"] for card in self.at["expedition_pile"]]
        return [backs.count(back) for back in "ABC"]

    def expedition_finished(self):
        return self.number_of("expeditions", EXPEDITIONS)

    # Adventures

    def in_front(self):
        return [self.seats([int(card in cards) for cards in self.at["in_front"]]) for card in range(ADVENTURES)]

    def adventure_finished(self):
        return self.number_of("beneath", ADVENTURES)

    def out_of_game(self):
        return [int(card in self.at["removed"]) for card in range(ADVENTURES)]

    def depth(self, half):
        depths = {card: depth for book in self.at["books"] for depth, card in enumerate(book[half], 1)}
        return [depths.get(card, 0) if card in self.memory.seen else 0 for card in range(ADVENTURES)]

    def left_depth(self):
        return self.depth("left")

    def right_depth(self):
        return self.depth("right")

    def left_half(self):
        return [len(book["left"]) for book in self.at["books"]]

    def right_half(self):
        return [len(book["right"]) for book in self.at["books"]]

    # Derived from all this

    def joined(self):
        """The expeditions on the spaces, those that the observer has joined and those not."""
        pairs = [
            (entry, self.seat in markers) for entry, markers in zip(self.expeditions(), self.at["markers"], strict=True)
        ]
        return [entry for entry, mine in pairs if entry and mine], [
            entry for entry, mine in pairs if entry and not mine
        ]

    def mine(self):
        return [self.data["adventures"][card] for card in sorted(self.at["in_front"][self.seat])]

    def adventure_targets(self):
        return self.places({entry["target"] for entry in self.mine()})

    def expedition_targets(self):
        return self.places({entry["target"] for entry in self.joined()[0]})

    def expedition_starts(self):
        return self.places({entry["start"] for entry in self.joined()[1]})

    def steps(self, place):
        return min(self.away(self.here())[place], MAX_DISTANCE)

    def adventure_distance(self):
        own = self.at["in_front"][self.seat]
        return [self.steps(self.data["adventures"][card]["target"]) if card in own else 0 for card in range(ADVENTURES)]

    def start_distance(self):
        return self.of_spaces(lambda entry: self.steps(entry["start"]))

    def target_distance(self):
        return self.of_spaces(lambda entry: self.steps(entry["target"]))

    def nearer(self, places):
        """How many of the places are nearer from each location next to the observer than from here."""
        found = dict.fromkeys(self.names, 0)
        for place in places:
            away = self.away(place)
            for there in self.net[self.here()]:
                found[there] += away[there] < away[self.here()]
        return [min(number, MAX_NEARER) for number in found.values()] + [0] * (LOCATIONS - len(self.names))

    def nearer_targets(self):
        return self.nearer([entry["target"] for entry in self.mine() + self.joined()[0]])

    def nearer_starts(self):
        return self.nearer([entry["start"] for entry in self.joined()[1]])


METHODS = {"seat": "seat_"}


def check(game, memory):
    """Fail unless every seat sees what it should."""
    for seat in range(game.batch.num_players):
        shown = GAME.observation.unpack(observed(game.batch, seat)[0])
        view = View(game.referee, memory, seat)
        for name, values in shown.items():
            expected = np.zeros(values.shape, int)
            for index, value in enumerate(getattr(view, METHODS.get(name, name))()):
                expected[index] = value
            assert (values == expected).all(), f"{name} for seat {seat}: {values.tolist()}, not {expected.tolist()}"


def test_every_field_is_checked_here():
    assert fields_without_a_check(GAME, View, METHODS) == []


def editions():
    shipped = load_edition(GAME, "reconstructed")
    return {"shipped": shipped, "rich": rich(GAME, shipped), **{f"odd {n}": variant(GAME, Random(n)) for n in range(6)}}


@pytest.mark.parametrize("players", first_and_last(GAME.players))
@pytest.mark.parametrize("name", editions())
def test_every_seat_sees_what_the_referee_has(name, players):
    rng = Random(players)
    game = Lockstep(editions()[name], players, 25, seed=players)
    styles = [rng.choice(STYLES) for _ in range(players)]
    memory = Memory(game.referee.snapshot())
    positions = [game.referee.snapshot()]
    check(game, memory)
    while game.running:
        style = styles[game.referee.seat]
        action = style(rng, game.referee, sorted(game.referee.legal_actions()))
        game.play(action)
        positions.append(game.referee.snapshot())
        memory.note(positions[-2], cards_asked(game.edition, action), positions[-1])
        if len(positions) % 3 == 0 or not game.running:
            check(game, memory)
    assert all(before != after for before, after in pairwise(positions))
