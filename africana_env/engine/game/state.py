"""The fields with which the states of all games begin, and the functions that change them."""

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
"""Editions that the games of one batch are of."""

MAX_SEATS = 8
"""No game has more."""


class StateField(NamedTuple):
    """A field of a state, and the least and the largest number that may stand in it."""

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
    StateField("edition", np.int16, 0, MAX_EDITIONS - 1),  # which record of the batch's tables
]
"""The fields with which every game's state begins."""


def state_record(fields: Sequence[StateField]) -> np.dtype:
    """The dtype of states with these fields, see `record_dtype`."""
    return record_dtype([(field.name, field.dtype, field.shape) for field in fields])


def record_dtype(fields: list[Any]) -> np.dtype:
    """The dtype of records with these fields, which rule code reads and writes as attributes. The fields are aligned,
    as CUDA demands, and what that leaves empty is filled with fields of its own, so that a copy is equal in all its
    bytes."""
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
    """A record's dtype with the alignment of its largest field, which `np.record` hides; others as they are."""
    return np.dtype(np.dtype(dtype).descr, align=True) if np.dtype(dtype).names else np.dtype(dtype)


def state_alone(state: Any) -> np.ndarray:
    """A copy of a state, shape (1,), for the tables of its own edition alone."""
    states = np.empty(1, state.dtype)
    states[0] = state
    states["edition"] = 0
    return states


def plain_fields(state: Any) -> SimpleNamespace:
    """The fields of a state as attributes, numbers and lists: plain Python reads them ten times as fast as those of the
    record."""
    return SimpleNamespace(**{name: state[name].tolist() for name in state.dtype.names})


@rule
def start_state(state, num_players, seed):
    """The first fields of a game that begins: seat 0 is to move in round 1. `edition` and `max_rounds` are set by the
    caller."""
    seed_generator(state, seed)
    state.num_players = num_players
    state.current_player = 0
    state.status = RUNNING
    state.round_number = 1


@rule
def next_round(state):
    """Count the next round, or cut the game off if the last one allowed is over; whether the game goes on."""
    if state.round_number >= state.max_rounds:
        state.status = CUT_OFF
        return False
    state.round_number += 1
    return True
