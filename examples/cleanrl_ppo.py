"""Masked PPO in one file, in the style of CleanRL: `gymnasium.make_vec` against bots of the package.

    pip install --constraint constraints.txt . torch   # in a copy of the repository
    python examples/cleanrl_ppo.py --game Africana-v0 --timesteps 100000

The mask is in `infos["action_mask"]`. Illegal actions get the logit -1e9 when acting and learning. Autoreset is
`NEXT_STEP`, Gymnasium's default: the step after the end of a game starts the next game and ignores the action. The mask
of such a row marks one action, so that no distribution is empty, and the loss leaves these samples out.

Win rates over 1000 games against random after 100,000 decisions (a minute on one core), with two players and the reward
`score`: Africana 98.8 % (97.9 to 99.3), Africa 100 % (99.2 to 100), Afritoria 63.0 % (60.0 to 66.0). One seed.
"""

import argparse
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import torch
from torch import Tensor, nn
from torch.distributions import Categorical

from africana_env import load_game
from africana_env.arena.evaluate import evaluate

NUM_ENVS, NUM_STEPS, NUM_MINIBATCHES, UPDATE_EPOCHS = 32, 128, 8, 4
LEARNING_RATE, GAMMA, GAE_LAMBDA = 1e-3, 0.997, 0.95
CLIP_COEF, ENT_COEF, VF_COEF, MAX_GRAD_NORM = 0.2, 0.01, 0.5, 0.5


class Agent(nn.Module):
    """An actor and a critic with two hidden layers each."""

    def __init__(self, features: int, actions: int) -> None:
        super().__init__()
        self.actor = layers(features, actions)
        self.critic = layers(features, 1)

    def policy(self, observations: Tensor, masks: Tensor) -> Categorical:
        """The distribution over legal actions; `observations` (rows, features) in [0, 1], `masks` (rows, actions)."""
        return Categorical(logits=self.actor(observations).masked_fill(masks == 0, -1e9))

    def value(self, observations: Tensor) -> Tensor:
        """The value of each position, (rows,)."""
        return self.critic(observations).squeeze(-1)


def layers(inputs: int, outputs: int) -> nn.Sequential:
    """Two hidden layers of 128 units."""
    return nn.Sequential(nn.Linear(inputs, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh(), nn.Linear(128, outputs))


def train(envs: gymnasium.vector.VectorEnv, agent: Agent, num_updates: int) -> None:
    """Alternate between `NUM_STEPS` decisions in every environment and an update."""
    optimizer = torch.optim.Adam(agent.parameters(), LEARNING_RATE, eps=1e-5)
    shape = NUM_STEPS, NUM_ENVS
    observation, infos = envs.reset(seed=1)
    observations = torch.zeros(NUM_STEPS + 1, *observation.shape)
    masks = torch.zeros(NUM_STEPS + 1, *infos["action_mask"].shape, dtype=torch.int8)
    actions, logprobs = torch.zeros(shape, dtype=torch.int64), torch.zeros(shape)
    rewards, values, advantages = torch.zeros(shape), torch.zeros(NUM_STEPS + 1, NUM_ENVS), torch.zeros(shape)
    over = torch.zeros(NUM_STEPS + 1, NUM_ENVS, dtype=torch.bool)  # observation t is the end of a game
    observations[0], masks[0] = torch.as_tensor(observation), torch.as_tensor(infos["action_mask"])
    for update in range(num_updates):
        optimizer.param_groups[0]["lr"] = LEARNING_RATE * (1 - update / num_updates)
        with torch.no_grad():
            for t in range(NUM_STEPS):
                policy = agent.policy(observations[t], masks[t])
                actions[t] = policy.sample()
                logprobs[t] = policy.log_prob(actions[t])
                observation, reward, terminations, _, infos = envs.step(actions[t].numpy())  # nothing truncates
                observations[t + 1], masks[t + 1] = torch.as_tensor(observation), torch.as_tensor(infos["action_mask"])
                rewards[t], over[t + 1] = torch.as_tensor(reward), torch.as_tensor(terminations)
            values = agent.value(observations)
            advantage = torch.zeros(NUM_ENVS)
            for t in reversed(range(NUM_STEPS)):
                continues = ~over[t + 1]
                delta = rewards[t] + GAMMA * values[t + 1] * continues - values[t]
                advantages[t] = advantage = delta + GAMMA * GAE_LAMBDA * advantage * continues
        kept = ~over[:-1]  # the other steps started a game and ignored the action
        samples = [part[kept] for part in (observations[:-1], masks[:-1], actions, logprobs, advantages, values[:-1])]
        for _ in range(UPDATE_EPOCHS):
            for rows in torch.randperm(len(samples[0])).chunk(NUM_MINIBATCHES):
                learn(agent, optimizer, *(part[rows] for part in samples))
        observations[0], masks[0], over[0] = observations[-1].clone(), masks[-1].clone(), over[-1].clone()


def learn(
    agent: Agent,
    optimizer: torch.optim.Optimizer,
    observations: Tensor,
    masks: Tensor,
    actions: Tensor,
    old_logprobs: Tensor,
    advantages: Tensor,
    values: Tensor,
) -> None:
    """Take one optimizer step on a minibatch."""
    policy = agent.policy(observations, masks)
    ratio = (policy.log_prob(actions) - old_logprobs).exp()
    scaled = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    policy_loss = -torch.min(scaled * ratio, scaled * ratio.clamp(1 - CLIP_COEF, 1 + CLIP_COEF)).mean()
    value_loss = 0.5 * (agent.value(observations) - (advantages + values)).square().mean()
    loss = policy_loss - ENT_COEF * policy.entropy().mean() + VF_COEF * value_loss
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(agent.parameters(), MAX_GRAD_NORM)
    optimizer.step()


def main(arguments: Sequence[str] | None = None) -> float:
    """Train, then print and return the win rate."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="Africana-v0", choices=["Africana-v0", "Africa-v0", "Afritoria-v0"])
    parser.add_argument("--num_players", type=int, default=2)
    parser.add_argument("--reward", default="score", choices=["outcome", "margin", "score", "lead"])
    parser.add_argument("--opponents", default="random", help="the bot in the other seats, in training and evaluation")
    parser.add_argument("--timesteps", type=int, default=100_000)
    parser.add_argument("--num_games", type=int, default=1000, help="games to rate the result with")
    options = parser.parse_args(arguments)
    torch.manual_seed(1)
    envs = gymnasium.make_vec(
        f"africana_env/{options.game}",
        NUM_ENVS,
        num_players=options.num_players,
        reward=options.reward,
        opponents=options.opponents,
        seat="rotate",
    )
    game = load_game(options.game.lower().replace("-", "_"))
    agent = Agent(len(game.observation), len(game.actions))
    train(envs, agent, max(1, options.timesteps // (NUM_ENVS * NUM_STEPS)))

    scale = torch.as_tensor(1.0 / game.observation.maxima(), dtype=torch.float32)  # as the environments' in [0, 1]

    @torch.no_grad()
    def decide(seen: np.ndarray, legal: np.ndarray, rng: Any) -> np.ndarray:
        return rng.choice(agent.policy(torch.as_tensor(seen) * scale, torch.as_tensor(legal)).probs.numpy() * legal)

    result = evaluate(
        game, decide, [options.opponents], num_players=options.num_players, num_games=options.num_games
    ).results[0]
    low, high = result.ci95
    interval = f"{result.win_rate:.1%} ({low:.1%} to {high:.1%})"
    won = f"{interval} of {result.num_games} games won against {options.opponents}"
    print(f"{game.title}, {options.num_players} players: {won}")
    return result.win_rate


if __name__ == "__main__":
    main()
