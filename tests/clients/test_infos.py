"""`infos` have the mask of every agent, where AgileRL, RLlib and others look for it."""

import numpy as np
import pytest
from support import GAMES, every_setting, module_of

PARALLEL = [game for game in GAMES if hasattr(module_of(game), "parallel_env")]


@every_setting
@pytest.mark.parametrize("face", ["env", "raw_env"])
def test_infos_of_the_aec_environment_have_the_masks_of_the_observations(setting, face):
    env = getattr(module_of(setting.game), face)(num_players=setting.players, edition=setting.edition, max_rounds=2)
    env.reset(seed=1)
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        observation, *_, info = env.last()
        np.testing.assert_array_equal(info["action_mask"], observation["action_mask"])
        assert info["action_mask"].dtype == np.int8
        assert info["action_mask"].any()
        for agent in env.agents:
            np.testing.assert_array_equal(env.infos[agent]["action_mask"], env.observe(agent)["action_mask"])
            assert list(env.infos[agent]) == ["action_mask"]  # TorchRL knows only the keys that were there at `reset`
        kept = info["action_mask"].copy()
        env.step(int(observation["action_mask"].argmax()))
        np.testing.assert_array_equal(info["action_mask"], kept)  # what was told stays as it was
    for agent in env.agents:
        np.testing.assert_array_equal(env.infos[agent]["action_mask"], env.observe(agent)["action_mask"])


@pytest.mark.parametrize("game", PARALLEL, ids=[game.name for game in PARALLEL])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_infos_of_the_parallel_environment_have_the_masks_of_the_observations(game, players):
    env = module_of(game).parallel_env(num_players=players)
    observations, infos = env.reset(seed=1)
    while True:
        assert list(infos) == list(observations) == env.possible_agents
        for agent, seen in observations.items():
            np.testing.assert_array_equal(infos[agent]["action_mask"], seen["action_mask"])
            assert seen["action_mask"].shape == (env.action_space(agent).n,)
        if not env.agents:
            break
        assert all(seen["action_mask"].any() for seen in observations.values())
        observations, *_, infos = env.step({a: int(seen["action_mask"].argmax()) for a, seen in observations.items()})
