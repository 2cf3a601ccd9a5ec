"""Random numbers for bots: one generator per game."""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from africana_env.bots.decisions import wrong_batch_size
from africana_env.engine.game.checks import check_array
from africana_env.engine.game.rng import plain_philox

LOW_HALF = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)


def reset_generators(generators: np.ndarray, rows: np.ndarray, seeds: np.ndarray) -> None:
    """Seed the generators (records of `generator_dtype`) in the rows marked in `rows` (`bool`) with `seeds` (`uint64`).
    All three have the same shape; `UserError` otherwise."""
    if isinstance(rows, np.ndarray) and rows.shape != generators.shape:
        raise wrong_batch_size("the bot", len(generators), rows.size)
    check_array("rows", rows, np.bool_, generators.shape)
    check_array("seeds", seeds, np.uint64, generators.shape)
    generators["seed"][rows] = seeds[rows]
    generators["draws"][rows] = 0


@contextmanager
def draws_kept(generators: np.ndarray) -> Iterator[None]:
    """Restore the draws of `generators` (records of `generator_dtype`) after an error inside, so that a repeated call
    draws the same numbers."""
    draws = generators["draws"].copy()
    try:
        yield
    except BaseException:
        generators["draws"] = draws
        raise


class GameGenerators:
    """Independent random numbers for each of the games marked in `rows`.

    `generators` are records of `generator_dtype`, one per game of a batch; every draw advances them.
    """

    def __init__(self, generators: np.ndarray, rows: np.ndarray) -> None:
        self._generators = generators
        self._rows = rows

    def random(self) -> np.ndarray:
        """Draw a random number in [0, 1) for each game, in steps of 2**-32, `float64` of shape `(games,)`."""
        seeds, draws = self._generators["seed"][self._rows], self._generators["draws"][self._rows]
        self._generators["draws"][self._rows] = draws + np.uint64(1)
        return plain_philox(draws & LOW_HALF, seeds >> HALF, seeds & LOW_HALF)[0] / 2.0**32

    def choice(self, weights: np.ndarray) -> np.ndarray:
        """Draw a column for each game in proportion to its weight, `int64` of shape `(games,)`.

        `weights` has shape `(games, columns)`, without negative numbers and with a positive one in each row;
        `ValueError` otherwise. `choice(masks)` draws a random legal action.
        """
        weights = np.asarray(weights)
        if not ((weights >= 0).all() and np.isfinite(weights).all() and (weights > 0).any(axis=1).all()):
            raise ValueError("weights must be finite numbers of at least 0, with one above 0 in each row")
        below = np.cumsum(weights, axis=1, dtype=np.float64)
        # The product may round up to the sum; the float below the sum is still in the last column with a weight.
        drawn = np.minimum(self.random() * below[:, -1], np.nextafter(below[:, -1], 0))
        return (below > drawn[:, None]).argmax(axis=1)
