"""The levels of generated editions: `size=small,pay=flat+steep` after the number in an edition's name.

An axis without a level is standard. With several levels joined by `+`, each edition has one of them, by its number.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from africana_env.engine.game.contract import Axis, Game
from africana_env.engine.game.draws import Draws
from africana_env.engine.game.seeds import MAX_STREAM, derive_seed
from africana_env.engine.process.errors import UserError, format_value

STANDARD = "standard"
"""The level of an axis on which nothing changes."""
OR = "+"

Levels = tuple[tuple[str, str], ...]
"""Axes and their levels, in the order of the alphabet."""


def parse_levels(spelled: str) -> Levels:
    """Return the levels in `,size=small,pay=flat`. Raises `UserError` if an axis is misspelled or named twice."""
    found: dict[str, str] = {}
    for part in spelled.split(",")[1:]:
        axis, equals, level = part.partition("=")
        if not (axis and equals and level):
            raise UserError(f"axes are spelled axis=level, such as size=small, not {format_value(part)}")
        if axis in found:
            raise UserError(f"the axis {format_value(axis)} is named twice in {format_value(spelled[1:])}")
        found[axis] = level
    return tuple(sorted((axis, level) for axis, level in found.items() if level != STANDARD))


def spell_levels(levels: Levels) -> str:
    """Return the end of an edition's name."""
    return "".join(f",{axis}={level}" for axis, level in levels)


def check_levels(game: Game, levels: Levels) -> None:
    """Raise `UserError` for an axis or a level that the game does not have."""
    assert game.editions is not None
    axes = {axis.name: axis for axis in game.editions.axes}
    for name, level in levels:
        if name not in axes:
            known = ", ".join(axes) or "none"
            raise UserError(f"{game.name} has no axis {format_value(name)}: its axes are {known}")
        known_levels = (STANDARD, *axes[name].levels)
        for one in level.split(OR):
            if one not in known_levels:
                names = ", ".join(known_levels)
                raise UserError(f"the axis {name} of {game.name} has no level {format_value(one)}: use {names}")


def numbers_of(axes: Iterable[Axis], levels: Levels, seed: int) -> dict[str, Any]:
    """Return the numbers that an edition's levels change. `seed` chooses where there are several levels."""
    by_name: Mapping[str, Axis] = {axis.name: axis for axis in axes}
    draws = Draws(derive_seed(seed, MAX_STREAM))
    changes: dict[str, Any] = {}
    for name, level in levels:
        chosen = draws.choice(level.split(OR))
        changes |= by_name[name].levels.get(chosen, {})
    return changes
