"""Checks that states from outside are such as the rules produce."""

from typing import Any

import numpy as np

from africana_env.engine.binding import game_kernels
from africana_env.engine.contract import Game
from africana_env.engine.errors import UserError


def check_states(game: Game, tables: np.ndarray, num_players: int, states: np.ndarray) -> None:
    """Raise `UserError` unless the rules can go on from all `states` (records of `game.state_dtype`) with `tables`, a
    record for each edition."""
    for field in game.state_fields:
        wanted = f"from {field.minimum} to {field.maximum}"
        _refuse(states, field.name, outside(states[field.name], field.minimum, field.maximum), wanted)
    _refuse(states, "num_players", states["num_players"] != num_players, f"{num_players}")
    _refuse(states, "current_player", states["current_player"] >= num_players, f"below {num_players}")
    _refuse(states, "round_number", states["round_number"] > states["max_rounds"], "at most max_rounds")
    _refuse(states, "edition", states["edition"] >= len(tables), f"below {len(tables)}")
    faults = np.zeros(len(states), np.int64)
    kernels = game_kernels(game)
    # Of the types for which kernels are compiled: states that can be written, tables that cannot.
    kernels.find_faults(tables, states.copy(), np.zeros(len(game.actions), np.int8), faults)
    if faults.any():
        row = int(faults.argmax() if faults.max() > 0 else faults.argmin())
        wrong = f"something is wrong with {game.state_faults[faults[row]]}" if faults[row] > 0 else "nobody could move"
        raise UserError(f"state {row} is not one of this game: {wrong}")


def outside(values: Any, minimum: int, maximum: int) -> np.ndarray:
    """Which numbers are outside a range, `bool`, of the same shape."""
    return (values < minimum) | (values > maximum)


def _refuse(states: np.ndarray, name: str, wrong: np.ndarray, wanted: str) -> None:
    if wrong.any():
        row = int(np.flatnonzero(wrong.reshape(len(states), -1).any(axis=1))[0])
        raise UserError(f"state {row} is not one of this game: {name} must be {wanted}")
