"""Tianshou's PettingZoo wrapper works with every game."""

import numpy as np
import pytest
from support import every_game, module_of

pytest.importorskip("tianshou", reason="tianshou is not installed")

from tianshou.algorithm.multiagent.marl import MultiAgentPolicy
from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
from tianshou.data import Collector, CollectStats, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv


@every_game
def test_collector_plays_games(game):
    def make():
        return PettingZooEnv(module_of(game).env(num_players=2, max_rounds=1))

    env = make()
    random = MARLRandomDiscreteMaskedOffPolicyAlgorithm.Policy
    policy = MultiAgentPolicy({agent: random(env.action_space) for agent in env.agents})
    collector = Collector[CollectStats](policy, DummyVectorEnv([make, make]), VectorReplayBuffer(200, 2))
    stats = collector.collect(n_episode=4, reset_before_collect=True)
    assert stats.n_collected_episodes == 4
    assert np.abs(stats.returns).max() <= 1
    assert (stats.returns > -1).any()  # not every game ended with an illegal action
