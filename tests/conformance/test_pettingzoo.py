"""PettingZoo's own checkers."""

import warnings

import pytest
from pettingzoo.test import api_test, seed_test, state_test
from pettingzoo.utils.env_logger import EnvLogger
from support import every_game, every_setting, module_of


@every_setting
@pytest.mark.parametrize("face", ["env", "raw_env"])
def test_environment_passes_the_api_test_without_a_warning(setting, face):
    make = getattr(module_of(setting.game), face)
    env = make(num_players=setting.players, edition=setting.edition, max_rounds=4)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for about_dictionaries in ("Observation space for each agent probably should be", "Observation is not a NumPy"):
            warnings.filterwarnings("ignore", about_dictionaries)  # PettingZoo's own games with masks have them, too
        api_test(env, num_cycles=500)


@every_game
def test_environment_passes_the_seed_test(game):
    seed_test(module_of(game).env, num_cycles=200)


@every_game
def test_environment_passes_the_state_test_without_a_warning(game):
    EnvLogger.suppress_output()  # about illegal actions: it samples without masks
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        state_test(module_of(game).env(), module_of(game).parallel_env(), num_cycles=50)
    EnvLogger.unsuppress_output()
