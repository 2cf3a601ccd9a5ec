"""A file of a dataset: some games as arrays, in the format of `numpy.savez_compressed`.

Of a file from others no number is believed: each array is known by the manifest before it is read, and no more is
unpacked than it holds.
"""

import hashlib
import io
from pathlib import Path
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import numpy as np
from numpy.lib import format as npy
from numpy.typing import DTypeLike

from africana_env.data.manifest import Part
from africana_env.engine.process.errors import UserError, format_name
from africana_env.engine.process.files import read_file

MAX_BYTES = 1 << 28
MAX_HEADER = 1 << 10
"""Bytes before the values of an array."""


class Games(NamedTuple):
    """The games of a file."""

    seeds: np.ndarray
    """Shape `(games,)`, `uint64`."""
    outcomes: np.ndarray
    """What each seat got in the end, shape `(games, players)`, `float32`."""
    starts: np.ndarray
    """Where the actions of each game begin, and where the last ones end, shape `(games + 1,)`, `uint32`."""
    actions: np.ndarray
    """Those of all games, one game after the other, shape `(decisions,)`, `uint16`."""


def written(games: Games) -> bytes:
    """The content of a file of games."""
    content = io.BytesIO()
    np.savez_compressed(content, **games._asdict())
    return content.getvalue()


def read_games(path: Path, part: Part, num_players: int) -> Games:
    """The games of a file of which the manifest says `part`. Raises `UserError` if it is missing or damaged."""
    content = read_file("the games", path, MAX_BYTES)
    if hashlib.sha256(content).hexdigest() != part.sha256:
        raise UserError(f"{format_name(path)} is damaged: record the dataset anew")
    try:
        with ZipFile(io.BytesIO(content)) as file:
            games = Games(
                read_array(file, "seeds", (part.games,), np.uint64),
                read_array(file, "outcomes", (part.games, num_players), np.float32),
                read_array(file, "starts", (part.games + 1,), np.uint32),
                read_array(file, "actions", (part.decisions,), np.uint16),
            )
        ends = games.starts[[0, -1]].tolist()
        if ends != [0, part.decisions] or not (games.starts[1:] > games.starts[:-1]).all():
            raise ValueError
    except Exception:  # zipfile, zlib and numpy raise anything for a file that is none of theirs
        raise UserError(f"{format_name(path)} does not have the games that its manifest says: record it anew") from None
    return games


def read_array(file: ZipFile, name: str, shape: tuple[int, ...], dtype: DTypeLike) -> np.ndarray:
    """An array of this shape and type in a file. Raises anything if it is not there."""
    about = file.getinfo(f"{name}.npy")
    if about.compress_type not in (ZIP_STORED, ZIP_DEFLATED):  # others take memory before they unpack anything
        raise ValueError
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    with file.open(about) as packed:
        content = io.BytesIO(packed.read(size + MAX_HEADER))
    if npy.read_magic(content) != (1, 0) or npy.read_array_header_1_0(content) != (shape, False, np.dtype(dtype)):
        raise ValueError
    return np.frombuffer(content.getbuffer()[content.tell() :], dtype).reshape(shape)
