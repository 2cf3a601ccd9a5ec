"""Every field of the observation against the referee's position and a memory of public events."""

from functools import partial
from itertools import pairwise
from random import Random

import pytest
from africana.lockstep import GAME, Lockstep
from africana.memory import Memory, cards_asked
from africana.styles import STYLES
from africana.variants import rich, variant
from seat_view import SeatView, check_views
from support import first_and_last

from africana_env.engine.editions.editions import load_edition

PHASES = ("choose", "buy", "move", "discard cards", "discard adventures")
ADVENTURES, EXPEDITIONS = 30, 34
MAX_DISTANCE, MAX_NEARER, PURSE = 10, 8, 20


class View(SeatView):
    def __init__(self, game, memory, seat):
        super().__init__(game, seat)
        self.memory = memory
        self.net = game.referee.neighbours
        self.names = [entry["name"] for entry in self.data["locations"]]
        self.colours = [entry["colour"] for entry in self.data["travel_cards"]]

    # Helpers

    def by_colour(self, cards):
        return [cards[colour] for colour in self.colours]

    def places(self, names):
        """Return 1 for each location in `names`."""
        return [name in names for name in self.names]

    def number_of(self, owner, size):
        """Return by card 0 without an owner, else the owner's number from 1, the observer."""
        owners = {card: number for number, seat in enumerate(self.order, 1) for card in self.at[owner][seat]}
        return [owners.get(card, 0) for card in range(size)]

    def away(self, start):
        """Return the steps from a location to every other."""
        found, fresh = {start: 0}, [start]
        for here in fresh:
            for there in self.net[here] - set(found):
                found[there] = found[here] + 1
                fresh.append(there)
        return found

    def expeditions(self):
        """Return the expedition on each space, or None."""
        return [None if card is None else self.data["expeditions"][card] for card in self.at["spaces"]]

    def of_spaces(self, value):
        return [0 if entry is None else value(entry) for entry in self.expeditions()]

    def here(self):
        return self.at["location"][self.seat]

    # The turn

    def phase(self):
        return [self.at["phase"] == phase for phase in PHASES]

    def last_round(self):
        return [self.at["last_round"]]

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
        return [self.at["table"]["joker"]]

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
        return self.seats(self.at["joker"])

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
        return self.seats([[kept.count(kind) for kind in kinds] for kept in done])

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
        return [[seat in markers for seat in self.order] for markers in self.at["markers"]]

    def next_back(self):
        backs = [self.data["expeditions"][card]["back"] for card in self.at["expedition_pile"][:1]]
        return [back in backs for back in "ABC"]

    def expeditions_left(self):
        backs = [self.data["expeditions"][card]["back"] for card in self.at["expedition_pile"]]
        return [backs.count(back) for back in "ABC"]

    def expedition_finished(self):
        return self.number_of("expeditions", EXPEDITIONS)

    # Adventures

    def in_front(self):
        return [self.seats([card in cards for cards in self.at["in_front"]]) for card in range(ADVENTURES)]

    def adventure_finished(self):
        return self.number_of("beneath", ADVENTURES)

    def out_of_game(self):
        return [card in self.at["removed"] for card in range(ADVENTURES)]

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

    # Derived

    def joined(self, mine=True):
        """Return the expeditions on the spaces that the observer has joined, or has not."""
        spaces = zip(self.expeditions(), self.at["markers"], strict=True)
        return [entry for entry, markers in spaces if entry and (self.seat in markers) == mine]

    def mine(self):
        return [self.data["adventures"][card] for card in sorted(self.at["in_front"][self.seat])]

    def adventure_targets(self):
        return self.places({entry["target"] for entry in self.mine()})

    def expedition_targets(self):
        return self.places({entry["target"] for entry in self.joined()})

    def expedition_starts(self):
        return self.places({entry["start"] for entry in self.joined(mine=False)})

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
        """Count the places that are nearer from each next location than from here."""
        found = dict.fromkeys(self.names, 0)
        for place in places:
            away = self.away(place)
            for there in self.net[self.here()]:
                found[there] += away[there] < away[self.here()]
        return [min(number, MAX_NEARER) for number in found.values()]

    def nearer_targets(self):
        return self.nearer([entry["target"] for entry in self.mine() + self.joined()])

    def nearer_starts(self):
        return self.nearer([entry["start"] for entry in self.joined(mine=False)])


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
    check_views(game, partial(View, game, memory))
    while game.running:
        style = styles[game.referee.seat]
        action = style(rng, game.referee, sorted(game.referee.legal_actions()))
        game.play(action)
        positions.append(game.referee.snapshot())
        memory.note(positions[-2], cards_asked(game.edition, action), positions[-1])
        if len(positions) % 3 == 0 or not game.running:
            check_views(game, partial(View, game, memory))
    assert all(before != after for before, after in pairwise(positions))
