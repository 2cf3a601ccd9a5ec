"""`MaskablePPO` of sb3-contrib in our environments, for comparison. Needs `sb3-contrib`."""

from collections.abc import Iterator
from importlib import import_module
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from africana_env import Batch, Game
from africana_env.api.metadata import gymnasium_id
from africana_env.engine.batch.floats import feature_scale, float_observation

SETTINGS: dict[str, Any] = {
    "n_steps": 256,
    "batch_size": 512,
    "n_epochs": 4,
    "gamma": 0.997,
    "ent_coef": 0.01,
    "learning_rate": 1e-3,
    "policy_kwargs": {"net_arch": [128, 128]},
    "device": "cpu",
}
ENVS = 8
ENV_SETTINGS = {"reward": "score", "opponents": "random", "seat": "rotate"}
"""Immediate points as reward, and opponents that are easy to beat: the settings with which it learned most in a few
minutes."""


class Learned(NamedTuple):
    """Progress of the training."""

    bot: "MaskablePPOBot"
    timesteps: int
    """Its own decisions, without its opponents'."""
    seconds: float


class MaskablePPOBot:
    """A model as a bot, which draws actions from its policy by torch's generator. It reads floats in [0, 1], as in its
    environments."""

    reads_observations = True

    def __init__(self, model: Any, game: Game) -> None:
        self.model = model
        self._scale = feature_scale(game.observation)

    def reset_rows(self, rows: np.ndarray, seeds: np.ndarray) -> None:
        """See `Bot.reset_rows`. The bot has no memory."""

    def act(self, batch: Batch, rows: np.ndarray, actions: np.ndarray) -> None:
        masks = batch.action_mask[rows].astype(np.bool_)
        observations = float_observation(batch.observation[rows], self._scale)
        actions[rows], _ = self.model.predict(observations, action_masks=masks, deterministic=False)


def learn(game: Game, num_players: int, seed: int, timesteps: int) -> Iterator[Learned]:
    """Learn from `timesteps` decisions. Yields the progress after each rollout, and does not count the time until it
    continues. Raises `ImportError` without sb3-contrib."""
    masked_ppo = import_module("sb3_contrib").MaskablePPO
    make_vec_env = import_module("stable_baselines3.common.env_util").make_vec_env
    settings = {"num_players": num_players, **ENV_SETTINGS}
    envs = make_vec_env(gymnasium_id(game.name), n_envs=ENVS, seed=seed, env_kwargs=settings)
    model = masked_ppo("MlpPolicy", envs, seed=seed, **SETTINGS)
    spent = 0.0
    while model.num_timesteps < timesteps:
        start = perf_counter()
        model.learn(ENVS * SETTINGS["n_steps"], reset_num_timesteps=False)
        spent += perf_counter() - start
        yield Learned(MaskablePPOBot(model, game), model.num_timesteps, spent)
