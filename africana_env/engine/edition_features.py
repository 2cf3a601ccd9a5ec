"""The data of an edition as tables of numbers, for learners who are to see the whole board and all cards.

A section of the file is a table with a row for each entry. What an entry is called does not matter: where another one
refers to it, its number stands. So the tables say all that the rules read, and the file can be written again from them
but for its names.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from africana_env.engine.contract import Edition
from africana_env.engine.edition_data import NOTES
from africana_env.engine.errors import UserError

IDENTIFIERS = ("name", "colour")
"""The fields by which entries are called, where a section has one."""
NOT_READ = ("edition", "sources")
"""Sections that no rule reads."""
DRAWN = ("position", "park")
"""Fields for drawings and texts alone."""
NONE = -(1 << 15)
"""Where an entry has no value."""


class FeatureTable(NamedTuple):
    """A section of an edition."""

    columns: tuple[str, ...]
    """What the numbers of a row are: a field, or `FIELD_N` for the values of a list; in alphabetical order."""
    values: NDArray[np.int16]
    """(entries, columns): numbers as they are, true and false as 1 and 0, references as the number of an entry in its
    section, other words by their alphabetical order in the column; `NONE` where an entry has no value."""


def edition_features(edition: Edition) -> dict[str, FeatureTable]:
    """The tables of an edition, by section. Raises `UserError` for what is none, such as its name, and for one with
    further fields that are no words or numbers."""
    if not isinstance(edition, Edition):
        raise UserError(f"edition_features takes an edition, which load_edition(game, name) gives, not {edition!r:.40}")
    sections = {name: section for name, section in edition.data.items() if name not in NOT_READ}
    entries = {name: section if isinstance(section, list) else [section] for name, section in sections.items()}
    numbers = [
        {entry[identifier]: number for number, entry in enumerate(rows)}
        for rows in entries.values()
        for identifier in [identifier_of(rows)]
        if identifier is not None
    ]
    numbers.sort(key=len, reverse=True)  # companies may be called like places
    tables = {}
    for name, rows in entries.items():
        try:
            tables[name] = table_of(rows, numbers)
        except (TypeError, ValueError, OverflowError):
            raise UserError(f"{name} of {edition.name} holds more than words and numbers below 32,768") from None
    return tables


def identifier_of(rows: Sequence[Mapping[str, Any]]) -> str | None:
    """The field by which the entries of a section are called; None if it has none."""
    return next((field for field in IDENTIFIERS if rows and field in rows[0]), None)


def table_of(rows: Sequence[Mapping[str, Any]], sections: Sequence[Mapping[str, int]]) -> FeatureTable:
    """The table of a section. `sections` are the numbers of their entries by name; a column whose words are all names
    of one of them refers to it."""
    flat = [dict(flat_fields(row)) for row in rows]
    columns = tuple(sorted({column for row in flat for column in row if column != identifier_of(rows)}))
    words = {column: {row[column] for row in flat if isinstance(row.get(column), str)} for column in columns}
    numbers = {
        column: next(
            (section for section in sections if found <= section.keys()),
            {word: number for number, word in enumerate(sorted(found))},
        )
        for column, found in words.items()
    }
    values = [
        [
            numbers[column][value] if isinstance(value, str) else int(value)
            for column in columns
            for value in [row.get(column, NONE)]
        ]
        for row in flat
    ]
    return FeatureTable(columns, np.array(values, np.int16).reshape(len(rows), len(columns)))


def flat_fields(entry: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The fields of an entry that rules read, with those of lists and inner tables one by one."""
    for field, value in entry.items():
        if field in NOTES or field in DRAWN:
            continue
        if isinstance(value, Mapping):
            yield from ((f"{field}_{name}", inner) for name, inner in value.items())
        elif isinstance(value, list):
            yield from ((f"{field}_{number}", inner) for number, inner in enumerate(value))
        else:
            yield field, value
