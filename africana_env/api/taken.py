"""The decisions of all seats in the games of a batch, for their records."""

from array import array
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import numpy as np

from africana_env.engine.binding import bind_loop

FIRST_ROOM = 64
"""Decisions of each game that there is room for at first."""


class Taken:
    """The decisions in each game since it began, by whoever was to move."""

    def __init__(self, num_games: int) -> None:
        self._in_one = array("H")
        """In a batch of one game, where a kernel would take more time."""
        self._actions = np.zeros((num_games, FIRST_ROOM if num_games > 1 else 0), np.uint16)
        self._numbers = np.zeros(num_games, np.int64)

    def put(self, actions: Iterable[int]) -> None:
        """In a batch of one game: let these be the decisions so far."""
        self._in_one = array("H", actions)

    def restart(self, rows: np.ndarray) -> None:
        """Games begin in the rows marked in `rows` (`bool`, shape `(num_games,)`)."""
        self._numbers[rows] = 0
        if rows[0]:
            self.put([])

    def add(self, actions: Any, rows: np.ndarray) -> None:
        """Add the decision (whole numbers, shape `(num_games,)`) in each game that is marked in `rows`."""
        if len(self._numbers) > 1:
            longest = add_kernel()(np.asarray(actions, np.int64), rows, self._actions, self._numbers)
            if longest == self._actions.shape[1]:
                self._actions = np.concatenate([self._actions, np.zeros_like(self._actions)], 1)
        elif rows[0]:
            self._in_one.append(int(actions[0]))

    def of(self, row: int) -> list[int]:
        """The decisions in a game."""
        return (self._in_one if len(self._numbers) == 1 else self._actions[row, : self._numbers[row]]).tolist()


@cache
def add_kernel() -> Callable[..., int]:
    """`add_actions`, compiled."""
    return bind_loop(add_actions, {}, "taken").serial


def add_actions(actions, rows, taken, numbers):
    """Add the action of each game marked in `rows`; returns how many the longest of all has then."""
    longest = 0
    for row in range(len(rows)):
        if rows[row]:
            taken[row, numbers[row]] = actions[row]
            numbers[row] += 1
        longest = max(longest, numbers[row])
    return longest
