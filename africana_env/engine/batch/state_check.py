"""Checks that states from outside are such as the rules produce."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from africana_env.engine.batch.binding import game_kernels
from africana_env.engine.game.contract import Game
from africana_env.engine.game.state import RUNNING
from africana_env.engine.game.zones import is_incomplete, somewhere
from africana_env.engine.process.errors import UserError


def check_states(game: Game, tables: np.ndarray, num_players: int, states: np.ndarray) -> None:
    """Raise `UserError` unless the rules can go on from all `states` (records of `game.state_dtype`) with `tables`, a
    record for each edition."""
    for field in game.state_fields:
        wanted = f"{field.name} must be from {field.minimum} to {field.maximum}"
        _refuse(outside(states[field.name], field.minimum, field.maximum), wanted)
    _refuse(states["num_players"] != num_players, f"num_players must be {num_players}")
    _refuse(states["current_player"] >= num_players, f"current_player must be below {num_players}")
    _refuse(states["round_number"] > states["max_rounds"], "round_number must be at most max_rounds")
    _refuse(states["edition"] >= len(tables), f"edition must be below {len(tables)}")
    for edition in np.unique(states["edition"]).tolist():
        rows = np.flatnonzero(states["edition"] == edition)
        for what, wrong in _faults(game, tables[edition], states[rows]):
            _refuse(wrong, f"something is wrong with {what}", rows)
    masks = np.zeros((len(states), len(game.actions)), np.int8)
    game_kernels(game).view(len(states), tables, states.copy(), masks, np.zeros((len(states), 0), np.uint8))
    _refuse((states["status"] == RUNNING) & ~masks.any(axis=1), "nobody could move")


def _faults(game: Game, table: Any, states: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    for stock in game.stocks:
        yield stock.name, is_incomplete(stock, table, states)
    yield from game.state_faults(table, states)


def outside(values: Any, minimum: int, maximum: int) -> np.ndarray:
    """Which numbers are outside a range, `bool`, of the same shape."""
    return (values < minimum) | (values > maximum)


def _refuse(wrong: np.ndarray, reason: str, rows: np.ndarray | None = None) -> None:
    """Raise `UserError` for the first of the states in which something is `wrong`; `rows` are their numbers."""
    if wrong.any():
        row = int(somewhere(wrong).argmax())
        raise UserError(f"state {row if rows is None else rows[row]} is not one of this game: {reason}")
