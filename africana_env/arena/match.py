"""The match loop: all games that bots play among themselves are played here."""

from collections.abc import Iterator

import numpy as np

from africana_env.bots import Seating
from africana_env.engine.batch import Batch
from africana_env.engine.rng import derive_seed


def deal_seeds(seed: int, num_games: int, repeats: int = 1) -> np.ndarray:
    """The seeds of games, `uint64` of shape `(num_games,)`; each deal stands for `repeats` games in a row."""
    return np.array([derive_seed(np.uint64(seed), np.uint64(game // repeats)) for game in range(num_games)], np.uint64)


def play_games(batch: Batch, seating: Seating, seeds: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Play new games, from `seeds` (`uint64`, shape `(num_games,)`), to their ends, with a bot in every seat.

    Yields after every step of the batch which games it was played in (`bool`, shape `(num_games,)`) and the actions
    taken there (`int64`, same shape, overwritten by the next step).
    """
    every_row = np.ones(batch.num_games, np.bool_)
    actions = np.zeros(batch.num_games, np.int64)
    batch.reset_rows(every_row, seeds)
    seating.reset_rows(every_row, seeds)
    while (rows := seating.act(batch, actions)).any():
        batch.step(actions, rows)
        yield rows, actions
