"""Scripted bots, which decide by compiled rule functions."""

from typing import Any

import numpy as np

from africana_env.bots.decisions import check_fits
from africana_env.bots.generators import reset_generators
from africana_env.bots.lookahead import lookahead_bot
from africana_env.bots.random import random_action
from africana_env.engine.batch.batch import NOBODY_TO_MOVE, Batch
from africana_env.engine.batch.binding import bot_kernel
from africana_env.engine.game.checks import check_array
from africana_env.engine.game.contract import Game, ScriptedBot
from africana_env.engine.game.rng import generator_dtype
from africana_env.engine.process.errors import UserError

RANDOM = ScriptedBot(random_action, draws=True, about="takes any legal move")


def scripted_bots(game: Game) -> dict[str, ScriptedBot]:
    """Return a game's scripted bots by name, the strongest last."""
    derived = {"greedy": lookahead_bot(game)} if game.has_resample and not game.bots else {}
    return {"random": RANDOM, **derived, **game.bots}


def scripted_kind(game: Game, name: str) -> type["CompiledBot"]:
    if name == "random":
        return RandomBot
    return CompiledBot if scripted_bots(game)[name].draws else GameBot


class CompiledBot:
    """The scripted bot called `name`, with a generator and scratch memory per game."""

    reads_observations = False

    def __init__(self, game: Game, name: str, num_games: int) -> None:
        self.game = game
        self.name = name
        self.generators = np.zeros(num_games, generator_dtype)
        """See `KeepsGenerators`."""
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
        reset_generators(self.generators, rows, seeds)

    def source_file(self) -> None:
        """See `IsFromFile`: none."""

    def act(self, batch: Batch, rows: np.ndarray, actions: np.ndarray) -> None:
        """See `Bot.act`."""
        check_fits(self.name, len(self.generators), batch, self.game)
        batch.decide(self._kernel, self.generators, self._scratch, rows, actions)


class RandomBot(CompiledBot):
    """`random`."""

    def probabilities(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        """See `GivesProbabilities`: the legal actions are equally likely."""
        check_fits(self.name, len(self.generators), batch, self.game)
        legal = batch.action_mask[check_array("rows", rows, np.bool_, (batch.num_games,))]
        numbers = legal.sum(axis=1, keepdims=True)
        if not numbers.all():
            raise UserError(NOBODY_TO_MOVE)
        return legal / numbers


class GameBot(CompiledBot):
    """A deterministic scripted bot, such as Africana's `greedy`."""

    def probabilities(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        """See `GivesProbabilities`: 1 for its action. Raises `UserError` if it draws random numbers."""
        generators, actions = self.generators.copy(), np.zeros(batch.num_games, np.int64)
        self.act(batch, rows, actions)
        if (self.generators != generators).any():
            self.generators[:] = generators
            raise UserError(f"{self.name} draws random numbers: its ScriptedBot needs draws=True")
        return np.eye(len(self.game.actions))[actions[rows]]
