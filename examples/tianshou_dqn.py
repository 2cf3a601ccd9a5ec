"""Tianshou: DQN with action masks against random opponents.

    pip install . tianshou   # in a copy of the repository
    python examples/tianshou_dqn.py --game Africa-v0 --timesteps 20000

Tianshou expects the features under `obs` and the mask under `mask` in the observation; a wrapper puts them there. With
two players and the reward `score`, 20,000 decisions (some minutes) win 72 % of games of Africa and 62 % of Afritoria.
Africana, with 200 decisions per game, is not learned in this time.
"""

import argparse
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, CollectStats, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

import africana_env  # noqa: F401 (registers the environments)


class MaskInObservation(gymnasium.Wrapper):
    """Observations `{"obs": features, "mask": legal actions}`."""

    def __init__(self, env: gymnasium.Env) -> None:
        super().__init__(env)
        assert isinstance(env.action_space, spaces.Discrete)
        mask = spaces.MultiBinary(int(env.action_space.n))
        self.observation_space = spaces.Dict({"obs": env.observation_space, "mask": mask})

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        observation, info = self.env.reset(seed=seed, options=options)
        return {"obs": observation, "mask": info["action_mask"].astype(bool)}, {}

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        observation, reward, terminated, truncated, info = self.env.step(action)
        seen = {"obs": observation, "mask": info["action_mask"].astype(bool)}
        return seen, reward, terminated, truncated, {}


def main(arguments: Sequence[str] | None = None) -> float:
    """Train, then print and return the win rate against random."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="Africa-v0", choices=["Africana-v0", "Africa-v0", "Afritoria-v0"])
    parser.add_argument("--num_players", type=int, default=2)
    parser.add_argument("--reward", default="score", choices=["outcome", "margin", "score", "lead"])
    parser.add_argument("--timesteps", type=int, default=20_000)
    parser.add_argument("--num_games", type=int, default=200, help="games to rate the result with")
    options = parser.parse_args(arguments)

    def make(reward: str) -> Any:
        env = gymnasium.make(
            f"africana_env/{options.game}", num_players=options.num_players, reward=reward, seat="rotate"
        )
        return MaskInObservation(env)

    envs = DummyVectorEnv([lambda: make(options.reward)] * 8)
    env = make(options.reward)
    actions = env.action_space
    net = Net(state_shape=env.observation_space["obs"].shape, action_shape=actions.n, hidden_sizes=[128, 128])
    policy = DiscreteQLearningPolicy(model=net, action_space=actions, eps_training=0.1)
    algorithm: DQN = DQN(
        policy=policy, optim=AdamOptimizerFactory(lr=1e-3), gamma=0.99, n_step_return_horizon=10, target_update_freq=200
    )
    collector = Collector[CollectStats](algorithm, envs, VectorReplayBuffer(20_000, 8), exploration_noise=True)
    collector.reset()
    collector.collect(n_step=min(2_000, options.timesteps), random=False)
    algorithm.run_training(
        OffPolicyTrainerParams(
            training_collector=collector,
            max_epochs=1,
            epoch_num_steps=options.timesteps,
            collection_step_num_env_steps=64,
            update_step_num_gradient_steps_per_sample=0.1,
            batch_size=128,
            show_progress=False,
            verbose=False,
        )
    )
    rating_envs = DummyVectorEnv([lambda: make("outcome")] * 8)
    rating = Collector[CollectStats](algorithm, rating_envs, VectorReplayBuffer(800, 8))
    returns = rating.collect(n_episode=max(options.num_games, 8), reset_before_collect=True).returns
    rate = float(
        np.mean(returns * (options.num_players - 1) + 1) / options.num_players
    )  # a win shared by two seats is a half
    print(f"{options.game}, {options.num_players} players: {rate:.0%} of {len(returns)} games won against random")
    return rate


if __name__ == "__main__":
    main()
