"""Every field of the observation against the referee's position and a memory of public events."""

from collections import Counter
from functools import partial
from random import Random

import pytest
from afritoria.lockstep import GAME, PHASES, Lockstep, variant
from afritoria.memory import Memory
from afritoria.styles import STYLES, collector
from seat_view import SeatView, check_views
from support import first_and_last

from africana_env import Batch, load_edition
from africana_env.games.afritoria.hidden.observation import MAX_VALUE
from africana_env.games.afritoria.rules.names import kind_names

SEATS, COLOURS, STRENGTHS, SCORE_PILE = 4, 4, 11, 26
FATES = {"competing": 0, "scored": 1}
OUT = 2


class View(SeatView):
    unordered = ("shown_played",)

    def __init__(self, game, memory, seat):
        super().__init__(game, seat)
        self.memory = memory
        self.names = kind_names(self.data)
        self.hidden = [fate == "hidden" for fate in self.at["fates"]]

    # Helpers

    def by_kind(self, cards):
        counts = Counter(cards)
        assert set(+counts) <= set(self.names)
        return [counts[name] for name in self.names]

    def numbers(self, cards):
        """Return 1 + the kind of each card."""
        return [1 + self.names.index(card) for card in cards]

    def features(self, card):
        """Return a card as colour, strength, ranger, poacher."""
        row = [0] * (COLOURS + STRENGTHS + 2)
        if card in ("ranger", "poacher"):
            row[COLOURS + STRENGTHS + ("ranger", "poacher").index(card)] = 1
        elif card:
            animal = self.referee.animals[card]
            row[self.referee.colours.index(animal.colour)] = 1
            row[COLOURS + animal.strength - 1] = 1
        return row

    def own_hand(self):
        return self.at["hands"][self.seat] + ([self.at["played"][self.seat]] if self.hidden[self.seat] else [])

    # The round

    def phase(self):
        return [self.at["phase"] == phase for phase in PHASES]

    def mover(self):
        return [1] if self.at["phase"] == "commit" else super().mover()

    def hand(self):
        return self.by_kind(self.own_hand())

    def committed(self):
        return self.features(self.at["played"][self.seat] if self.hidden[self.seat] else None)

    def row(self):
        return self.by_kind(self.at["row"])

    def played(self):
        cards = zip(self.at["played"], self.hidden, strict=True)
        return self.seats([self.features(None if hidden else card) for card, hidden in cards])

    def standing(self):
        rows = []
        for fate in self.at["fates"]:
            row = [0, 0, 0]
            if fate not in (None, "hidden"):
                row[FATES.get(fate, OUT)] = 1
            rows.append(row)
        return self.seats(rows)

    def dispute(self):
        row = [0] * COLOURS
        if self.at["phase"] == "win":
            colour = self.at["played"][self.at["player"]].split()[0]
            row[self.referee.colours.index(colour)] = 1
        return row

    # Hands and the pile

    def known(self):
        return [self.by_kind(self.memory.known[self.seat][seat]) for seat in self.order[1:]]

    def known_of_own(self):
        return [self.by_kind(self.memory.known[seat][self.seat]) for seat in self.order[1:]]

    def left(self, shown):
        """Return the cards of a shown hand that did not come up in the row and were not drawn by this seat."""
        return Counter(shown.cards) - shown.turned_up - (shown.drawn[self.seat] if shown.cards else Counter())

    def shown(self):
        cards = [self.left(shown) - shown.played for shown in self.memory.shown]
        return self.seats([self.by_kind(kinds) for kinds in cards])

    def shown_played(self):
        return self.seats([self.numbers((shown.played & self.left(shown)).elements()) for shown in self.memory.shown])

    def shown_drawn(self):
        cards = []
        for seat, shown in enumerate(self.memory.shown):
            gone = len(shown.cards) - self.left(shown).total()
            cards.append(shown.put - self.memory.in_pile(seat) - gone)
        return self.seats(cards)

    def hand_size(self):
        sizes = [len(hand) + hidden for hand, hidden in zip(self.at["hands"], self.hidden, strict=True)]
        return self.seats(sizes)

    def pile_size(self):
        return [len(self.at["pile"])]

    def below(self, value):
        """Return a value for each depth, of the cards that were put under the pile."""
        first = len(self.at["pile"]) - len(self.memory.under)
        return [0] * first + [value(put) for put in self.memory.under]

    def pile_card(self):
        return self.below(lambda put: self.numbers([put.card])[0] if put.seat == self.seat else 0)

    def pile_from(self):
        def origin(put):
            earlier = put.show < self.memory.shown[put.seat].number
            return 1 + self.order.index(put.seat) + SEATS * earlier

        return self.below(origin)

    # Open cards

    def discard(self):
        """Played animals leave at the end of the round only, played specials at once."""
        cards = Counter(self.at["discard"])
        if self.at["phase"] in ("ranger", "poacher", "win"):
            played = list(zip(self.at["played"], self.at["fates"], strict=True))
            cards -= Counter(card for card, fate in played if fate in ("tied", "lost"))
            cards += Counter(card for card, fate in played if fate == "active")
        return self.by_kind(cards)

    def score_pile(self):
        return self.seats([self.numbers(pile) for pile in self.at["score_piles"]])

    def top(self):
        return self.seats([self.features(pile[-1] if pile else None) for pile in self.at["score_piles"]])

    def hundreds(self):
        return self.seats([score["total"] // 100 for score in self.scores])

    def points(self):
        return self.seats([score["total"] % 100 for score in self.scores])

    def unseen(self):
        """Return all cards except those whose place the observer knows."""
        copies = Counter()
        for colour in self.referee.colours:
            copies.update({f"{colour} {entry['name']}": entry["copies"] for entry in self.data["animals"]})
        copies.update({entry["name"]: entry["count"] for entry in self.data["specials"]})
        placed = Counter(self.own_hand()) + Counter(self.at["row"]) + Counter(self.at["discard"])
        for pile in self.at["score_piles"]:
            placed.update(pile)
        for card, fate in zip(self.at["played"], self.at["fates"], strict=True):
            placed.update([card] if fate in ("competing", "active") else [])
        for known in self.memory.known[self.seat]:
            placed.update(known)
        placed.update(put.card for put in self.memory.under if put.seat == self.seat)
        assert placed <= copies
        return self.by_kind(copies - placed)


def editions():
    return {"shipped": load_edition(GAME, "reconstructed"), **{f"odd {n}": variant(Random(n)) for n in range(8)}}


@pytest.mark.parametrize("players", first_and_last(GAME.players))
@pytest.mark.parametrize("name", editions())
def test_every_seat_sees_what_the_referee_and_its_memory_have(name, players):
    edition = editions()[name]
    shown = 0
    for seed in range(6 if name == "shipped" else 1):
        rng = Random(seed)
        game = Lockstep(edition, players, 25, seed)
        memory = Memory(game.referee)
        styles = [rng.choice(STYLES) for _ in range(players)]
        if seed % 2:
            styles = [collector] * players
        check_views(game, partial(View, game, memory))
        while game.running:
            game.play(styles[game.referee.seat](rng, game.referee, sorted(game.referee.legal_actions())))
            check_views(game, partial(View, game, memory))
        shown += sum(shown.number for shown in memory.shown)
    assert shown or name != "shipped"


def test_full_score_pile_of_the_most_valuable_animals_fits():
    batch = Batch(GAME, 1, 2)
    batch.reset(0)
    batch._states["points"][0, 1] = SCORE_PILE * MAX_VALUE
    batch._view()
    described = GAME.observation.unpack(batch.observation[0])
    assert (described["hundreds"][:2].tolist(), described["points"][:2].tolist()) == ([0, 25], [0, 74])
    assert (batch.observation[0] <= GAME.observation.maxima()).all()
