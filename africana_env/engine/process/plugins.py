"""Plugins: additions of installed packages, by entry points."""

import os
import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from africana_env.engine.process.errors import UserError, error_message


def plugins(group: str) -> Mapping[str, EntryPoint]:
    """Return the entry points of a group by name, not imported yet. Scanning all packages takes longer than making an
    environment, so it happens once, and again when packages change."""
    return entry_points_of(group, tuple((folder, time_of_change(folder)) for folder in sys.path))


@cache
def entry_points_of(group: str, folders: tuple[tuple[str, int], ...]) -> Mapping[str, EntryPoint]:
    """Return the entry points of a group; `folders` are Python's import folders with their last changes."""
    return {point.name: point for point in entry_points(group=group)}


def time_of_change(folder: str) -> int:
    """Return when an entry of a folder was last added or removed, in nanoseconds since 1970; 0 if there is no
    folder."""
    try:
        return os.stat(folder or ".").st_mtime_ns
    except OSError:
        return 0


def load_plugin(point: EntryPoint, fits: Callable[[Any], bool]) -> Any:
    """Import an entry point. Raises `UserError`, with its cause, if that fails or the object does not fit."""
    try:
        loaded = point.load()
        if not fits(loaded):
            raise TypeError(f"{point.value} is {type(loaded).__name__}")
    except (KeyboardInterrupt, MemoryError):
        raise
    except BaseException as error:  # imported code may exit
        package = f" of the package {point.dist.name}" if point.dist is not None else ""
        raise UserError(
            f"{point.name!r}{package} does not work ({error_message(error)}): fix or uninstall it"
        ) from error
    return loaded
