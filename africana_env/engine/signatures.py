"""The types for which a game's functions are compiled, see `linking`. Whole numbers and seats are `int64`, seeds
`uint64`, and arrays C-contiguous."""

from typing import Any

import numpy as np
from numba import float32, float64, from_dtype, int8, int32, int64, uint8, uint64, void
from numba.core.typing import Signature

from africana_env.engine.contract import Game, ScriptedBot
from africana_env.engine.rng import generator_dtype

MASK, FEATURES, REWARDS, POINTS, SCORES = int8[::1], uint8[::1], float32[::1], int32[::1], int32[:, ::1]


def rule_signatures(tables_dtype: np.dtype, state_dtype: np.dtype) -> dict[str, Signature]:
    """Of the functions of a game's rules, under the names by which kernels call them."""
    position = from_dtype(tables_dtype), from_dtype(state_dtype)
    return {
        "reset": void(*position, int64, uint64),
        "legal_action_mask": void(*position, MASK),
        "step": void(*position, int64),
        "observe": void(*position, int64, FEATURES),
        "game_returns": void(*position, REWARDS),
        "game_scores": void(*position, SCORES),
        "resample": void(*position, int64, uint64),
        "state_fault": int64(*position),
    }


def helper_signatures(tables_dtype: np.dtype, state_dtype: np.dtype) -> dict[str, Signature]:
    """Of what kernels have in common, see `kernels`."""
    position = from_dtype(tables_dtype), from_dtype(state_dtype)
    return {
        "view_game": void(*position, MASK, FEATURES),
        "start_game": void(*position, int64, int64, uint64, SCORES, POINTS),
        "give_rewards": void(*position, int64, float64, SCORES, POINTS, REWARDS),
    }


def act_signature(game: Game, bot: ScriptedBot) -> Signature:
    """Of the decision of a scripted bot."""
    records: list[Any] = [game.tables_dtype, game.state_dtype, generator_dtype, bot.scratch_dtype]
    tables, state, generator, scratch = map(from_dtype, records)
    return int64(tables, state, MASK, generator, scratch)


def entities_signature(game: Game) -> Signature:
    """Of the function that observes entities."""
    records: list[Any] = [game.tables_dtype, game.state_dtype, game.entity_observation.scratch_dtype]
    tables, state, scratch = map(from_dtype, records)
    return void(tables, state, int64, scratch, FEATURES)
