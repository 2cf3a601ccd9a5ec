"""A file of a dataset: some games as columns."""

import hashlib
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

MAX_PART = 1 << 32
"""Bytes."""


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
        table = pq.ParquetFile(pa.BufferReader(content)).read(use_threads=False)
        if table.schema != SCHEMA:
            raise ValueError
        games = games_of({name: table[name].combine_chunks() for name in table.column_names}, num_players)
        check_games(games, part, num_bots, editions)
    except (pa.ArrowException, OSError, ValueError):
        raise UserError(f"{format_name(path)} does not have the games that its manifest says: record it anew") from None
    return games


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
