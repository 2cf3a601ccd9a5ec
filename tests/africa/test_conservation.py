"""No marker and no camp is ever lost or doubled, and what the state counts beside them stays right."""

from random import Random

import numpy as np
import pytest
from africa.conservation import check_conservation
from africa.lockstep import GAME, SHIPPED
from africa.variants import variant
from support import Mix, first_and_last

from africana_env import Batch


def no_seat_beyond_the_players(state):
    """Whether the record holds nothing for seats that nobody takes."""
    fields = ("points", "camps", "goods", "goods_points")
    empty = not any(state[name][state.num_players :].any() for name in fields)
    return empty and not state.minerals[:, state.num_players :].any()


@pytest.mark.parametrize("players", first_and_last(GAME.players))
@pytest.mark.parametrize("odd", [False, True])
def test_every_marker_and_camp_is_in_one_place_throughout_the_game(players, odd):
    for seed in range(2):
        edition = variant(GAME, Random(seed)) if odd else SHIPPED[seed % 2]
        batch = Batch(GAME, 1, players, edition, max_rounds=25)
        batch.reset(seed)
        mix = Mix(GAME, seed)
        check_conservation(batch.states[0], edition)
        while batch.running[0]:
            for _ in range(3):  # what is lost once stays lost
                if batch.running[0]:
                    batch.step([mix.choose(batch)])
            check_conservation(batch.states[0], edition)
            assert no_seat_beyond_the_players(batch.states[0])


@pytest.mark.parametrize("players", first_and_last(GAME.players))
def test_next_game_in_a_used_record_is_like_a_first(players):
    batch = Batch(GAME, 3, players, max_rounds=30)
    batch.reset(5)
    fresh = batch.states.copy()
    mix = Mix(GAME, 1)
    one = Batch(GAME, 1, players, max_rounds=30)
    one.reset(9)
    while one.running[0]:
        one.step([mix.choose(one)])
    batch.set_states(np.repeat(one.states, 3))
    batch.reset(5)
    assert batch.states.tobytes() == fresh.tobytes()
