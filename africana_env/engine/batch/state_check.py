"""Checks states that come from outside, such as a file."""

from collections.abc import Iterator
from functools import cache
from math import prod
from typing import Any

import numpy as np

from africana_env.engine.batch.binding import game_kernels
from africana_env.engine.game.contract import Game
from africana_env.engine.game.state import RUNNING
from africana_env.engine.game.zones import stock_faults
from africana_env.engine.process.errors import UserError


def check_states(game: Game, tables: np.ndarray, num_players: int, states: np.ndarray) -> None:
    """Raise `UserError` unless the rules can go on from all `states` (records of `game.state_dtype`) with `tables`, a
    record for each edition."""
    if any(_outside(_numbers(states, dtype)[:, places], *limits).any() for dtype, places, *limits in _ranges(game)):
        for field in game.state_fields:
            wanted = f"{field.name} must be from {field.minimum} to {field.maximum}"
            _refuse(_outside(states[field.name], field.minimum, field.maximum), wanted)
    _refuse(states["num_players"] != num_players, f"num_players must be {num_players}")
    _refuse(states["current_player"] >= num_players, f"current_player must be below {num_players}")
    _refuse(states["round_number"] > states["max_rounds"], "round_number must be at most max_rounds")
    _refuse(states["edition"] >= len(tables), f"edition must be below {len(tables)}")
    for edition in set(states["edition"].tolist()):
        rows = np.flatnonzero(states["edition"] == edition)
        for what, wrong in _faults(game, tables[edition], states[rows]):
            _refuse(wrong, f"something is wrong with {what}", rows)
    masks = np.zeros((len(states), len(game.actions)), np.int8)
    game_kernels(game).view(len(states), tables, states.copy(), masks, np.zeros((len(states), 0), np.uint8))
    _refuse((states["status"] == RUNNING) & ~masks.any(axis=1), "no player could move")


@cache
def _ranges(game: Game) -> list[tuple[np.dtype, np.ndarray, np.ndarray, np.ndarray]]:
    """Return each type of number in a state, with its places, least and largest values: one comparison for all fields
    of a type is much faster than one for each field."""
    found = []
    offsets: Any = game.state_dtype.fields
    for dtype in {np.dtype(field.dtype): None for field in game.state_fields}:
        fields = [field for field in game.state_fields if field.dtype == dtype]
        sizes = [prod(field.shape) for field in fields]
        starts = [offsets[field.name][1] // dtype.itemsize for field in fields]
        places = [start + np.arange(size) for start, size in zip(starts, sizes, strict=True)]
        least, most = (np.repeat([getattr(field, end) for field in fields], sizes) for end in ("minimum", "maximum"))
        found.append((dtype, np.concatenate(places), least, most))
    return found


def _numbers(states: np.ndarray, dtype: np.dtype) -> np.ndarray:
    return np.ascontiguousarray(states).view(dtype).reshape(len(states), -1)


def _outside(values: Any, minimum: Any, maximum: Any) -> np.ndarray:
    return (values < minimum) | (values > maximum)


def _faults(game: Game, table: Any, states: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    for stock in game.stocks:
        for wrong in stock_faults(stock, table, states):
            yield stock.name, wrong
    yield from game.state_faults(table, states)


def _refuse(wrong: np.ndarray, reason: str, rows: np.ndarray | None = None) -> None:
    """Raise `UserError` for the first state that has something `wrong`, `bool` with the states along the first axis.
    `rows` are the numbers of the states."""
    if np.count_nonzero(wrong):  # much faster than any() for one state
        row = np.argwhere(wrong)[0, 0]
        raise UserError(f"state {row if rows is None else rows[row]} is not one of this game: {reason}")
