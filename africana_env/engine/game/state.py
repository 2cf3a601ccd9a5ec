"""The header of all states, and the functions that change it."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from africana_env.engine.game.rng import GENERATOR_FIELDS, seed_generator
from africana_env.engine.game.rule import rule

RUNNING, TERMINATED, CUT_OFF = range(3)
"""Values of a state's `status`: in progress, ended by the rules, cut off after `max_rounds`."""

MAX_ROUNDS = 255
"""The largest `max_rounds`: rounds are one `uint8` feature."""

MAX_EDITIONS = 4096
"""Most editions of the games in one batch."""

MAX_SEATS = 8
"""Most players of any game."""


class StateField(NamedTuple):
    """A field of a state, with its least and largest value."""

    name: str
    dtype: Any
    minimum: int
    maximum: int
    shape: tuple[int, ...] = ()


STATE_HEADER = [
    *(StateField(name, dtype, 0, (1 << 64) - 1) for name, dtype in GENERATOR_FIELDS),
    StateField("num_players", np.int16, 2, MAX_SEATS),
    StateField("max_rounds", np.int16, 1, MAX_ROUNDS),
    StateField("current_player", np.int16, 0, MAX_SEATS - 1),  # the seat to move
    StateField("status", np.int16, RUNNING, CUT_OFF),
    StateField("round_number", np.int16, 0, MAX_ROUNDS),
    StateField("edition", np.int16, 0, MAX_EDITIONS - 1),  # its record in the batch's tables
]
"""The first fields of every game's state."""


def state_record(fields: Sequence[StateField]) -> np.dtype:
    """Return the dtype of states with these fields, see `record_dtype`."""
    return record_dtype([(field.name, field.dtype, field.shape) for field in fields])


def record_dtype(fields: list[Any]) -> np.dtype:
    """Return the dtype of records with these fields, which rule code accesses as attributes. Fields are aligned, as
    CUDA requires. Padding becomes fields, so that copies are equal in all bytes."""
    aligned = np.dtype([(name, plain_dtype(dtype), *shape) for name, dtype, *shape in fields], align=True)
    places: Any = aligned.fields
    filled: list[Any] = []
    stop = 0
    for field in (*fields, None):
        start = aligned.itemsize if field is None else places[field[0]][1]
        if start > stop:
            filled.append((f"unused_{stop}", np.uint8, (start - stop,)))
        if field is not None:
            filled.append(field)
            stop = start + places[field[0]][0].itemsize
    return np.dtype((np.record, np.dtype(filled, align=True)))


def plain_dtype(dtype: Any) -> np.dtype:
    """Return a record's dtype aligned by its largest field, which `np.record` hides; others unchanged."""
    return np.dtype(np.dtype(dtype).descr, align=True) if np.dtype(dtype).names else np.dtype(dtype)


def state_alone(state: Any) -> np.ndarray:
    """Return a copy of a state, shape (1,), for tables of its edition alone."""
    states = np.empty(1, state.dtype)
    states[0] = state
    states["edition"] = 0
    return states


def plain_fields(state: Any) -> SimpleNamespace:
    """Return the fields of a state as attributes of plain numbers and lists, which Python reads ten times as fast."""
    return SimpleNamespace(**{name: state[name].tolist() for name in state.dtype.names})


@rule
def start_state(state, num_players, seed):
    """Fill the header of a game that begins: seat 0 is to move in round 1. The caller sets `edition` and
    `max_rounds`."""
    seed_generator(state, seed)
    state.num_players = num_players
    state.current_player = 0
    state.status = RUNNING
    state.round_number = 1


@rule
def next_round(state):
    """Count the next round, or cut the game off after the last one. Returns whether the game goes on."""
    if state.round_number >= state.max_rounds:
        state.status = CUT_OFF
        return False
    state.round_number += 1
    return True
