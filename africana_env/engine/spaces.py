"""Action and observation spaces: actions as named groups of consecutive ids, observations as named fields of one
`uint8` vector."""

from bisect import bisect_right
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from keyword import iskeyword
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray


def named_tuple(type_name: str, names: Sequence[str], values: Iterable[int]) -> Any:
    """A named tuple of a type of its own. It can be pickled, though no module has its type."""
    make_type: Any = namedtuple  # type checkers want names that are written out
    made = make_type(type_name, names)
    made.__reduce__ = lambda self: (named_tuple, (type_name, names, tuple(self)))
    return made(*values)


def starts_of(sizes: Iterable[tuple[str, int]]) -> Any:
    """Where each of consecutive ranges starts, a named tuple of their names; a Python keyword gets an underscore,
    `raise_`. Raises `ValueError` for a name that is no identifier, or occurs twice."""
    names, lengths = zip(*sizes, strict=True)
    identifiers = [f"{name}_" if iskeyword(name) else name for name in names]
    return named_tuple("Starts", identifiers, accumulate(lengths[:-1], initial=0))


@dataclass(frozen=True)
class ActionGroup:
    """`size` consecutive action ids of one kind."""

    name: str
    size: int
    meaning: str
    action_features: tuple[str, ...] = ()
    """Names of observation fields that describe each action: an entry for each, in their order."""
    entities: tuple[str, ...] = ()
    """The kinds of entities that the actions are about, see `engine/entities.py`: one for each entity of a kind, or for
    each pair of one of the first kind and one of the second, in their order."""
    texts: tuple[str, ...] = ()
    """The text of each action, in a game without editions; by default the name of the group and a number."""
    secret: str = ""
    """The text that the others see instead of the action's, if they may not know which one of the group it was."""

    def __post_init__(self) -> None:
        if self.texts and len(self.texts) != self.size:
            raise ValueError(f"the group {self.name} has {self.size} actions, not {len(self.texts)} texts")


class ActionSpace:
    """The groups of a game, in the order of their ids.

    `space.starts.step` is the first id of the group `step`; `len(space)` the number of all actions.
    """

    def __init__(self, *groups: ActionGroup) -> None:
        self.groups = groups
        self.starts = starts_of((group.name, group.size) for group in groups)
        """A named tuple, which rule code reads as well: the first id of each group, by its name."""
        self._size = sum(group.size for group in groups)

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[tuple[ActionGroup, range]]:
        for group, start in zip(self.groups, self.starts, strict=True):
            yield group, range(start, start + group.size)

    def group_of(self, action: int) -> ActionGroup:
        """The group of an action."""
        return self.groups[bisect_right(self.starts, action) - 1]


@dataclass(frozen=True)
class ObservationField:
    """`prod(shape)` consecutive features, each a count or flag from 0 to `maximum` (1 to 255)."""

    name: str
    shape: tuple[int, ...]
    maximum: int
    meaning: str

    @property
    def size(self) -> int:
        return prod(self.shape)


def scaled_back(features: np.ndarray, maxima: Callable[[], np.ndarray]) -> NDArray[np.uint8]:
    """Features as counts and flags, `uint8`, in an array of one's own: those scaled to [0, 1] by what `maxima` returns
    are scaled back."""
    return features.copy() if features.dtype == np.uint8 else np.rint(features * maxima()).astype(np.uint8)


class ObservationSpace:
    """The fields of a game's observation, in the order of their features.

    `space.starts.phase` is the index of the first feature of the field `phase`; `len(space)` the number of all
    features.
    """

    def __init__(self, *fields: ObservationField) -> None:
        self.fields = fields
        self.starts = starts_of((field.name, field.size) for field in fields)
        """A named tuple, which rule code reads as well: the index of the first feature of each field, by its name."""
        self._size = sum(field.size for field in fields)

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[tuple[ObservationField, slice]]:
        for field, start in zip(self.fields, self.starts, strict=True):
            yield field, slice(start, start + field.size)

    def maxima(self) -> np.ndarray:
        """The maximum of every feature, `uint8` of shape `(len(self),)`."""
        return np.concatenate([np.full(field.size, field.maximum, np.uint8) for field in self.fields])

    def counts(self, features: np.ndarray) -> NDArray[np.uint8]:
        """See `scaled_back`."""
        return scaled_back(features, self.maxima)

    def unpack(self, features: np.ndarray) -> dict[str, np.ndarray]:
        """Observations (shape `(..., len(self))`) as a dictionary of their fields, of shapes `(..., *field.shape)`.
        Raises `ValueError` for another shape."""
        if features.shape[-1:] != (len(self),):
            raise ValueError(f"observations must be of shape (..., {len(self)}), not {features.shape}")
        return {field.name: features[..., where].reshape((*features.shape[:-1], *field.shape)) for field, where in self}
