"""RLlib's PettingZoo wrappers work with every game, and its checker, which samples without masks, passes."""

import numpy as np
import pytest
from support import every_game, module_of

pytest.importorskip("ray.rllib", reason="ray[rllib] is not installed")

from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv, PettingZooEnv
from ray.rllib.utils.pre_checks.env import check_multiagent_environments


def legal(observations):
    return {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}


@every_game
def test_checker_accepts_the_aec_environment(game):
    for _ in range(5):  # it samples
        check_multiagent_environments(PettingZooEnv(module_of(game).env()))


@every_game
def test_checker_accepts_the_parallel_environment(game):
    for _ in range(5):
        check_multiagent_environments(ParallelPettingZooEnv(module_of(game).parallel_env()))


@every_game
@pytest.mark.parametrize("face", ["env", "parallel_env"])
def test_a_whole_game(game, face):
    make = getattr(module_of(game), face)
    wrap = PettingZooEnv if face == "env" else ParallelPettingZooEnv
    env = wrap(make(num_players=2, max_rounds=2))
    observations, _ = env.reset(seed=1)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    ended = truncated = {"__all__": False}
    while not ended["__all__"] and not truncated["__all__"]:
        assert all(seen in env.get_observation_space(agent) for agent, seen in observations.items())
        observations, rewards, ended, truncated, _ = env.step(legal(observations))
        for agent, reward in rewards.items():
            earned[agent] += reward
    assert np.isclose(sum(earned.values()), 0)  # outcomes of two players
