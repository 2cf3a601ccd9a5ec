"""Positions of an edition with its things in another order."""

from typing import Any

import numpy as np


class Order:
    """A new order of things: `new[old]` is the new number of a thing."""

    def __init__(self, number: int, generator: np.random.Generator, among: int | None = None) -> None:
        self.new = np.arange(number)
        self.new[: among or number] = generator.permutation(among or number)

    def listed(self, things: Any) -> list[Any]:
        found: list[Any] = [None] * len(self.new)
        for old, thing in enumerate(things):
            found[self.new[old]] = thing
        return found

    def along(self, values: np.ndarray, axis: int = -1) -> np.ndarray:
        """Return an array with the things along an axis in the new order."""
        return np.take(values, np.argsort(self.new), axis)

    def numbers(self, values: np.ndarray, first: int = 0) -> np.ndarray:
        """Return an array of thing numbers, counted from `first`, in the new order; other numbers stay."""
        inside = (values >= first) & (values < first + len(self.new))
        return np.where(inside, first + self.new[np.where(inside, values - first, 0)], values)
