"""Positions of an edition whose things were put into another order."""

from typing import Any

import numpy as np


class Order:
    """A new order of things: `new[old]` is the number of a thing in it."""

    def __init__(self, number: int, generator: np.random.Generator, among: int | None = None) -> None:
        self.new = np.arange(number)
        self.new[: among or number] = generator.permutation(among or number)

    def listed(self, things: Any) -> list[Any]:
        """A list of things in the new order."""
        found: list[Any] = [None] * len(self.new)
        for old, thing in enumerate(things):
            found[self.new[old]] = thing
        return found

    def along(self, values: np.ndarray, axis: int = -1) -> np.ndarray:
        """An array with an entry for each thing along an axis, in the new order."""
        return np.take(values, np.argsort(self.new), axis)

    def numbers(self, values: np.ndarray, first: int = 0) -> np.ndarray:
        """An array of numbers of things, counted from `first`, in the new order; others stay as they are."""
        inside = (values >= first) & (values < first + len(self.new))
        return np.where(inside, first + self.new[np.where(inside, values - first, 0)], values)
