"""The data of an edition as tables of numbers, for learners who are to see the whole board and all cards.

A section of the file is a table with a row for each entry. What an entry is called does not matter: where another one
refers to it, its number stands. So the tables say all that the rules read, and the file can be written again from them
but for its names. After how many rounds a game is cut off is in its observations.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from africana_env.engine.game.contract import Edition, Game
from africana_env.engine.game.edition_data import NOTES, Column, drawn_fields
from africana_env.engine.process.errors import UserError

IDENTIFIERS = ("name", "colour")
"""The fields by which entries are called, where a section has one."""
NOT_READ = ("edition", "sources")
"""Sections that no rule reads."""
NONE = -(1 << 15)
"""Where an entry has no value."""


class FeatureTable(NamedTuple):
    """A section of an edition."""

    columns: tuple[str, ...]
    """What the numbers of a row are: a field, or `FIELD_N` for the values of a list; in alphabetical order."""
    values: NDArray[np.int16]
    """(entries, columns): numbers as they are, true and false as 1 and 0, references as the number of an entry in its
    section, words that the rules know by their order in these, others by their alphabetical order in the column; `NONE`
    where an entry has no value."""


def edition_features(game: Game, edition: Edition) -> dict[str, FeatureTable]:
    """The tables of an edition, by section. Raises `UserError` for what is none, such as its name, for one of another
    game, and for one with further fields that are no words or numbers."""
    if not isinstance(edition, Edition):
        raise UserError(f"edition_features takes an edition, which load_edition(game, name) gives, not {edition!r:.40}")
    if edition.game != game.name:
        raise UserError(f"edition {edition.name} is one of {edition.game}, not of {game.name}")
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
    """The field by which the entries of a section are called; None if it has none. What is called by one of a few words
    that rules know, such as ranger and poacher, is not called by it alone."""
    return next((field for field in IDENTIFIERS if field in fields and not fields[field].words), None)


def table_of(
    rows: Sequence[Mapping[str, Any]], fields: Mapping[str, Column], numbers: Mapping[str, Mapping[str, int]]
) -> FeatureTable:
    """The table of a section. `numbers` are those of the entries of each section by name."""
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
    """The number that stands for a value of a field; `words` are all that its column has."""
    if not isinstance(value, str):
        return int(value)
    if field is not None and field.section:
        return numbers[field.section][value]
    return (words if field is None or not field.words else field.words).index(value)


def flat_fields(entry: Mapping[str, Any], left_out: Collection[str]) -> Iterator[tuple[str, str, Any]]:
    """The columns of an entry but for some fields, each with its field and value: those of lists and inner tables one
    by one."""
    for field, value in entry.items():
        if field in left_out:
            continue
        if isinstance(value, Mapping):
            yield from ((f"{field}_{name}", field, inner) for name, inner in value.items())
        elif isinstance(value, list):
            yield from ((f"{field}_{number}", field, inner) for number, inner in enumerate(value))
        else:
            yield field, field, value
