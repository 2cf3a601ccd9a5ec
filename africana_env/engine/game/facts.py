"""Fact observations: everything that a seat may know, and the edition itself, as tables and relations.

The axes of a field are kinds of things. A field of adventures is a column of their table; a field of spaces by
locations is a relation. A field can also refer to things: its values are 1 + their number, 0 for none. Nothing is
computed that a player has to work out.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from africana_env.engine.game.rule import rule
from africana_env.engine.game.spaces import ObservationField, ObservationSpace

MAX_CACHED = 1024
"""Boards kept in memory."""


@dataclass(frozen=True, eq=False)
class BoardField(ObservationField):
    """A field of the edition, the same throughout a game."""

    read: Callable[[Any, int], Any] | None = None
    """`read(tables, num_players)`: return the values, in the shape of the field. By default the entry of the tables
    with its name."""


@rule
def nothing_more(tables, state, seat, facts):
    """Add no further facts."""


class FactSpace(ObservationSpace[ObservationField]):
    """The fields of a fact observation: those of the observation that are not derived, `more`, and the `board`."""

    def __init__(
        self,
        observation: ObservationSpace[ObservationField],
        board: Sequence[BoardField],
        ordered: Collection[str],
        more: Sequence[ObservationField] = (),
        observe_more: Callable[..., None] = nothing_more,
    ) -> None:
        """`ordered` are the kinds whose things differ by their number alone, such as seats. `observe_more(tables, state,
        seat, facts)` is a rule that fills the fields `more` of a fact observation, where they are 0."""
        kept = [field for field in observation.parts if not field.derived]
        super().__init__(*kept, *more, *board)
        self.ordered = ordered
        self.observe_more = observe_more
        self.board_fields = board
        self.kinds = kinds_of(self.parts)
        """The number of things of each kind."""
        lengths = [field.size for field in kept]
        starts = [getattr(observation.starts, field.name) for field in kept]
        self.copied = np.array(merged(starts, lengths), np.int64)
        """The ranges of the observation that are facts, in order: start and length, shape (ranges, 2)."""
        self.board_start = len(self) - sum(field.size for field in board)
        """The index of the first feature of the board."""


@lru_cache(MAX_CACHED)
def board_of(space: FactSpace, edition: Any, num_players: int) -> NDArray[np.uint8]:
    """Return the features of an edition's board in a game of `num_players`, from `space.board_start` on."""
    table = edition.tables[0]
    parts = []
    for field in space.board_fields:
        values = np.broadcast_to(field.read(table, num_players) if field.read else table[field.name], field.shape)
        assert ((values >= 0) & (values <= field.maximum)).all(), field.name
        parts.append(values.ravel().astype(np.uint8))
    return np.concatenate(parts)


def kinds_of(fields: Sequence[ObservationField]) -> dict[str, int]:
    """Return the number of things of each kind. Raises `ValueError` if two fields disagree, or if a field refers to
    things that no field has."""
    kinds: dict[str, int] = {}
    for field in fields:
        for kind, number in zip(field.of, field.shape, strict=False):
            if kind and kinds.setdefault(kind, number) != number:
                raise ValueError(f"{field.name} has {number} of {kind}, not {kinds[kind]}")
    for field in fields:
        if field.refers and kinds.get(field.refers) != field.maximum:
            raise ValueError(f"{field.name} refers to {field.maximum} of {field.refers}, not {kinds.get(field.refers)}")
    return kinds


def merged(starts: Sequence[int], lengths: Sequence[int]) -> list[list[int]]:
    """Return ranges in order as few ranges of start and length."""
    ranges: list[list[int]] = []
    for start, length in zip(starts, lengths, strict=True):
        if ranges and sum(ranges[-1]) == start:
            ranges[-1][1] += length
        else:
            ranges.append([start, length])
    return ranges
