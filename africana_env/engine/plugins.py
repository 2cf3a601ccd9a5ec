"""What installed packages add to this one, by packaging entry points."""

from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from africana_env.engine.contract import UserError


def plugins(group: str) -> dict[str, EntryPoint]:
    """The entry points of a group by name; nothing of them is imported yet."""
    return {point.name: point for point in entry_points(group=group)}


def load_plugin(point: EntryPoint, fits: Callable[[Any], bool]) -> Any:
    """What an entry point stands for; raises `UserError`, with its cause, if it cannot be imported or does not fit."""
    try:
        loaded = point.load()
        if not fits(loaded):
            raise TypeError(f"{point.value} is {type(loaded).__name__}")
    except Exception as error:
        package = f" of the package {point.dist.name}" if point.dist is not None else ""
        reason = f"{type(error).__name__}: {error}"
        raise UserError(f"{point.name!r}{package} does not work ({reason}): mend or uninstall it") from error
    return loaded
