"""Observations as named fields of one `uint8` vector."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

import numpy as np


@dataclass(frozen=True)
class ObservationField:
    """`prod(shape)` consecutive features, each a count or flag from 0 to `maximum` (at most 255)."""

    name: str
    shape: tuple[int, ...]
    maximum: int
    meaning: str

    @property
    def size(self) -> int:
        return prod(self.shape)


class ObservationSpace:
    """The fields of a game's observation, in the order of their features.

    `space.start("phase")` is the index of a field's first feature; `len(space)` the number of all features.
    """

    def __init__(self, *fields: ObservationField) -> None:
        self.fields = fields
        self._starts: dict[str, int] = {}
        size = 0
        for field in fields:
            self._starts[field.name] = size
            size += field.size
        self._size = size

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[tuple[ObservationField, slice]]:
        for field in self.fields:
            start = self._starts[field.name]
            yield field, slice(start, start + field.size)

    def start(self, name: str) -> int:
        """The index of the first feature of the field called `name`."""
        return self._starts[name]

    def maxima(self) -> np.ndarray:
        """The maximum of every feature, `uint8` of shape `(len(self),)`."""
        return np.concatenate([np.full(field.size, field.maximum, np.uint8) for field in self.fields])

    def unpack(self, features: np.ndarray) -> dict[str, np.ndarray]:
        """One observation (shape `(len(self),)`) as a dictionary of its fields, each in its own shape."""
        return {field.name: features[where].reshape(field.shape) for field, where in self}
