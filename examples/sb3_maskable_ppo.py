"""Stable-Baselines3: MaskablePPO of sb3-contrib learns a game against random opponents.

    pip install --constraint constraints.txt . sb3-contrib   # in a copy of the repository
    python examples/sb3_maskable_ppo.py --game Africana-v0 --timesteps 60000

The reward `score`, points as they are made, is what it learns from: 60 000 decisions (a few minutes) win 86 % of the
games of Africana with two players, 80 % with four, and all of Africa. What comes at the end of 200 decisions alone
teaches too little in that time: `outcome` 49 %, `margin` 28 % in Africana. Afritoria's games are short, and its
`margin` does no worse: 65 %, with `score` 58 %.

With `--generated` every game is on a board of its own, which entity observations describe, and the result is rated on
boards that it never saw.
"""

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import VecEnv

import africana_env  # noqa: F401 (registers the environments)

BOARD = {"edition": "reconstructed"}
TRAINING = {"edition": "generated:0-999999", "entities": True}
HELD_OUT = {"edition": "generated:1000000-1000099", "entities": True}


def win_rate(
    model: MaskablePPO | None, game: str, players: int, games: int, seed: int = 0, board: Mapping[str, Any] = BOARD
) -> float:
    """The share of the wins against `random`; a model of None plays at random, too."""
    env = gymnasium.make(f"africana_env/{game}", num_players=players, reward="outcome", seat="rotate", **board)
    rng = np.random.default_rng(seed)
    won = 0.0
    for number in range(games):
        observation, info = env.reset(seed=seed + number)
        over, reward = False, 0.0
        while not over:
            mask = info["action_mask"]
            if model is None:
                action = int(rng.choice(np.flatnonzero(mask)))
            else:
                action = int(model.predict(observation, action_masks=mask.astype(bool), deterministic=False)[0])
            observation, step_reward, terminated, truncated, info = env.step(action)
            reward += float(step_reward)
            over = terminated or truncated
        won += (reward * (players - 1) + 1) / players  # a win alone is 1, one of two is a half
    return won / games


def main(arguments: Sequence[str] | None = None) -> float:
    """Train, then print and return the win rate."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="Africana-v0", choices=["Africana-v0", "Africa-v0", "Afritoria-v0"])
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--reward", default="score", choices=["outcome", "margin", "score", "lead"])
    parser.add_argument("--timesteps", type=int, default=60_000)
    parser.add_argument("--envs", type=int, default=8)
    parser.add_argument("--games", type=int, default=200, help="games to rate the result with")
    parser.add_argument("--generated", action="store_true", help="every game on another edition")
    options = parser.parse_args(arguments)
    learned, tested = (TRAINING, HELD_OUT) if options.generated else (BOARD, BOARD)

    envs: VecEnv = make_vec_env(
        f"africana_env/{options.game}",
        n_envs=options.envs,
        seed=1,
        env_kwargs={"num_players": options.players, "reward": options.reward, "seat": "rotate", **learned},
    )
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=max(2, min(256, options.timesteps // options.envs)),
        batch_size=512,
        n_epochs=4,
        gamma=0.997,
        ent_coef=0.01,
        learning_rate=1e-3,
        seed=1,
    )
    model.learn(options.timesteps)
    rate = win_rate(model, options.game, options.players, options.games, board=tested)
    print(f"{options.game}, {options.players} players: {rate:.0%} of {options.games} games won against random")
    return rate


if __name__ == "__main__":
    main()
