"""The file next to a record, `RECORD.table`: who plays and the links to their seats. With it a link belongs to a record
and lives on when the server is restarted."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from africana_env.engine.process.errors import UserError
from africana_env.engine.process.files import atomic_write, read_file

SUFFIX = ".table"
MAX_BYTES = 1 << 16
PRIVATE = 0o600
"""The links let their readers play."""


@dataclass(frozen=True)
class Table:
    """The players of a game: a bot's spelling or None for a person, and their names, by seat."""

    players: Sequence[str | None]
    names: Sequence[str]
    hints: Sequence[str]
    links: Mapping[str, int]
    """The seats of people by the secrets in their links."""


def save_table(record: Path, table: Table) -> None:
    """Write the table of a record, if possible: without it the game goes on, but its links end with the server."""
    path = record.with_name(record.name + SUFFIX)
    with suppress(UserError, OSError):
        path.touch(PRIVATE)
        atomic_write(path, json.dumps(asdict(table)).encode())


def load_table(record: Path) -> Table | None:
    """Return the table of a record; None if there is none or it is damaged."""
    with suppress(UserError, ValueError, TypeError, AttributeError, RecursionError):
        table = Table(**json.loads(read_file("the table", record.with_name(record.name + SUFFIX), MAX_BYTES)))
        return table if is_sound(table) else None
    return None


def is_sound(table: Table) -> bool:
    """Return whether a table that was read has the types and lengths of one that was saved."""
    lists = table.players, table.names, table.hints
    bots = [bot for bot in table.players if bot is not None]
    people = [seat for seat, bot in enumerate(table.players) if bot is None]
    return (
        all(isinstance(entries, list) for entries in lists)
        and all(isinstance(text, str) for text in (*bots, *table.names, *table.hints))
        and len(table.names) == len(table.players)
        and (not table.links or sorted(table.links.values()) == people)
    )


def recorded_tables(folder: Path) -> dict[Path, Table]:
    """Return the tables of all records in a folder, the newest record first."""
    found = {path.with_name(path.name.removesuffix(SUFFIX)): path for path in folder.glob(f"*{SUFFIX}")}
    records = sorted(filter(Path.is_file, found), key=lambda record: record.stat().st_mtime, reverse=True)
    tables = {record: load_table(record) for record in records}
    return {record: table for record, table in tables.items() if table is not None}
