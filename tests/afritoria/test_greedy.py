"""`greedy` in Afritoria: showing its hand, and using known cards of other hands."""

from collections import Counter

import numpy as np
import pytest
from afritoria.lockstep import GAME, hand_of

from africana_env import Batch, make_bot
from africana_env.games.afritoria.rules.action_space import ACTION
from africana_env.games.afritoria.rules.state import ANIMALS, EMPTY, OFFER, PUT_UNDER, STRENGTHS


def choice(batch):
    """Return the action of `greedy` in a batch of one."""
    actions = np.zeros(1, np.int64)
    make_bot("greedy", GAME, 1).act(batch, batch.running, actions)
    return int(actions[0])


def test_hand_is_shown_whenever_it_may_be_and_loses_cards_of_the_colour_that_fills_it():
    shown = kept = put = 0
    for seed in range(20):
        batch = Batch(GAME, 1, 2)
        batch.reset(seed)
        while batch.running[0]:
            state, action = batch.states[0], choice(batch)
            if state.phase == OFFER:
                may = bool(batch.action_mask[0, ACTION.show_hand])
                assert action == (ACTION.show_hand if may else ACTION.keep_hand)
                shown, kept = shown + may, kept + (not may)
            if state.phase == PUT_UNDER:
                hand = hand_of(state, int(state.current_player))
                colours = Counter(kind // STRENGTHS for kind in hand if kind < ANIMALS)
                assert colours[(action - ACTION.put_under) // STRENGTHS] == max(colours.values())
                put += 1
            batch.step([action])
    assert put == 3 * shown > 0
    assert kept > 100


@pytest.mark.parametrize("known", [0, 1])
def test_animal_of_a_colour_in_which_a_rival_holds_a_stronger_one_is_not_committed(known):
    batch = Batch(GAME, 1, 2)
    batch.reset(0)
    state = batch._states[0]
    hand, row = [4, STRENGTHS + 4], [2, STRENGTHS + 2]  # equal except for their colours; the row has one of each
    state.hand[0], state.hand_seen[0] = [*hand, *[EMPTY] * 4], [1, 1, 0, 0, 0, 0]
    state.hand_size[0] = 2
    state.row[:2] = row
    state.in_sight[:] = 0
    state.in_sight[row] = 1
    state.hand[1, 0] = known * STRENGTHS + 9
    state.hand_seen[1, 0] = 0b11
    batch._view()
    assert choice(batch) == ACTION.commit + hand[1 - known]
