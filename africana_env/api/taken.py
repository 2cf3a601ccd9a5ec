"""The decisions of all seats in the games of a batch, for their records."""

from array import array
from collections.abc import Iterable
from typing import Any

import numpy as np

NONE = -1
"""In place of a decision where a game took no part in a step."""


class Taken:
    """The decisions in each game since it began, by whoever was to move."""

    def __init__(self, num_games: int) -> None:
        self._log = array("i")
        """Step after step, an entry for each game."""
        self._starts = np.zeros(num_games, np.int64)
        """The step with which each game began."""

    def put(self, actions: Iterable[int]) -> None:
        """In a batch of one game: let these be the decisions so far."""
        self._log, self._starts[0] = array("i", actions), 0

    def restart(self, rows: np.ndarray) -> None:
        """Games begin in the rows marked in `rows` (`bool`, shape `(num_games,)`)."""
        steps = len(self._log) // len(self._starts)
        self._starts[rows] = steps
        unused = int(self._starts.min())
        if 2 * unused >= steps:
            del self._log[: unused * len(self._starts)]
            self._starts -= unused

    def add(self, actions: Any, rows: np.ndarray) -> None:
        """Add the decision (whole numbers, shape `(num_games,)`) in each game that is marked in `rows`."""
        if len(self._starts) > 1:
            self._log.frombytes(np.where(rows, np.asarray(actions, np.intc), NONE).astype(np.intc).tobytes())
        elif rows[0]:  # which takes NumPy longer
            self._log.append(int(actions[0]))

    def of(self, row: int) -> list[int]:
        """The decisions in a game."""
        steps = np.array(self._log, np.intc).reshape(-1, len(self._starts))[self._starts[row] :, row]
        return steps[steps != NONE].tolist()
