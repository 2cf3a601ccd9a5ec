"""Africana's hands of travel cards as drawn by `resample`, against their exact probabilities."""

from collections import Counter
from copy import deepcopy
from random import Random
from unittest.mock import Mock

import numpy as np
import pytest
from africana.belief import Belief
from africana.lockstep import GAME
from support import chi_square, edition_of, first_and_last, observed

from africana_env import Batch
from africana_env.engine.batch.state_check import check_states
from africana_env.engine.editions.editions import load_edition
from africana_env.engine.game.rng import seed_generator
from africana_env.games.africana.hidden import fitting
from africana_env.games.africana.hidden.resample import resample_travel_pile
from africana_env.games.africana.hidden.slots import count_what_the_others_drew, deal_what_is_left
from africana_env.games.africana.rules.draw import give_up_travel_card, take_travel_card
from africana_env.games.africana.rules.memory import known_of_others
from africana_env.games.africana.rules.state import COLOURS, ERAS, TRAVEL_EVENTS

PRINTED = (5, 4, 3, 2, 0)
PRINTED_IN_FULL = (12, 12, 12, 12, 12)
MAGENTA = 0


def small_edition(printed):
    data = deepcopy(dict(load_edition(GAME, "reconstructed").data))
    for entry, count in zip(data["travel_cards"], printed, strict=True):
        entry["count"] = count
    data["structure"]["travel_cards"] = sum(printed)
    return edition_of(GAME, data)


class Table:
    """A game in which travel cards are only drawn and given up, with the belief of seat 0."""

    def __init__(self, players, seed, printed=PRINTED):
        self.rng = Random(seed)
        self.batch = Batch(GAME, 1, players, small_edition(printed))
        self.batch.reset(seed)
        self.state = self.batch._states[0]
        self.shuffles = 0
        self.belief = Belief(printed, players, 0)
        for seat in range(players):
            self.belief.draw(seat, int(self.state.travel[seat].argmax()))

    def go_on(self, events):
        """Draw and give up random cards of random seats, at most 4 in a hand."""
        for _ in range(events):
            seat = self.rng.randrange(self.state.num_players)
            hand = np.repeat(range(COLOURS), self.state.travel[seat]).tolist()
            if hand and (len(hand) == 4 or self.rng.random() < 0.5):
                self.give_up(seat, self.rng.choice(hand))
            else:
                self.draw(seat)

    @property
    def nothing_to_draw(self):
        return self.state.travel_pile_size == 0 and not self.state.discard.any()

    def draw(self, seat):
        if self.nothing_to_draw:
            take_travel_card(self.state, seat)
            return
        if self.state.travel_pile_size == 0:
            self.shuffles += 1
            self.belief.shuffle()
        before = self.state.travel[seat].copy()
        take_travel_card(self.state, seat)
        self.belief.draw(seat, int((self.state.travel[seat] - before).argmax()))

    def give_up(self, seat, colour):
        give_up_travel_card(self.state, seat, colour)
        self.state.discard[colour] += 1
        self.belief.give_up(seat, colour)

    def hands(self, number):
        """Count the hands among `number` draws of `resample` for seat 0."""
        players = self.batch.num_players
        batch = Batch(GAME, number, players, self.batch.edition, observe=False)
        batch.set_states(np.repeat(self.state.reshape(1), number))
        batch.resample(np.zeros(number, np.int16), np.arange(number, dtype=np.uint64))
        return Counter(tuple(map(tuple, hands)) for hands in batch.states["travel"][:, :players].tolist())


@pytest.mark.parametrize("players", first_and_last(GAME.players))
def test_hands_are_drawn_with_the_chances_that_follow_from_all_that_was_seen(players):
    number, deviation, kinds, eras = 4000, 0.0, 0, Counter()
    for seed in range(20):
        table = Table(players, seed)
        table.go_on(20 + 4 * (seed % 8))
        found = table.hands(number)
        assert found.keys() <= table.belief.chances.keys()
        expected = {hands: number * chance for hands, chance in table.belief.chances.items()}
        deviation += chi_square(found, expected)
        kinds += len(expected) - 1
        eras[int(table.state.era)] += 1
    assert eras.keys() > {0, 1}
    assert kinds > 60
    assert abs(deviation - kinds) < 5 * (2 * kinds) ** 0.5


@pytest.mark.parametrize("players", [3, 4])
def test_draw_from_two_empty_piles_is_no_shuffle(players):
    """Otherwise a few of them would wipe the memory, and impossible hands would be dealt."""
    checked = 0
    for seed in range(12):
        table = Table(players, seed, printed=(3, 2, 2, 1, 0))
        while table.shuffles < ERAS - 2:
            table.go_on(1)
            if table.nothing_to_draw:
                checked += 1
                for _ in range(ERAS):
                    table.draw(0)
        assert table.state.era == table.shuffles
        assert table.hands(100).keys() <= table.belief.chances.keys()
    assert checked > 10


def test_where_too_much_would_have_to_be_remembered_the_hands_are():
    table = Table(3, seed=1)
    forgotten = 0
    for _ in range(60):
        era = int(table.state.era)
        table.go_on(12)
        forgotten += table.state.era < era
        others = [sum(cards) for cards in zip(*table.state.travel[1:3].tolist(), strict=True)]
        found = table.hands(50)  # fails for an impossible state
        known = [known_of_others(table.state, 0, colour) for colour in range(COLOURS)]
        assert all(known[colour] <= others[colour] for colour in range(COLOURS))
        for hands in found:
            assert [sum(hand) for hand in hands] == table.state.travel[:3].sum(axis=1).tolist()
            assert all(hands[1][colour] + hands[2][colour] >= known[colour] for colour in range(COLOURS))
    assert forgotten > 3


def test_where_the_next_era_might_not_find_room_the_hands_alone_are_remembered():
    """With all printed cards, the room for events runs out before the room for eras."""
    table = Table(4, seed=1, printed=PRINTED_IN_FULL)
    table.belief = Mock()  # four players and all cards have too many possibilities
    era, state = 0, table.state
    while state.era >= era:
        era = int(state.era)
        table.go_on(1)
        assert state.num_travel_events <= TRAVEL_EVENTS
    assert era < ERAS - 1
    check_states(GAME, table.batch.edition.tables, 4, table.batch.states)


def play_era(state, kept):
    """Let seat 0 draw all cards that there are, and give up all but `kept`."""
    take_travel_card(state, 0)
    while state.travel_pile_size > 0:
        take_travel_card(state, 0)
    while state.travel[0].sum() > kept:
        colour = int(state.travel[0].argmax())
        give_up_travel_card(state, 0, colour)
        state.discard[colour] += 1


@pytest.mark.parametrize(
    ("kept", "era", "events"),
    [((50, 0, 0), 3, TRAVEL_EVENTS - 1), ((49, 0, 0), 1, 121), ((30, 0, 20), 1, 121)],
)
def test_an_era_is_remembered_after_others_only_if_the_longest_one_fits(kept, era, events):
    """A card kept over a shuffle is not drawn again. If the hands alone are remembered, it counts as drawn before."""
    table = Table(2, seed=1, printed=PRINTED_IN_FULL)
    table.belief = Mock()
    table.give_up(1, int(table.state.travel[1].argmax()))
    for held in (*kept, 0):
        play_era(table.state, held)
    assert (table.state.era, table.state.num_travel_events) == (era, events)


def test_a_card_given_up_before_it_was_drawn_is_of_the_era_of_that_draw():
    table = Table(2, seed=1)
    table.give_up(0, int(table.state.travel[0].argmax()))
    while table.state.travel_pile_size > 0:
        table.draw(0)
        table.give_up(0, int(table.state.travel[0].argmax()))
    held = table.state.travel[1].copy()
    table.draw(1)  # a card of a second era
    drawn = int((table.state.travel[1] - held).argmax())
    assert not held[drawn]
    table.give_up(1, drawn)
    events = table.state.travel_events[: table.state.num_travel_events]
    events[-2:] = events[-2:][::-1].copy()  # given up when the hand is known to be another card
    assert {tuple(map(sum, hands)) for hands in table.hands(100)} == {(0, 1)}


OVER_OWN_CARDS = ((768, 12, 1, 775), (920, 8, 2, 920), (946, 12, 1, 946))
"""Seeds of games, cards of each colour, observing seats, and seeds of the draw. A path over that seat's own cards would
be equally short."""


def positions_after_a_shuffle(number):
    """Yield random games of four players after the first shuffle, and an observing seat."""
    for seed in range(number):
        table = after_events(seed, 12, 40 * (1 + seed % 5))
        yield table, table.rng.randrange(4)
    for seed, cards, seat, drawn in OVER_OWN_CARDS:
        table = after_events(seed, cards, 30)
        seed_generator(table.state, np.uint64(drawn))
        yield table, seat


def after_events(seed, cards, events):
    """Return a game of four players some events after the first shuffle, with `cards` cards of each colour."""
    table = Table(4, seed, (cards,) * COLOURS)
    table.belief = Mock()  # too many possibilities
    while table.state.era == 0:
        table.go_on(1)
    table.go_on(events)
    return table


def test_where_eras_cannot_be_drawn_they_are_fitted_and_nothing_that_a_seat_sees_changes(monkeypatch):
    """This includes rare paths, on which several cards change their era."""
    make_room, change = fitting.make_room, fitting.change
    changes = Counter()

    def count_changes(*arguments):
        changes["now"] += 1
        change(*arguments)

    def count_lengths(*arguments):
        changes["now"] = 0
        python_of(make_room)(*arguments)
        changes[changes["now"]] += 1

    monkeypatch.setattr(fitting, "change", count_changes)
    monkeypatch.setattr(fitting, "make_room", count_lengths)
    for table, seat in positions_after_a_shuffle(200):
        state, batch = table.state, table.batch
        seen, sizes = observed(batch, seat).copy(), state.travel.sum(axis=1)
        eras, own = int(state.era), state.travel[seat].copy()
        scratch = np.zeros(1, GAME.resample_scratch)[0]
        count_what_the_others_drew(state, seat, scratch)
        fitting.forget_before_last_shuffle(state, seat, scratch)
        python_of(fitting.fit_eras)(state, seat, scratch)
        deal_what_is_left(state, seat, scratch)
        resample_travel_pile(batch.edition.tables[0], state)
        assert eras >= state.era == 1
        assert state.travel.sum(axis=1).tolist() == sizes.tolist()
        assert state.travel[seat].tolist() == own.tolist()
        check_states(GAME, batch.edition.tables, 4, batch.states)
        assert (observed(batch, seat) == seen).all()
    del changes["now"]
    assert changes[1] > 10
    assert changes[2]


def python_of(rule):
    """Return the Python function of a rule, compiled or not."""
    return getattr(rule, "py_func", rule)


def test_a_seat_sees_the_same_after_resample_where_hardly_any_eras_fit():
    """In a random position of four players, two of three draws of eras fail."""
    batch, number = Batch(GAME, 512, 4), 200
    batch.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(719):
        batch.step((rng.random(batch.action_mask.shape) * batch.action_mask).argmax(1))
    redrawn, seats = Batch(GAME, number, 4), np.zeros(number, np.int16)
    redrawn.set_states(np.repeat(batch.states[10:11], number))
    before, after = np.zeros_like(redrawn.observation), np.zeros_like(redrawn.observation)
    redrawn.observe(seats, before)
    redrawn.resample(seats, np.arange(number, dtype=np.uint64))
    redrawn.observe(seats, after)
    assert (before == after).all()
    assert len(np.unique(redrawn.states["num_travel_events"])) == 2  # the whole memory, and the last era only
    check_states(GAME, redrawn.edition.tables, 4, redrawn.states)


def after_a_shuffle(seed):
    """Return a game of two in which seat 1 has held one magenta card since a shuffle, and has drawn nothing since."""
    table = Table(2, seed, PRINTED_IN_FULL)
    state = table.state
    while state.era == 0 or state.drawn[state.era, 1].any() or state.travel[1, MAGENTA] != 1:
        table.go_on(1)
    return table


def share_with(hands, colour):
    """Return the share of hands with a card of the colour for seat 1."""
    return sum(share for (_, hand), share in hands.items() if hand[colour]) / sum(hands.values())


def test_after_a_shuffle_an_observation_shows_less_than_resample_knows():
    """The example of RULES.md: seat 1 gives up a magenta card before or after it draws two. If after, it may be one of
    these, and the card from before the shuffle is still in the hand."""
    number, views, shares = 4000, [], []
    for give_up_first in (True, False):
        table = after_a_shuffle(seed=7)
        if give_up_first:
            table.give_up(1, MAGENTA)
        table.draw(1)
        table.draw(1)
        if not give_up_first:
            table.give_up(1, MAGENTA)
        views.append(observed(table.batch, 0).tobytes())
        shares.append(share_with(table.belief.chances, MAGENTA))
        assert abs(share_with(table.hands(number), MAGENTA) - shares[-1]) < 4 * (0.25 / number) ** 0.5
    assert views[0] == views[1]
    assert shares == pytest.approx([0.35, 0.53], abs=0.01)
