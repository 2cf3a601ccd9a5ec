"""Parts of views: observations, whose seats are counted from the observer, as text.

`fields` are the fields of an observation by name, as `describe_observation` returns them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

Fields = Mapping[str, np.ndarray]


def player_name(seat: int) -> str:
    """Return the agent name of a seat, in all APIs and texts."""
    return f"player_{seat}"


def one_of(names: Sequence[str], flags: np.ndarray) -> str | None:
    """Return the one name that is marked, or None."""
    return names[int(flags.argmax())] if flags.any() else None


def those_of(names: Sequence[str], flags: np.ndarray) -> list[str]:
    """Return the marked names."""
    return [names[number] for number in np.flatnonzero(flags).tolist()]


def counts(names: Sequence[str], numbers: np.ndarray) -> dict[str, int]:
    """Return the positive counts by name."""
    return {names[number]: int(numbers[number]) for number in np.flatnonzero(numbers).tolist()}


def players_of(fields: Fields) -> list[str]:
    """Return the players in turn order, the observer first."""
    seat, number = int(fields["seat"].argmax()), int(fields["players"].argmax()) + 2
    return [player_name((seat + distance) % number) for distance in range(number)]


def turn_of(fields: Fields, phases: Sequence[str]) -> dict[str, Any]:
    """Return the first parts of a view: the round and the mover, from `turn_fields`."""
    return {
        "round": int(fields["round"][0]),
        "rounds_left": int(fields["rounds_left"][0]),
        "phase": one_of(phases, fields["phase"]) or "the game is over",
        "to_move": one_of(players_of(fields), fields["mover"]),
    }
