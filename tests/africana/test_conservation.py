"""No card and no marker of Africana appears or vanishes, in play or by `resample`."""

from random import Random

import pytest
from africana.conservation import check_conservation
from africana.lockstep import GAME
from africana.variants import variant
from support import Mix, Setting, first_and_last, positions, resampled

from africana_env import Batch
from africana_env.engine.editions import load_edition

EDITION = load_edition(GAME, "reconstructed")


def no_seat_beyond_the_players(state):
    """Whether the record holds nothing for seats that nobody takes."""
    fields = ("silver", "joker", "markers_left", "assistants", "travel", "artifacts")
    beyond = [state[name][state.num_players :] for name in fields]
    return not any(part.any() for part in [*beyond, state.drawn[:, state.num_players :]])


@pytest.mark.parametrize("players", first_and_last(GAME.players))
@pytest.mark.parametrize("odd", [False, True])
def test_every_card_and_marker_is_in_one_place_throughout_the_game(players, odd):
    for seed in range(4):
        edition = variant(GAME, Random(seed)) if odd else EDITION
        batch = Batch(GAME, 1, players, edition, max_rounds=40)
        batch.reset(seed)
        mix = Mix(GAME, seed)
        check_conservation(batch.states[0], edition)
        while batch.running[0]:
            batch.step([mix.choose(batch)])
            check_conservation(batch.states[0], edition)
            assert no_seat_beyond_the_players(batch.states[0])


@pytest.mark.parametrize("players", first_and_last(GAME.players))
def test_resample_keeps_every_card_and_marker(players):
    setting = Setting(GAME, "reconstructed", players)
    for seat in range(players):
        for state in resampled(setting, positions(setting, 60, seed=seat), seat).states:
            check_conservation(state, EDITION)
