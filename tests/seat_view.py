"""Observations of seats against values recomputed from the referee's position."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from comparison import Comparison
from support import observed


class SeatView:
    """The expected observation of a seat, seats counted from the observer.

    A method with the name of a field, or `name_`, returns its values. Missing values at the end of an axis are 0.
    """

    unordered: tuple[str, ...] = ()
    """Fields whose last axis has no order."""

    def __init__(self, game: Comparison, seat: int) -> None:
        self.referee, self.seat = game.referee, seat
        self.at, self.scores, self.data = game.referee.snapshot(), game.referee.scores(), game.edition.data
        players = game.batch.num_players
        self.order = [(seat + number) % players for number in range(players)]
        self.over = self.at["phase"] == "over"

    def seats(self, values: Sequence[Any]) -> list[Any]:
        """Return the values by seat, the observer first."""
        return [values[seat] for seat in self.order]

    def mover(self) -> list[bool]:
        return [not self.over and seat == self.at["player"] for seat in self.order]

    def seat_(self) -> list[int]:
        return [0] * self.seat + [1]

    def players_(self) -> list[int]:
        return [0] * (len(self.order) - 2) + [1]

    def round_(self) -> list[int]:
        return [self.at["round"]]

    def rounds_left(self) -> list[int]:
        return [self.referee.max_rounds - self.at["round"]]


def check_views(game: Comparison, view: Callable[[int], SeatView]) -> None:
    """Fail unless every seat observes what `view(seat)` expects."""
    for seat in range(game.batch.num_players):
        expected = view(seat)
        for name, values in game.game.observation.unpack(observed(game.batch, seat)[0]).items():
            wanted = np.zeros(values.shape, int)
            method = getattr(expected, f"{name}_", None) or getattr(expected, name)
            fill(wanted, method())
            if name in expected.unordered:
                values, wanted = np.sort(values), np.sort(wanted)
            differ = np.argwhere(values != wanted).tolist()
            assert not differ, f"{name} for seat {seat} at {differ[:9]}{game.shown()}"


def fill(places: np.ndarray, values: Any) -> None:
    """Write nested lists over the first places of an array."""
    if len(values) and np.ndim(values[0]):
        for place, value in zip(places[: len(values)], values, strict=True):
            fill(place, value)
    elif len(values):
        places[: len(values)] = values
