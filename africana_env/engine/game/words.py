"""What views have in common: an observation, whose seats are counted from the observer, in words.

`fields` are those of an observation by name, as `describe_observation` gives them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

Fields = Mapping[str, np.ndarray]


def player_name(seat: int) -> str:
    """The name of the agent that holds a seat, in all APIs and texts."""
    return f"player_{seat}"


def one_of(names: Sequence[str], flags: np.ndarray) -> str | None:
    """The name of the one that is marked; None if none is."""
    return names[int(flags.argmax())] if flags.any() else None


def those_of(names: Sequence[str], flags: np.ndarray) -> list[str]:
    """The names of those that are marked."""
    return [names[number] for number in np.flatnonzero(flags).tolist()]


def counts(names: Sequence[str], numbers: np.ndarray) -> dict[str, int]:
    """How many there are of each, where there are any."""
    return {names[number]: int(numbers[number]) for number in np.flatnonzero(numbers).tolist()}


def players_of(fields: Fields) -> list[str]:
    """The players from the observer on, in turn order."""
    seat, number = int(fields["seat"].argmax()), int(fields["players"].argmax()) + 2
    return [player_name((seat + distance) % number) for distance in range(number)]


def turn_of(fields: Fields, phases: Sequence[str]) -> dict[str, Any]:
    """The parts that begin each view: the round, and whose decision it is, from `turn_fields`."""
    return {
        "round": int(fields["round"][0]),
        "rounds_left": int(fields["rounds_left"][0]),
        "phase": one_of(phases, fields["phase"]) or "the game is over",
        "to_move": one_of(players_of(fields), fields["mover"]),
    }
