"""Entity observations: what a seat may know as things with features, in terms that hold for every edition.

An entity is a thing of a game, such as a location or a card. Those of a kind have the same features, a row for each,
and features speak of roles ("steps from the observer", "own cards that lead there"), never of names or numbers. So
whoever learns from the rows alone plays editions that it never saw, and another order of things changes nothing.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from africana_env.engine.game.rule import rule
from africana_env.engine.game.spaces import ActionGroup, ObservationSpace, named_tuple

PARTS_OF_A_POINT = 8
"""In which features count values that are no whole points."""
A_PART = f"1/{PARTS_OF_A_POINT}"
BYTE = 255
"""The largest number that a feature can show."""
HALF = 0.5 + 1e-6
"""To round: a sum of the same terms in another order is then rounded to the same number."""


@rule
def in_parts(worth):
    """A value in parts of a point, as a feature shows it: a whole number from 0 to 255."""
    return int(min(max(worth, 0.0) * PARTS_OF_A_POINT + HALF, 255.0))


class Feature(NamedTuple):
    """A count or flag of an entity, from 0 to `maximum` (1 to 255)."""

    name: str
    maximum: int
    meaning: str


SEATS = ("own", "next", "second", "third", "fourth")
"""The seats, counted from the observer, in names of features."""


def seat_features(players: int, name: str, maximum: int, meaning: str, first: int = 0) -> list[Feature]:
    """A feature for each seat from `first` on, where so many can play."""
    return [Feature(f"{name}_{seat}", maximum, f"{meaning}; {seat}") for seat in SEATS[first:players]]


@dataclass(frozen=True, eq=False)
class EntityKind:
    """`number` entities with the same features. An entity whose features are all 0 is absent."""

    name: str
    number: int
    meaning: str
    features: tuple[Feature, ...]

    @property
    def shape(self) -> tuple[int, int]:
        """Entities and features."""
        return self.number, len(self.features)

    @property
    def size(self) -> int:
        """All numbers of the kind."""
        return prod(self.shape)


def _columns_of(kind: EntityKind) -> Any:
    names = [feature.name for feature in kind.features]
    return named_tuple("Columns", names, range(len(names)))


class EntitySpace(ObservationSpace):
    """An observation space of the kinds of entities of a game, row after row.

    `space.starts.location` is the index of the first feature of the first location, `space.columns.location.distance`
    that of a feature in a row. Rule code reads these named tuples, too. `unpack` gives tables of shapes
    `(..., number, features)`."""

    def __init__(self, *kinds: EntityKind) -> None:
        fields: Any = kinds
        super().__init__(*fields)
        self.kinds = kinds
        self.columns = named_tuple("Kinds", [kind.name for kind in kinds], map(_columns_of, kinds))

    def __iter__(self) -> Iterator[Any]:
        """Each kind, and where its features are."""
        return super().__iter__()

    def of_actions(self, group: ActionGroup) -> Iterator[tuple[EntityKind, slice, NDArray[np.int64]]]:
        """The kinds of entities that the actions of a group name, where their features are, and which entity of the
        kind it is for each action, shape `(group.size,)`. A kind called like the group has one for each action."""
        kinds = {kind.name: (kind, where) for kind, where in self}
        numbers = np.arange(group.size, dtype=np.int64)
        things = zip(group.things, group.things_of(numbers), strict=True)
        for name, index in (*things, (group.name, numbers)):
            if name in kinds:
                yield *kinds[name], index

    def maxima(self) -> np.ndarray:
        """The maximum of every feature, `uint8` of shape `(len(self),)`."""
        rows = [[feature.maximum for feature in kind.features] * kind.number for kind in self.kinds]
        return np.concatenate(rows).astype(np.uint8)


@dataclass(frozen=True, eq=False)
class EntityObservation:
    """The entities of a game and how they are observed."""

    space: EntitySpace
    observe: Callable[..., None]
    """`observe(tables, state, seat, scratch, features)`: fill `features` (`uint8`) with what `seat` may know, as
    `Rules.observe` does."""
    scratch_dtype: np.dtype
    """The dtype of `scratch`, as of a `ScriptedBot`."""
