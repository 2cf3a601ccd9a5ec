"""The points and the winners in one position, for drawings."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from africana_env.engine.compiler import bind_kernel
from africana_env.engine.contract import Edition
from africana_env.engine.kernels import cache_for, return_games, score_games
from africana_env.engine.returns import win_shares
from africana_env.engine.state import state_alone


def winners(returns: Callable[..., None], edition: Edition, state: Any) -> list[int]:
    """The seats that have a share of the win as the position stands, by the game's `returns`."""
    out = np.zeros((1, state.num_players), np.float32)
    kept_kernel(return_games, "game_returns", returns, edition.game)(edition.tables, state_alone(state), out)
    return np.flatnonzero(win_shares(out[0]) > 0.5 / state.num_players).tolist()  # the least share is 1 / num_players


def points(scores: Callable[..., None], parts: Sequence[str], edition: Edition, state: Any) -> list[list[int]]:
    """The points of every seat as they stand, by the parts of the score, by the game's `scores`."""
    out = np.zeros((1, state.num_players, len(parts)), np.int32)
    kept_kernel(score_games, "game_scores", scores, edition.game)(edition.tables, state_alone(state), out)
    return out[0].tolist()


@cache
def kept_kernel(loop: Callable[..., None], name: str, rule: Callable[..., None], owner: str) -> Callable[..., None]:
    """A loop over games bound to its one rule, under the name that a batch gives it: compiled once for both, and kept.
    A rule that is called by itself would be compiled in every process."""
    names = {name: rule, "prange": range}
    return bind_kernel(loop, names, f"{owner}.serial", cache_for(loop, rule), parallel=False)
