"""Plugins: what installed packages add to this one by entry points."""

import os
import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from africana_env.engine.errors import UserError, error_message, format_name

HERE = Path(__file__).parents[1]
"""This package. What comes with it lies beside it."""


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
    """What an entry point stands for; raises `UserError`, with its cause, if it cannot be imported or does not fit, and
    before anything is imported if another module has the name of the one in which it is."""
    check_not_shadowed(point)
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


def check_not_shadowed(point: EntryPoint) -> None:
    """Raise `UserError` where Python imports another module for that of an entry point, such as a program or folder of
    the same name in the working folder. Not all packages say where the right one is."""
    name = point.module.partition(".")[0]
    right, taken = place_in_package(point, name), place_imported(name)
    if right is None or taken is None or taken.resolve() == right.resolve():
        return
    raise UserError(
        f"{point.name!r} needs the module {name} in {format_name(right)}, but here {name} is {format_name(taken)}: "
        "rename that, or start where Python does not find it first"
    )


def place_in_package(point: EntryPoint, name: str) -> Path | None:
    """Where a module lies in the package to which an entry point belongs, None if the package does not say."""
    if point.dist is None:
        return None
    ours = point.dist.name == HERE.name.replace("_", "-")
    folder = HERE.parent if ours else Path(str(point.dist.locate_file("")))
    return next((place for place in (folder / name, folder / f"{name}.py") if place.exists()), None)


def place_imported(name: str) -> Path | None:
    """The folder or file of the module that has this name, or would have it once it is imported; None if there is
    none."""
    if (module := sys.modules.get(name)) is not None:
        folders, file = getattr(module, "__path__", ()), getattr(module, "__file__", None)
    elif (spec := find_spec(name)) is not None:
        folders, file = spec.submodule_search_locations or (), spec.origin
    else:
        return None
    return Path(next(iter(folders), None) or file or "a module that is no file")
