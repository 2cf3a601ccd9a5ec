"""Every field of the observation against the referee's position and a memory of what was open to all."""

from collections import Counter
from random import Random

import numpy as np
import pytest
from afritoria.lockstep import GAME, PHASES, Lockstep, variant
from afritoria.memory import Memory
from afritoria.styles import STYLES, collector
from support import fields_without_a_check, first_and_last, observed

from africana_env import Batch, load_edition
from africana_env.games.afritoria.hidden.observation import MAX_VALUE
from africana_env.games.afritoria.rules.names import kind_names

SEATS, KINDS, COLOURS, STRENGTHS, HAND, CARDS, SCORE_PILE = 4, 46, 4, 11, 6, 96, 26
FATES = {"competing": 0, "scored": 1}
OUT = 2


class View:
    """What one seat should see, field by field: the method of a field's name gives it."""

    def __init__(self, data, referee, memory, seat):
        self.at, self.memory, self.seat = referee.snapshot(), memory, seat
        self.referee = referee
        self.names = kind_names(data)
        self.data = data
        self.players = referee.num_players
        self.order = [(seat + number) % self.players for number in range(self.players)]
        self.over = self.at["phase"] == "over"
        self.hidden = [fate == "hidden" for fate in self.at["fates"]]

    # Ways to write things down

    def seats(self, values, empty=0):
        """By seat, the observer first."""
        return [values[seat] for seat in self.order] + [empty] * (SEATS - self.players)

    def by_kind(self, cards):
        counts = Counter(cards)
        assert set(+counts) <= set(self.names)
        return [counts[name] for name in self.names]

    def numbers(self, cards):
        """For each card 1 + its kind."""
        return [1 + self.names.index(card) for card in cards]

    def features(self, card):
        """A card as colour, strength, ranger, poacher."""
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
        return [int(self.at["phase"] == phase) for phase in PHASES]

    def mover(self):
        mover = self.seat if self.at["phase"] == "commit" else self.at["player"]
        return self.seats([int(not self.over and seat == mover) for seat in range(self.players)])

    def seat_(self):
        return [int(number == self.seat) for number in range(SEATS)]

    def players_(self):
        return [int(number == self.players) for number in (2, 3, 4)]

    def round(self):
        return [self.at["round"]]

    def rounds_left(self):
        return [self.referee.max_rounds - self.at["round"]]

    def hand(self):
        return self.by_kind(self.own_hand())

    def committed(self):
        return self.features(self.at["played"][self.seat] if self.hidden[self.seat] else None)

    def row(self):
        return self.by_kind(self.at["row"])

    def played(self):
        cards = [None if self.hidden[seat] else self.at["played"][seat] for seat in range(self.players)]
        return self.seats([self.features(card) for card in cards], self.features(None))

    def standing(self):
        rows = []
        for fate in self.at["fates"]:
            row = [0, 0, 0]
            if fate not in (None, "hidden"):
                row[FATES.get(fate, OUT)] = 1
            rows.append(row)
        return self.seats(rows, [0, 0, 0])

    def dispute(self):
        row = [0] * COLOURS
        if self.at["phase"] == "win":
            colour = self.at["played"][self.at["player"]].split()[0]
            row[self.referee.colours.index(colour)] = 1
        return row

    # Hands and the pile

    def known(self):
        empty = [[0] * KINDS] * (SEATS - self.players)
        return [self.by_kind(self.memory.known[self.seat][seat]) for seat in self.order[1:]] + empty

    def known_of_own(self):
        empty = [[0] * KINDS] * (SEATS - self.players)
        return [self.by_kind(self.memory.known[seat][self.seat]) for seat in self.order[1:]] + empty

    def left(self, shown):
        """The cards of a shown hand but for those that came up in the row or that this seat drew."""
        return Counter(shown.cards) - shown.turned_up - (shown.drawn[self.seat] if shown.cards else Counter())

    def shown(self):
        cards = [self.left(shown) - shown.played for shown in self.memory.shown]
        return self.seats([self.by_kind(kinds) for kinds in cards], [0] * KINDS)

    def shown_played(self):
        cards = [self.numbers((shown.played & self.left(shown)).elements()) for shown in self.memory.shown]
        return self.seats([sorted(row + [0] * (HAND - len(row))) for row in cards], [0] * HAND)

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
        """A value for each depth, of the cards that were put under the pile."""
        first = len(self.at["pile"]) - len(self.memory.under)
        return [0] * first + [value(put) for put in self.memory.under] + [0] * (CARDS - len(self.at["pile"]))

    def pile_card(self):
        return self.below(lambda put: self.numbers([put.card])[0] if put.seat == self.seat else 0)

    def pile_from(self):
        def origin(put):
            earlier = put.show < self.memory.shown[put.seat].number
            return 1 + (put.seat - self.seat) % self.players + SEATS * earlier

        return self.below(origin)

    # What lies open

    def discard(self):
        """Animals that were played leave at the end of the round."""
        cards = Counter(self.at["discard"])
        if self.at["phase"] in ("ranger", "poacher", "win"):
            tied = [
                card for card, fate in zip(self.at["played"], self.at["fates"], strict=True) if fate in ("tied", "lost")
            ]
            cards -= Counter(tied)
            cards += Counter(
                card for card, fate in zip(self.at["played"], self.at["fates"], strict=True) if fate == "active"
            )
        return self.by_kind(cards)

    def score_pile(self):
        piles = [self.numbers(pile) for pile in self.at["score_piles"]]
        return self.seats([pile + [0] * (SCORE_PILE - len(pile)) for pile in piles], [0] * SCORE_PILE)

    def top(self):
        return self.seats(
            [self.features(pile[-1] if pile else None) for pile in self.at["score_piles"]], self.features(None)
        )

    def hundreds(self):
        return self.seats([score["total"] // 100 for score in self.referee.scores()])

    def points(self):
        return self.seats([score["total"] % 100 for score in self.referee.scores()])

    def unseen(self):
        """All cards of the game but those that the observer can place."""
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


METHODS = {"seat": "seat_", "players": "players_"}


def check(game, data, memory):
    """Fail unless every seat sees what it should."""
    for seat in range(game.batch.num_players):
        described = GAME.observation.unpack(observed(game.batch, seat)[0])
        described["shown_played"] = np.sort(described["shown_played"], axis=1)
        view = View(data, game.referee, memory, seat)
        for name, values in described.items():
            expected = np.array(getattr(view, METHODS.get(name, name))())
            assert values.shape == expected.shape, name
            differ = np.argwhere(values != expected).tolist()
            assert not differ, f"{name} for seat {seat} at {differ[:9]}{game.shown()}"


def test_every_field_is_checked_here():
    assert fields_without_a_check(GAME, View, METHODS) == []


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
        check(game, edition.data, memory)
        while game.running:
            game.play(styles[game.referee.seat](rng, game.referee, sorted(game.referee.legal_actions())))
            check(game, edition.data, memory)
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


@pytest.mark.parametrize("players", first_and_last(GAME.players))
def test_nobody_sees_who_has_committed_already(players):
    game = Lockstep(load_edition(GAME, "reconstructed"), players, 25, seed=players)
    rng = Random(players)
    rounds = 0
    while game.running:
        texts = sorted(game.referee.legal_actions())
        if game.referee.phase != "commit" or game.referee.seat == players - 1:
            game.play(rng.choice(texts))
            continue
        mover = game.referee.seat
        before = [observed(game.batch, seat)[0] for seat in range(players)]
        game.play(rng.choice(texts))
        rounds += 1
        for seat in range(players):
            same = (observed(game.batch, seat)[0] == before[seat]).all()
            assert same == (seat != mover)
    assert rounds > 5
