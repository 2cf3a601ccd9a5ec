"""A file of a dataset: some games as columns."""

import hashlib
from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from africana_env.data.manifest import Part
from africana_env.data.record import SCHEMA
from africana_env.engine.errors import UserError, format_name
from africana_env.engine.files import read_file

MAX_PART = 1 << 30
"""Bytes."""
MAX_DECISIONS = 1 << 26
"""In a file; thousands of the longest games have fewer."""
NAME_BYTES = 64
"""Of a game's edition, at most, and what a file adds to them."""


class Games(NamedTuple):
    """The games of a file."""

    seeds: np.ndarray
    editions: list[str]
    players: np.ndarray
    """The bot in each seat, shape `(games, players)`."""
    outcomes: np.ndarray
    starts: np.ndarray
    """Where the actions of each game begin, and where the last ones end, shape `(games + 1,)`."""
    actions: np.ndarray


def read_games(path: Path, part: Part, num_players: int, num_bots: int, editions: Collection[str]) -> Games:
    """The games of a file of which the manifest says `part`. Raises `UserError` if it is missing or damaged."""
    content = read_file("the games", path, MAX_PART)
    if hashlib.sha256(content).hexdigest() != part.sha256:
        raise UserError(f"{format_name(path)} is damaged: record the dataset anew")
    try:
        # In this thread: one of pyarrow's that still holds the file when Python ends aborts the process.
        file = pq.ParquetFile(pa.BufferReader(content))
        check_size(file, part, num_players)
        table = file.read(use_threads=False)
        games = games_of({name: table[name].combine_chunks() for name in table.column_names}, num_players)
        check_games(games, part, num_bots, editions)
    except (pa.ArrowException, OSError, ValueError):
        raise UserError(f"{format_name(path)} does not have the games that its manifest says: record it anew") from None
    return games


def check_size(file: pq.ParquetFile, part: Part, num_players: int) -> None:
    """Raise `ValueError` if the numbers of values are not those of the manifest: what is little in a file may be much
    in memory."""
    about, values, names = file.metadata, Counter[str](), 0
    for group in range(about.num_row_groups):
        for number in range(about.num_columns):
            column = about.row_group(group).column(number)
            values[column.path_in_schema.partition(".")[0]] += column.num_values
            names += column.total_uncompressed_size * (column.path_in_schema == "edition")
    seats = part.games * num_players
    expected = {
        "seed": part.games,
        "edition": part.games,
        "players": seats,
        "outcome": seats,
        "actions": part.decisions,
    }
    if file.schema_arrow != SCHEMA or values != expected or part.decisions > MAX_DECISIONS:
        raise ValueError
    if names > NAME_BYTES * (part.games + NAME_BYTES):
        raise ValueError


def games_of(columns: Mapping[str, Any], num_players: int) -> Games:
    """The games in the columns of a file; raises `ValueError` where something is missing."""
    lists = [columns[name] for name in ("players", "outcome", "actions")]
    if any(column.null_count for column in (*columns.values(), *(each.flatten() for each in lists))):
        raise ValueError
    players, outcomes, actions = (each.flatten().to_numpy() for each in lists)
    starts = [each.offsets.to_numpy().astype(np.int64) for each in lists]
    if any((np.diff(each) != num_players).any() for each in starts[:2]):
        raise ValueError
    return Games(
        columns["seed"].to_numpy(),
        columns["edition"].to_pylist(),
        players.reshape(-1, num_players).astype(np.int64),
        outcomes.reshape(-1, num_players),
        starts[2] - starts[2][0],
        actions,
    )


def check_games(games: Games, part: Part, num_bots: int, editions: Collection[str]) -> None:
    """Raise `ValueError` if they are not what the manifest says."""
    numbers = len(games.seeds), len(games.actions)
    has_games = numbers == (part.games, part.decisions) and (np.diff(games.starts) > 0).all()
    if not (has_games and (games.players < num_bots).all() and set(games.editions) <= set(editions)):
        raise ValueError
