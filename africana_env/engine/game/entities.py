"""Entity observations: things with features, in terms that hold for every edition.

An entity is a thing of a game, such as a location or a card. Entities of a kind have the same features, one row each.
Features describe roles ("steps from the observer", "own cards that lead there"), never names or numbers. So a policy
that learns from the rows also plays unseen editions, and the order of the rows does not matter.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from africana_env.engine.game.rule import rule
from africana_env.engine.game.spaces import ActionGroup, ObservationSpace, named_tuple

PARTS_OF_A_POINT = 8
"""The unit of features that show fractions of a point."""
A_PART = f"1/{PARTS_OF_A_POINT}"
BYTE = 255
"""The largest number that a feature can show."""
HALF = 0.5 + 1e-6
"""Added before rounding down. A sum of the same terms in another order then gives the same number."""


@rule
def in_parts(worth):
    """Return a value in parts of a point, a whole number from 0 to 255."""
    return int(min(max(worth, 0.0) * PARTS_OF_A_POINT + HALF, 255.0))


class Feature(NamedTuple):
    """A count or flag of an entity, from 0 to `maximum` (1 to 255)."""

    name: str
    maximum: int
    meaning: str


SEATS = ("own", "next", "second", "third", "fourth")
"""Names of the seats in features, counted from the observer."""


def seat_features(players: int, name: str, maximum: int, meaning: str, first: int = 0) -> list[Feature]:
    """Return a feature for each seat from `first` on, in a game of up to `players`."""
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
        """The number of features of all entities."""
        return self.number * len(self.features)

    def maxima(self) -> NDArray[np.uint8]:
        """Return the maximum of each feature, entity after entity."""
        return np.tile(np.array([feature.maximum for feature in self.features], np.uint8), self.number)


class EntitySpace(ObservationSpace[EntityKind]):
    """The kinds of entities of a game, as parts of an observation.

    `space.starts.location` is the index of the first feature of the first location, `space.columns.location.distance`
    the index of a feature in a row. Rule code also reads these named tuples. `unpack` returns tables of shapes
    `(..., number, features)`."""

    def __init__(self, *kinds: EntityKind) -> None:
        super().__init__(*kinds)
        self.kinds = kinds
        self.columns = named_tuple("Kinds", [kind.name for kind in kinds], map(_columns_of, kinds))

    def of_actions(self, group: ActionGroup) -> Iterator[tuple[EntityKind, slice, NDArray[np.int64]]]:
        """Yield the kinds of entities that the actions of a group name: the kind, the slice of its features, and the
        number of the entity for each action, shape `(group.size,)`. A kind with the name of the group has one entity
        for each action."""
        kinds = {kind.name: (kind, where) for kind, where in self}
        numbers = np.arange(group.size, dtype=np.int64)
        things = zip(group.things, group.things_of(numbers), strict=True)
        for name, index in (*things, (group.name, numbers)):
            if name in kinds:
                yield *kinds[name], index


def _columns_of(kind: EntityKind) -> Any:
    names = [feature.name for feature in kind.features]
    return named_tuple("Columns", names, range(len(names)))


@dataclass(frozen=True, eq=False)
class EntityObservation:
    """The entities of a game and how they are observed."""

    space: EntitySpace
    observe: Callable[..., None]
    """`observe(tables, state, seat, scratch, features)`: fill `features` (`uint8`) with everything that `seat` may
    know, as `Rules.observe` does."""
    scratch_dtype: np.dtype
    """The dtype of `scratch`, as of a `ScriptedBot`."""
