"""Files of a dataset: games as arrays, in the format of `numpy.savez_compressed`.

A file may come from an untrusted source. The manifest gives the size of each array, and no more is unpacked.
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
"""Most bytes before the values of an array."""


class Games(NamedTuple):
    """The games of a file."""

    seeds: np.ndarray
    """Shape `(games,)`, `uint64`."""
    outcomes: np.ndarray
    """Returns by seat, shape `(games, players)`, `float32`."""
    starts: np.ndarray
    """Start of each game in `actions`, then the total, shape `(games + 1,)`, `uint32`."""
    actions: np.ndarray
    """Actions of all games in order, shape `(decisions,)`, `uint16`."""


def written(games: Games) -> bytes:
    content = io.BytesIO()
    np.savez_compressed(content, **games._asdict())
    return content.getvalue()


def read_games(path: Path, part: Part, num_players: int) -> Games:
    """Read the file that the manifest describes as `part`; raise `UserError` if it is missing or damaged."""
    content = read_file("the games", path, MAX_BYTES)
    if hashlib.sha256(content).hexdigest() != part.sha256:
        raise UserError(f"{format_name(path)} is damaged: record the dataset again")
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
    except Exception:  # zipfile, zlib and numpy may raise anything for an invalid file
        raise UserError(f"{format_name(path)} does not have the games in its manifest: record it again") from None
    return games


def read_array(file: ZipFile, name: str, shape: tuple[int, ...], dtype: DTypeLike) -> np.ndarray:
    """Read an array of this shape and type; raise any exception if it is not there."""
    about = file.getinfo(f"{name}.npy")
    if about.compress_type not in (ZIP_STORED, ZIP_DEFLATED):  # others allocate memory before unpacking
        raise ValueError
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    with file.open(about) as packed:
        content = io.BytesIO(packed.read(size + MAX_HEADER))
    if npy.read_magic(content) != (1, 0) or npy.read_array_header_1_0(content) != (shape, False, np.dtype(dtype)):
        raise ValueError
    return np.frombuffer(content.getbuffer()[content.tell() :], dtype).reshape(shape)
