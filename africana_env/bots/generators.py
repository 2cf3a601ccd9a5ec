"""Random numbers for bots in Python: a generator for each game."""

import numpy as np

from africana_env.engine.rng import random_floats


class GameGenerators:
    """The generators of the games marked in `rows`, so that every game has numbers of its own.

    `generators` are records of `generator_dtype`, one for each game of a batch; every draw counts on them.
    """

    def __init__(self, generators: np.ndarray, rows: np.ndarray) -> None:
        self._generators = generators
        self._rows = rows

    def random(self) -> np.ndarray:
        """A random number in [0, 1) for each game, `float64` of shape `(games,)`."""
        return random_floats(self._generators, self._rows)

    def choice(self, weights: np.ndarray) -> np.ndarray:
        """A random column for each game, `int64` of shape `(games,)`, as likely as its weight: numbers of at least 0,
        shape `(games, columns)`, each row with one above 0. `choice(masks)` is any legal action."""
        below = np.cumsum(weights, axis=1, dtype=np.float64)
        # A product may be rounded up to the sum; the float below it is still in the last column with a weight.
        drawn = np.minimum(self.random() * below[:, -1], np.nextafter(below[:, -1], 0))
        return (below > drawn[:, None]).argmax(axis=1)
