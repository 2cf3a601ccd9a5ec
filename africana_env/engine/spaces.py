"""Action and observation spaces: actions as named groups of consecutive ids, observations as named fields of one
`uint8` vector."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class ActionGroup:
    """`size` consecutive action ids of one kind."""

    name: str
    size: int
    meaning: str
    action_features: tuple[str, ...] = ()
    """Names of observation fields that tell something about each action: an entry for each, in their order."""
    secret: str = ""
    """What the others are told instead of the action's text, if they may not know which one of the group it was."""


class ActionSpace:
    """The groups of a game, in the order of their ids.

    `space.start("step")` is the first id of a group; `len(space)` the number of all actions.
    """

    def __init__(self, *groups: ActionGroup) -> None:
        self.groups = groups
        self._starts: dict[str, int] = {}
        size = 0
        for group in groups:
            self._starts[group.name] = size
            size += group.size
        self._size = size

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[tuple[ActionGroup, range]]:
        for group in self.groups:
            start = self._starts[group.name]
            yield group, range(start, start + group.size)

    def start(self, name: str) -> int:
        """The first id of the group called `name`."""
        return self._starts[name]


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

    def counts(self, features: np.ndarray) -> NDArray[np.uint8]:
        """Features as counts and flags, `uint8`: those scaled to [0, 1] by the maxima are scaled back."""
        if features.dtype == np.uint8:
            return features
        return np.rint(features * self.maxima()).astype(np.uint8)

    def unpack(self, features: np.ndarray) -> dict[str, np.ndarray]:
        """Observations (shape `(..., len(self))`) as a dictionary of their fields, of shapes `(..., *field.shape)`.
        Raises `ValueError` for another shape."""
        if features.shape[-1:] != (len(self),):
            raise ValueError(f"observations must be of shape (..., {len(self)}), not {features.shape}")
        return {field.name: features[..., where].reshape(*features.shape[:-1], *field.shape) for field, where in self}
