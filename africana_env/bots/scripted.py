"""Bots whose decisions are compiled rule functions."""

from typing import Any

import numpy as np

from africana_env.bots.generators import reset_generators
from africana_env.bots.protocol import check_fits
from africana_env.bots.random import random
from africana_env.engine.batch import Batch
from africana_env.engine.contract import Game, ScriptedBot
from africana_env.engine.kernels import bot_kernel
from africana_env.engine.rng import generator_dtype

RANDOM = ScriptedBot(random)


def scripted_bots(game: Game) -> dict[str, ScriptedBot]:
    """The scripted bots that play a game, by name, the strongest last."""
    return {"random": RANDOM, **game.bots}


class CompiledBot:
    """The scripted bot called `name`, with a generator and scratch memory for each of `num_games` games."""

    reads_observations = False

    def __init__(self, game: Game, name: str, num_games: int) -> None:
        self.game = game
        self.name = name
        self._generators = np.zeros(num_games, generator_dtype)
        self._scratch = np.zeros(num_games, self._scripted().scratch_dtype)
        self._bind()

    def _scripted(self) -> ScriptedBot:
        return scripted_bots(self.game)[self.name]

    def _bind(self) -> None:
        self._kernel = bot_kernel(self.game, self.name.partition(":")[0], self._scripted())

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in vars(self).items() if key != "_kernel"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._bind()

    def reset_rows(self, rows: np.ndarray, seeds: np.ndarray) -> None:
        """See `Bot.reset_rows`."""
        reset_generators(self._generators, rows, seeds)

    def act(self, batch: Batch, rows: np.ndarray, actions: np.ndarray) -> None:
        """See `Bot.act`."""
        check_fits(self.name, len(self._generators), batch, self.game)
        batch.decide(self._kernel, self._generators, self._scratch, rows, actions)
