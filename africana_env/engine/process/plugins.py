"""Plugins: what installed packages add to this one by entry points."""

import os
import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from africana_env.engine.process.errors import UserError, error_message


def plugins(group: str) -> Mapping[str, EntryPoint]:
    """The entry points of a group by name; nothing of them is imported yet. To look through all installed packages
    takes longer than to make an environment, so it is done once, and again where packages came or went."""
    return entry_points_of(group, tuple((folder, time_of_change(folder)) for folder in sys.path))


@cache
def entry_points_of(group: str, folders: tuple[tuple[str, int], ...]) -> Mapping[str, EntryPoint]:
    """The entry points of a group in the folders from which Python imports, given with when each last changed."""
    return {point.name: point for point in entry_points(group=group)}


def time_of_change(folder: str) -> int:
    """When something was last added to a folder or removed, in nanoseconds since 1970; 0 if there is no such folder."""
    try:
        return os.stat(folder or ".").st_mtime_ns
    except OSError:
        return 0


def load_plugin(point: EntryPoint, fits: Callable[[Any], bool]) -> Any:
    """What an entry point stands for; raises `UserError`, with its cause, if it cannot be imported or does not fit."""
    try:
        loaded = point.load()
        if not fits(loaded):
            raise TypeError(f"{point.value} is {type(loaded).__name__}")
    except (KeyboardInterrupt, MemoryError):
        raise
    except BaseException as error:  # a program that somebody imports may end itself
        package = f" of the package {point.dist.name}" if point.dist is not None else ""
        raise UserError(
            f"{point.name!r}{package} does not work ({error_message(error)}): mend or uninstall it"
        ) from error
    return loaded
