"""The data of an edition as tables of numbers, for learners that need the whole board and all cards.

A section of the file is a table with a row per entry. Names do not matter: references are entry numbers. The tables
hold everything that the rules read; from them the file can be written again, except for names. The `max_rounds` of an
edition is in the observations instead.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from africana_env.engine.game.contract import Edition, Game
from africana_env.engine.game.edition_data import NOTES, Column, drawn_fields
from africana_env.engine.process.errors import UserError

IDENTIFIERS = ("name", "colour")
"""The fields that name an entry."""
NOT_READ = ("edition", "sources")
"""Sections that no rule reads."""
NONE = -(1 << 15)
"""Marks a missing value."""


class FeatureTable(NamedTuple):
    """A section of an edition."""

    columns: tuple[str, ...]
    """The columns: a field, or `FIELD_N` for the values of a list, in alphabetical order."""
    values: NDArray[np.int16]
    """Shape (entries, columns). Numbers stay, true and false become 1 and 0. References are entry numbers of their
    section. Words known to the rules are numbered in that order, other words alphabetically in their column. `NONE`
    marks missing values."""


def edition_features(game: Game, edition: Edition) -> dict[str, FeatureTable]:
    """Return the tables of an edition by section. Raises `UserError` for anything but an edition of the game, and for
    fields with other values than words and numbers."""
    if not isinstance(edition, Edition):
        raise UserError(f"edition_features takes an edition from load_edition(game, name), not {edition!r:.40}")
    if edition.game != game.name:
        raise UserError(f"edition {edition.name} belongs to {edition.game}, not to {game.name}")
    schema = {} if game.editions is None else game.editions.sections
    sections = {name: section for name, section in edition.data.items() if name not in NOT_READ}
    entries = {name: section if isinstance(section, list) else [section] for name, section in sections.items()}
    numbers = {
        name: {entry[identifier]: number for number, entry in enumerate(rows)}
        for name, rows in entries.items()
        for identifier in [identifier_of(schema.get(name, {}))]
        if identifier is not None
    }
    tables = {}
    for name, rows in entries.items():
        try:
            tables[name] = table_of(rows, schema.get(name, {}), numbers)
        except (TypeError, ValueError, OverflowError):
            raise UserError(f"{name} of {edition.name} holds more than words and numbers below 32,768") from None
    return tables


def identifier_of(fields: Mapping[str, Column]) -> str | None:
    """Return the field that names the entries of a section, or None. A field with a fixed set of words, such as ranger
    and poacher, does not name entries."""
    return next((field for field in IDENTIFIERS if field in fields and not fields[field].words), None)


def table_of(
    rows: Sequence[Mapping[str, Any]], fields: Mapping[str, Column], numbers: Mapping[str, Mapping[str, int]]
) -> FeatureTable:
    """Return the table of a section. `numbers` are the entry numbers by name, for each section."""
    left_out = {*NOTES, *drawn_fields({"": fields})}
    flat = [{column: (field, value) for column, field, value in flat_fields(row, left_out)} for row in rows]
    columns = tuple(sorted({column for row in flat for column in row} - {identifier_of(fields)}))
    values = np.full((len(rows), len(columns)), NONE, np.int16)
    for place, column in enumerate(columns):
        found = {number: row[column] for number, row in enumerate(flat) if column in row}
        words = sorted({value for _, value in found.values() if isinstance(value, str)})
        for number, (field, value) in found.items():
            values[number, place] = number_of(value, fields.get(field), words, numbers)
    return FeatureTable(columns, values)


def number_of(value: Any, field: Column | None, words: Sequence[str], numbers: Mapping[str, Mapping[str, int]]) -> int:
    """Return the number for a value of a field; `words` are all words of its column."""
    if not isinstance(value, str):
        return int(value)
    if field is not None and field.section:
        return numbers[field.section][value]
    return (words if field is None or not field.words else field.words).index(value)


def flat_fields(entry: Mapping[str, Any], left_out: Collection[str]) -> Iterator[tuple[str, str, Any]]:
    """Yield the columns of an entry without some fields: the column, its field and its value. Lists and inner tables
    give a column for each value."""
    for field, value in entry.items():
        if field in left_out:
            continue
        if isinstance(value, Mapping):
            yield from ((f"{field}_{name}", field, inner) for name, inner in value.items())
        elif isinstance(value, list):
            yield from ((f"{field}_{number}", field, inner) for number, inner in enumerate(value))
        else:
            yield field, field, value
