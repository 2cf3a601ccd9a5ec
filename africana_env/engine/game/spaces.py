"""Action and observation spaces: actions in named groups of consecutive ids, observations in named parts of one `uint8`
vector."""

import dataclasses
from bisect import bisect_right
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, product
from keyword import iskeyword
from math import prod
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

DERIVED = "derived: "
"""Begins the meaning of an observation field that follows from others."""


def named_tuple(type_name: str, names: Sequence[str], values: Iterable[int]) -> Any:
    """Return a named tuple of a new type. It can be pickled, although its type is in no module."""
    make_type: Any = namedtuple  # mypy wants literal names
    made = make_type(type_name, names)
    made.__reduce__ = lambda self: (named_tuple, (type_name, names, tuple(self)))
    return made(*values)


def starts_of(sizes: Iterable[tuple[str, int]]) -> Any:
    """Return the starts of consecutive ranges as a named tuple. A Python keyword gets an underscore, `raise_`. Raises
    `ValueError` for a name that is no identifier or occurs twice."""
    names, lengths = zip(*sizes, strict=True)
    identifiers = [f"{name}_" if iskeyword(name) else name for name in names]
    return named_tuple("Starts", identifiers, accumulate(lengths[:-1], initial=0))


def no_parts(edition: Any, state: Any, *things: int) -> tuple[str, ...]:
    """Return no parts of the board."""
    return ()


def no_effect(edition: Any, state: Any, *things: int) -> str:
    """Return no effect."""
    return ""


@dataclasses.dataclass(frozen=True, eq=False)
class ActionGroup:
    """Actions of one kind, with consecutive ids: one for each combination of the things that they name."""

    name: str
    meaning: str
    things: Mapping[str, int | Sequence[str]] = dataclasses.field(default_factory=dict)
    """The things that an action names, with their number or their names: `{"location": 22, "card": 11}`. The last
    varies fastest. A thing with the name of an entity kind is that entity, see `engine/game/entities.py`."""
    text: str = ""
    """The text of an action: `step to {location} with {card}`, filled with names of the edition. By default the name of
    the group and the numbers of the things."""
    apply: Callable[..., Any] | None = None
    """`apply(tables, state, *things)`: the rule that applies an action, for `engine/game/dispatch.py`."""
    parts: Callable[..., tuple[str, ...]] = no_parts
    """`parts(edition, state, *things)`: the `data-part`s of the SVG board to click for a legal action, such as a place
    and the card that leads there."""
    effect: Callable[..., str] = no_effect
    """`effect(edition, state, *things)`: the immediate costs and gains of a legal action beyond its text, as a short
    phrase, as far as they are public."""
    action_features: tuple[str, ...] = ()
    """Observation fields that have one entry for each action of the group, in the same order."""
    secret: str = ""
    """The text that opponents see instead, if the choice within the group is hidden."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of things of each sort."""
        return tuple(some if isinstance(some, int) else len(some) for some in self.things.values())

    @property
    def size(self) -> int:
        """The number of actions."""
        return prod(self.shape)

    def things_of(self, numbers: Any) -> tuple[Any, ...]:
        """Return the things that actions name, from the numbers of the actions in the group."""
        return np.unravel_index(numbers, self.shape) if self.things else ()

    def texts(self, names: Mapping[str, Sequence[str]]) -> Iterator[str]:
        """Yield the text of each action. `names` are the names of each sort of thing; others are numbered from 0."""
        text = self.text or " ".join([self.name.replace("_", " "), *(f"{{{thing}}}" for thing in self.things)])
        known = {**{thing: some for thing, some in self.things.items() if not isinstance(some, int)}, **names}
        options = [known.get(thing, range(size))[:size] for thing, size in zip(self.things, self.shape, strict=True)]
        for chosen in product(*options):
            yield text.format_map(dict(zip(self.things, chosen, strict=True)))


class ActionSpace:
    """The action groups of a game, in the order of their ids. `len(space)` is the number of actions."""

    def __init__(self, *groups: ActionGroup) -> None:
        self.groups = groups
        self.starts = starts_of((group.name, group.size) for group in groups)
        """The first id of each group, `starts.step`, a named tuple, which rule code also reads."""
        self._size = sum(group.size for group in groups)

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[tuple[ActionGroup, range]]:
        for group, start in zip(self.groups, self.starts, strict=True):
            yield group, range(start, start + group.size)

    def group_of(self, action: int) -> ActionGroup:
        """Return the group of an action."""
        return self.find(action)[0]

    def find(self, action: int) -> tuple[ActionGroup, tuple[int, ...]]:
        """Return the group of an action, and the things that the action names."""
        number = bisect_right(self.starts, action) - 1
        group = self.groups[number]
        return group, tuple(map(int, group.things_of(action - self.starts[number])))

    def parts(self, edition: Any, state: Any, action: int) -> tuple[str, ...]:
        """Return the parts of the board to click for a legal action, see `ActionGroup.parts`."""
        group, things = self.find(action)
        return group.parts(edition, state, *things)

    def effect(self, edition: Any, state: Any, action: int) -> str:
        """Return the immediate costs and gains of a legal action, see `ActionGroup.effect`."""
        group, things = self.find(action)
        return group.effect(edition, state, *things)

    def texts(self, names: Mapping[str, Sequence[str]]) -> Iterator[str]:
        """Yield the text of each action, in the order of the ids, see `ActionGroup.texts`."""
        for group in self.groups:
            yield from group.texts(names)


@dataclasses.dataclass(frozen=True)
class ObservationField:
    """`prod(shape)` consecutive features, each a count or flag from 0 to `maximum` (1 to 255). The meaning of a field
    that follows from others begins with `derived: `."""

    name: str
    shape: tuple[int, ...]
    maximum: int
    meaning: str
    of: tuple[str, ...] = ()
    """The kinds of things along the first axes, such as `("adventure", "seat")`; "" for an axis without things."""
    refers: str = ""
    """The kind of things whose numbers are the values: 1 + number, 0 for none."""

    @property
    def derived(self) -> bool:
        """Whether the field follows from others."""
        return self.meaning.startswith(DERIVED)

    @property
    def size(self) -> int:
        """The number of features."""
        return prod(self.shape)

    def maxima(self) -> NDArray[np.uint8]:
        """Return `maximum` for each feature."""
        return np.full(self.size, self.maximum, np.uint8)


class Part(Protocol):
    """A part of an observation: its name, and the shape, number and maxima of its features."""

    @property
    def name(self) -> str: ...

    @property
    def shape(self) -> tuple[int, ...]: ...

    @property
    def size(self) -> int: ...

    def maxima(self) -> NDArray[np.uint8]: ...


PartType = TypeVar("PartType", bound=Part)


class ObservationSpace(Generic[PartType]):
    """The parts of an observation, in the order of their features: the fields of a game, or kinds of entities.

    `space.starts.phase` is the index of the first feature of `phase`; `len(space)` is the number of features; iteration
    gives each part with the slice of its features.
    """

    def __init__(self, *parts: PartType) -> None:
        self.parts = parts
        self.starts = starts_of((part.name, part.size) for part in parts)
        """The index of each part's first feature, a named tuple, which rule code also reads."""
        self._size = sum(part.size for part in parts)

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[tuple[PartType, slice]]:
        for part, start in zip(self.parts, self.starts, strict=True):
            yield part, slice(start, start + part.size)

    def maxima(self) -> NDArray[np.uint8]:
        """Return the maximum of each feature, shape `(len(self),)`."""
        return np.concatenate([part.maxima() for part in self.parts])

    def counts(self, features: np.ndarray) -> NDArray[np.uint8]:
        """Return features as new `uint8` counts and flags. Floats in [0, 1] are scaled back."""
        return features.copy() if features.dtype == np.uint8 else np.rint(features * self.maxima()).astype(np.uint8)

    def unpack(self, features: np.ndarray) -> dict[str, np.ndarray]:
        """Return observations, shape `(..., len(self))`, as a dictionary of parts, shapes `(..., *part.shape)`. Raises
        `ValueError` for another shape."""
        if features.shape[-1:] != (len(self),):
            raise ValueError(f"observations must be of shape (..., {len(self)}), not {features.shape}")
        return {part.name: features[..., where].reshape((*features.shape[:-1], *part.shape)) for part, where in self}
