"""Action and observation spaces: actions as named groups of consecutive ids, observations as named fields of one
`uint8` vector."""

import dataclasses
from bisect import bisect_right
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, product
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


def no_parts(edition: Any, state: Any, *things: int) -> tuple[str, ...]:
    """No part of the board stands for an action."""
    return ()


def no_effect(edition: Any, state: Any, *things: int) -> str:
    """Actions cost and bring nothing at once beyond their texts."""
    return ""


@dataclasses.dataclass(frozen=True, eq=False)
class ActionGroup:
    """The actions of one kind: consecutive ids, one for each combination of the things that an action names."""

    name: str
    meaning: str
    things: Mapping[str, int | Sequence[str]] = dataclasses.field(default_factory=dict)
    """The things that an action names, and how many there are of each or their names: `{"location": 22, "card": 11}`.
    The last varies fastest. Things called like a kind of entities are these entities, see `engine/game/entities.py`."""
    text: str = ""
    """The text of an action, with the names of its things in the edition: `step to {location} with {card}`. By default
    the name of the group and the numbers of its things."""
    apply: Callable[..., Any] | None = None
    """`apply(tables, state, *things)`: the rule that applies an action, for `engine/game/dispatch.py`."""
    parts: Callable[..., tuple[str, ...]] = no_parts
    """`parts(edition, state, *things)`: each `data-part` that stands for a legal action in the SVG board that its
    player sees, such as cards that are alike, or a place and the card that leads there."""
    effect: Callable[..., str] = no_effect
    """`effect(edition, state, *things)`: the immediate costs and gains of a legal action beyond its text, in a few
    words, as far as everyone who sees the decision knows them."""
    action_features: tuple[str, ...] = ()
    """Names of observation fields that describe each action: an entry for each, in their order."""
    secret: str = ""
    """The text that the others see instead of the action's, if they may not know which one of the group it was."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of each of its things."""
        return tuple(some if isinstance(some, int) else len(some) for some in self.things.values())

    @property
    def size(self) -> int:
        """The number of actions."""
        return prod(self.shape)

    def things_of(self, numbers: Any) -> tuple[Any, ...]:
        """The things that actions name, by the actions' numbers in the group."""
        return np.unravel_index(numbers, self.shape) if self.things else ()

    def texts(self, names: Mapping[str, Sequence[str]]) -> Iterator[str]:
        """The text of each action, by the names of each kind of things; things without names are numbered from 0."""
        text = self.text or " ".join([self.name.replace("_", " "), *(f"{{{thing}}}" for thing in self.things)])
        known = {**{thing: some for thing, some in self.things.items() if not isinstance(some, int)}, **names}
        options = [known.get(thing, range(size))[:size] for thing, size in zip(self.things, self.shape, strict=True)]
        for chosen in product(*options):
            yield text.format_map(dict(zip(self.things, chosen, strict=True)))


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
        return self.find(action)[0]

    def find(self, action: int) -> tuple[ActionGroup, tuple[int, ...]]:
        """The group of an action, and the things that the action names."""
        number = bisect_right(self.starts, action) - 1
        group = self.groups[number]
        return group, tuple(map(int, group.things_of(action - self.starts[number])))

    def parts(self, edition: Any, state: Any, action: int) -> tuple[str, ...]:
        """The parts of the board that stand for a legal action, see `ActionGroup.parts`."""
        group, things = self.find(action)
        return group.parts(edition, state, *things)

    def effect(self, edition: Any, state: Any, action: int) -> str:
        """The immediate costs and gains of a legal action, see `ActionGroup.effect`."""
        group, things = self.find(action)
        return group.effect(edition, state, *things)

    def texts(self, names: Mapping[str, Sequence[str]]) -> Iterator[str]:
        """The text of every action, in the order of the ids, see `ActionGroup.texts`."""
        for group in self.groups:
            yield from group.texts(names)


@dataclasses.dataclass(frozen=True)
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
