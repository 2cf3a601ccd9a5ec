"""States of Africana with one impossible part are refused, and the message names the part."""

import numpy as np
import pytest
from africana.lockstep import GAME

from africana_env import Batch, UserError
from africana_env.bots import make_bot
from africana_env.engine.batch.state_check import check_states
from africana_env.engine.editions.editions import load_edition
from africana_env.games.africana.rules.state import (
    BOOK_CARDS,
    CHOOSE,
    COLOURS,
    DISCARD_ADVENTURES,
    DISCARD_CARDS,
    DRAWN,
    EMPTY,
    ERAS,
    GIVEN_UP,
    SHUFFLED,
)

EDITION = load_edition(GAME, "reconstructed")
STRANGER = 3
"""A seat without a player."""


def add(name, amount, *place):
    """Return a change of one number."""
    return lambda state: put(name, state[name][place] + amount, *place)(state)


def put(name, value, *place):
    def change(state):
        if place:
            state[name][place] = value
        else:
            state[name] = value

    return change


def events(state):
    return state.travel_events[: state.num_travel_events]


def event_of_a_stranger(state):
    state.travel_events[state.num_travel_events] = DRAWN + STRANGER
    state.num_travel_events += 1


def shuffle_that_was_none(state):
    state.travel_events[state.num_travel_events] = SHUFFLED
    state.num_travel_events += 1


def draw_of_the_other(state):
    draws = np.flatnonzero(events(state) == DRAWN)
    state.travel_events[draws[-1]] = DRAWN + 1


def given_up_first(state):
    given_up = np.flatnonzero(events(state) < DRAWN)
    state.travel_events[[0, given_up[0]]] = state.travel_events[[given_up[0], 0]]


def another_colour_in_the_first_era(state):
    """Give a card another colour, both when drawn and when given up."""
    first = int(events(state)[events(state) < DRAWN][0])
    seat, colour = divmod(first - GIVEN_UP, COLOURS)
    other = (colour + 1) % COLOURS
    state.travel_events[np.flatnonzero(events(state) == first)[0]] += other - colour
    state.drawn[0, seat, colour] -= 1
    state.drawn[0, seat, other] += 1


def backs_mixed(state):
    pile = state.expedition_pile
    place = state.next_expedition
    pile[[place, -1]] = pile[[-1, place]]


def finished_and_open(state):
    state.expedition_owner[state.space[state.space != EMPTY][0]] = 0


def place_on_top_unseen(state):
    book = int(state.book_left.argmin())
    state.book_seen[book] = state.book_left[book]


def left_half_too_large(state):
    state.book_left[0] = state.book_size[0] + 1


IMPOSSIBLE = [
    ("what is remembered of hands", event_of_a_stranger),
    ("what is remembered of hands", shuffle_that_was_none),
    ("what is remembered of hands", draw_of_the_other),
    ("what is remembered of hands", given_up_first),
    ("what is remembered of hands", another_colour_in_the_first_era),
    ("what is remembered of hands", add("drawn", 1, ERAS - 1, 0, 0)),
    ("what is remembered of hands", add("num_travel_events", 1)),
    ("the expeditions", backs_mixed),
    ("the expeditions", finished_and_open),
    ("the expeditions", add("expeditions_in_game", -1)),
    ("the expeditions", add("next_expedition", 1)),
    ("the expeditions", add("expedition_points", 1, 0)),
    ("the markers", add("markers_left", -1, 0)),
    ("the markers", add("markers_left", 1, STRANGER)),
    ("the books", place_on_top_unseen),
    ("the books", left_half_too_large),
    *(
        ("the adventures", add(name, 1, 0))
        for name in ("adventures_in_front", "artifacts_in_front", "adventure_points", "assistant_adventures")
    ),
    ("the adventures", add("artifacts", 1, 0, 0)),
    ("the adventures", add("collection_points", 1, 0)),
    ("the companies", add("assistants", 1, 0, 0)),
    ("the companies", put("joker", 1, STRANGER)),
    ("the companies", put("silver", 1, STRANGER)),
    ("the companies", put("table_assistants", 1, 0)),
    ("the companies", put("table_joker", 1)),
    ("the phase", put("round_number", 0)),
    ("the phase", put("pages_turned", 1)),
    ("the phase", put("phase", DISCARD_CARDS)),
    ("the phase", put("phase", DISCARD_ADVENTURES)),
]


def suitable(state):
    """Return whether every change above makes the state impossible.

    A turn begins, expeditions lie on all spaces, each book has lost a card and has one on its right half, a card was
    given up, and the player to move has no joker."""
    return (
        state.phase == CHOOSE
        and (state.space != EMPTY).all()
        and (state.book_left < state.book_size).all()
        and (state.book_size < BOOK_CARDS).all()
        and (events(state) < DRAWN).any()
        and state.discard.any()
        and state.joker[state.current_player] == 0
    )


def suitable_state(shuffled):
    """Return a state of a random game, before or after the first shuffle."""
    batch = Batch(GAME, 64, 2, EDITION, observe=False)
    bot, actions = make_bot("random", GAME, 64, seed=0), np.zeros(64, np.int64)
    batch.reset(0)
    while True:
        bot.act(batch, batch.running, actions)
        batch.step(actions)
        for state in batch.states:
            if (state.era > 0) == shuffled and suitable(state):
                return state


@pytest.mark.parametrize("shuffled", [False, True])
def test_state_in_which_one_thing_cannot_be_is_refused(shuffled):
    state = suitable_state(shuffled)
    check_states(GAME, EDITION.tables, 2, state.reshape(1))
    for wrong, change in IMPOSSIBLE:
        impossible = state.copy()
        change(impossible)
        with pytest.raises(UserError, match=f"something is wrong with {wrong}"):
            check_states(GAME, EDITION.tables, 2, impossible.reshape(1))
