"""The types of the arguments for which a game's functions are compiled, see `linking`. Whole numbers and seats are
`int64`, seeds `uint64`, and arrays C-contiguous."""

from typing import Any

import numpy as np
from numba import float32, from_dtype, int8, int32, int64, types, uint8, uint64

from africana_env.engine.contract import NO_SCRATCH, Game, ScriptedBot
from africana_env.engine.rng import generator_dtype

ArgumentTypes = tuple[types.Type, ...]

MASK, FEATURES, RETURNS, SCORES = int8[::1], uint8[::1], float32[::1], int32[:, ::1]


def rule_arguments(
    tables_dtype: np.dtype, state_dtype: np.dtype, resample_scratch: np.dtype = NO_SCRATCH
) -> dict[str, ArgumentTypes]:
    """Of the functions of a game's rules, under the names by which kernels call them."""
    records: list[Any] = [tables_dtype, state_dtype, resample_scratch]
    *position, scratch = map(from_dtype, records)
    return {
        "reset": (*position, int64, uint64),
        "legal_action_mask": (*position, MASK),
        "step": (*position, int64),
        "observe": (*position, int64, FEATURES),
        "game_returns": (*position, RETURNS),
        "game_scores": (*position, SCORES),
        "resample": (*position, int64, uint64, scratch),
    }


def act_arguments(game: Game, bot: ScriptedBot) -> ArgumentTypes:
    """Of the decision of a scripted bot."""
    records: list[Any] = [game.tables_dtype, game.state_dtype, generator_dtype, bot.scratch_dtype]
    tables, state, generator, scratch = map(from_dtype, records)
    return tables, state, MASK, generator, scratch


def entity_arguments(game: Game) -> ArgumentTypes:
    """Of the function that observes entities."""
    records: list[Any] = [game.tables_dtype, game.state_dtype, game.entity_observation.scratch_dtype]
    tables, state, scratch = map(from_dtype, records)
    return tables, state, int64, scratch, FEATURES
