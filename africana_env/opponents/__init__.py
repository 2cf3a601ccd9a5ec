"""Opponents, and the one place that turns a name such as `greedy` into one."""

from typing import Protocol

import numpy as np

from africana_env.engine.batch import Batch, check_seed
from africana_env.engine.contract import Game, UserError
from africana_env.engine.kernels import opponent_kernel
from africana_env.engine.random import derive_seed, generator_dtype
from africana_env.opponents.random import random


class Opponent(Protocol):
    """Whoever decides in some games of a batch, knowing what the player to move may know."""

    def act(self, batch: Batch, rows: np.ndarray, actions: np.ndarray) -> None:
        """Put an action into `actions` (`int64`, shape `(num_games,)`) for every game marked in `rows` (`bool`, same
        shape); each has a player to move, to whom the batch's buffers show it."""


class CompiledOpponent:
    """An opponent whose decisions are compiled code, with a generator of its own for every row of a batch."""

    def __init__(self, game: Game, name: str, num_games: int, seed: int) -> None:
        self.name = name
        self._act = opponent_kernel(game, name, {**game.opponents, "random": random}[name])
        self._generators = np.zeros(num_games, generator_dtype)
        seeds = [derive_seed(np.uint64(seed), np.uint64(row)) for row in range(num_games)]
        self.reset_rows(np.ones(num_games, np.bool_), np.array(seeds, np.uint64))

    def reset_rows(self, rows: np.ndarray, seeds: np.ndarray) -> None:
        """Start the generators of the rows marked in `rows` (`bool`) anew, from `seeds` (`uint64`)."""
        self._generators["seed"][rows] = seeds[rows]
        self._generators["draws"][rows] = 0

    def act(self, batch: Batch, rows: np.ndarray, actions: np.ndarray) -> None:
        """See `Opponent.act`."""
        tables, masks = batch.edition.tables, batch.action_mask
        self._act(int(np.count_nonzero(rows)), tables, batch.states, masks, self._generators, rows, actions)


def opponent_names(game: Game) -> list[str]:
    """The opponents that a game has."""
    return ["random", *game.opponents]


def make_opponent(name: str, game: Game, num_games: int, seed: int = 0) -> CompiledOpponent:
    """The opponent called `name` for batches of `num_games` games; raises `UserError` if there is none."""
    if name not in opponent_names(game):
        raise UserError(f"unknown opponent {name!r}: use {' or '.join(opponent_names(game))}")
    check_seed(seed)
    return CompiledOpponent(game, name, num_games, seed)
