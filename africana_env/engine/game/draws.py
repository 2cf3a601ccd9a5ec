"""Random choices in plain Python, by the same generator as the rules: a seed means the same in every version."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

import numpy as np

from africana_env.engine.game.rng import plain_philox

Item = TypeVar("Item")
BLOCK = 512
"""Numbers drawn at once."""
_HALF, _MASK = np.uint64(32), np.uint64((1 << 32) - 1)


class Draws:
    """The random choices from a seed, a whole number below 2**64."""

    def __init__(self, seed: int) -> None:
        self._seed = np.uint64(seed)
        self._drawn = 0
        self._numbers: list[float] = []

    def fraction(self) -> float:
        """Return a number in [0, 1), in steps of 2**-32."""
        if not self._numbers:
            counters = np.arange(self._drawn, self._drawn + BLOCK, dtype=np.uint64)
            bits, _ = plain_philox(counters, self._seed >> _HALF, self._seed & _MASK)
            self._numbers = (bits[::-1] * 2.0**-32).tolist()
            self._drawn += BLOCK
        return self._numbers.pop()

    def below(self, bound: int) -> int:
        """Return a whole number in [0, `bound`)."""
        return int(self.fraction() * bound)

    def within(self, least: int, most: int) -> int:
        """Return a whole number from `least` to `most`."""
        return least + self.below(most - least + 1)

    def between(self, low: float, high: float) -> float:
        """Return a number in [`low`, `high`)."""
        return low + (high - low) * self.fraction()

    def choice(self, items: Sequence[Item]) -> Item:
        """Return one of `items`."""
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """Return the items in a random order."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(len(left))]


def exchanged(names: Sequence[str], draws: Draws) -> dict[str, str]:
    """Return a random permutation of names, as a mapping."""
    return dict(zip(names, draws.shuffled(names), strict=True))
