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
    """A field of the edition, the same throughout a game. Its values come from an entry of the tables, or from `values`
    or `read`. References are given as numbers, -1 for none."""

    table: str = ""
    """The entry of the tables, by default the one with the name of the field."""
    by_players: bool = False
    """Whether the entry has values for each number of players."""
    number: str = ""
    """The entry of the tables that counts the things of the edition. The field is 0 for further things."""
    values: Any = None
    """The values, if all editions have the same."""
    read: Callable[[Any, int], Any] | None = None
    """`read(tables, num_players)`: return the values."""

    def of_edition(self, tables: Any, num_players: int) -> NDArray[np.uint8]:
        """Return the values in the shape of the field."""
        if self.read is not None:
            values = self.read(tables, num_players)
        elif self.values is not None:
            values = self.values
        else:
            entry = tables[self.table or self.name]
            values = entry[num_players] if self.by_players else entry
        values = np.broadcast_to(np.asarray(values, np.int64) + bool(self.refers), self.shape).astype(np.uint8)
        if self.number:
            values[tables[self.number] :] = 0
        return values


@rule
def add_nothing(tables, state, seat, facts):
    """Add no facts."""


class FactSpace(ObservationSpace[ObservationField]):
    """The fields of a fact observation: those of the feature observation that are not derived, `more`, and the
    `board`."""

    def __init__(
        self,
        observation: ObservationSpace[ObservationField],
        board: Sequence[BoardField],
        ordered: Collection[str],
        more: Sequence[ObservationField] = (),
        observe_more: Callable[..., None] = add_nothing,
        left_out: Collection[str] = (),
    ) -> None:
        """`ordered` are the kinds whose things differ by their number alone, such as seats.
        `observe_more(tables, state, seat, facts)` is a rule that fills the fields `more` of a fact observation, where
        they are 0. `left_out` are further fields of the feature observation that follow from the facts."""
        kept = [field for field in observation.parts if not field.derived and field.name not in left_out]
        super().__init__(*kept, *more, *board)
        self.ordered = ordered
        self.observe_more = observe_more
        self.board = board
        self.kinds = kinds_of(self.parts)
        """The number of things of each kind."""
        starts = [getattr(observation.starts, field.name) for field in kept]
        self.copied = np.array(merged(starts, [field.size for field in kept]), np.int64)
        """The ranges of the feature observation that are facts, in order: start and length, shape (ranges, 2)."""
        self.board_start = len(self) - sum(field.size for field in board)
        """The index of the first feature of the board."""


@lru_cache(MAX_CACHED)
def board_of(space: FactSpace, edition: Any, num_players: int) -> NDArray[np.uint8]:
    """Return the features of an edition's board in a game of `num_players`, from `space.board_start` on."""
    return np.concatenate([field.of_edition(edition.tables[0], num_players).ravel() for field in space.board])


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
