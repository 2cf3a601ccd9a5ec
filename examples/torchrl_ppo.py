"""TorchRL: PPO with action masks and self-play in Afritoria, where players decide simultaneously.

    pip install --constraint constraints.txt . torchrl   # in a copy of the repository
    python examples/torchrl_ppo.py --timesteps 50000

All seats share one network. A player without a decision can only pass. With two players and the reward `score`, 50,000
steps (some minutes) win 88 % of games against random.
"""

import argparse
from collections.abc import Sequence

import numpy as np
import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs.libs.pettingzoo import PettingZooWrapper
from torchrl.modules import MLP, MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from africana_env import afritoria_v0

FEATURES = ("player", "observation", "observation")


def win_rate(network: nn.Module, players: int, games: int) -> float:
    """The network's win rate against `random` in all other seats."""
    env, rng, won = afritoria_v0.parallel_env(num_players=players), np.random.default_rng(0), 0.0
    for number in range(games):
        observations, _ = env.reset(seed=number)
        learner, earned = env.possible_agents[number % players], 0.0
        while env.agents:
            actions = {a: int(rng.choice(np.flatnonzero(seen["action_mask"]))) for a, seen in observations.items()}
            seen = observations[learner]
            with torch.no_grad():
                logits = network(torch.as_tensor(seen["observation"]))
            mask = torch.as_tensor(seen["action_mask"], dtype=torch.bool)
            actions[learner] = int(MaskedCategorical(logits=logits, mask=mask).sample())
            observations, rewards, *_ = env.step(actions)
            earned += rewards[learner]
        won += (earned * (players - 1) + 1) / players  # a win shared by two seats is a half
    return won / games


def train(players: int, reward: str, timesteps: int) -> nn.Module:
    """Train a network for action logits."""
    torch.manual_seed(1)
    env = PettingZooWrapper(afritoria_v0.parallel_env(num_players=players, reward=reward), use_mask=True, seed=1)
    features = env.observation_spec[FEATURES].shape[-1]
    actions = env.observation_spec["player", "action_mask"].shape[-1]
    network = MLP(in_features=features, out_features=actions, num_cells=[128, 128])
    actor = ProbabilisticActor(
        TensorDictModule(network, in_keys=[FEATURES], out_keys=[("player", "logits")]),
        in_keys={"logits": ("player", "logits"), "mask": ("player", "action_mask")},
        out_keys=[("player", "action")],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
        log_prob_key=("player", "log_prob"),
    )
    critic_network = MLP(in_features=features, out_features=1, num_cells=[128, 128])
    critic = ValueOperator(critic_network, in_keys=[FEATURES], out_keys=[("player", "value")])

    advantage = GAE(gamma=0.997, lmbda=0.95, value_network=critic)
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01)
    for part in (advantage, loss):
        part.set_keys(value=("player", "value"), advantage=("player", "advantage"), value_target=("player", "target"))
    keys = {name: ("player", name) for name in ("reward", "done", "terminated")}
    advantage.set_keys(**keys)
    loss.set_keys(action=("player", "action"), sample_log_prob=("player", "log_prob"), **keys)

    optimizer = torch.optim.Adam(loss.parameters(), lr=1e-3)
    batch = min(2048, timesteps)
    for data in Collector(env, actor, frames_per_batch=batch, total_frames=timesteps):
        with torch.no_grad():
            advantage(data)
        data = data.reshape(-1)
        for _ in range(4):
            for rows in torch.randperm(len(data)).split(256):
                losses = loss(data[rows])
                optimizer.zero_grad()
                (losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]).backward()
                nn.utils.clip_grad_norm_(loss.parameters(), 1.0)
                optimizer.step()
    return network


def main(arguments: Sequence[str] | None = None) -> float:
    """Train, then print and return the win rate."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--num_players", type=int, default=2)
    parser.add_argument("--reward", default="score", choices=["outcome", "margin", "score", "lead"])
    parser.add_argument("--timesteps", type=int, default=50_000)
    parser.add_argument("--num_games", type=int, default=200, help="games to rate the result with")
    options = parser.parse_args(arguments)
    network = train(options.num_players, options.reward, options.timesteps)
    rate = win_rate(network, options.num_players, options.num_games)
    print(f"Afritoria, {options.num_players} players: {rate:.0%} of {options.num_games} games won against random")
    return rate


if __name__ == "__main__":
    main()
