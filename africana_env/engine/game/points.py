"""The points and winners of one position, for drawings."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from africana_env.engine.compilation.compiled import bind_kernel, link_function
from africana_env.engine.compilation.kernel_cache import cache_for
from africana_env.engine.game.contract import Edition
from africana_env.engine.game.kernels import return_games, rule_arguments, score_games
from africana_env.engine.game.returns import winning_seats
from africana_env.engine.game.state import state_alone


def winners(returns: Callable[..., None], edition: Edition, state: Any) -> list[int]:
    """Return the seats that share the win in the current position, by the game's `returns`."""
    out = np.zeros((1, state.num_players), np.float32)
    dtypes = edition.tables.dtype, state.dtype
    kernel = kept_kernel(return_games, "game_returns", returns, edition.game, *dtypes)
    kernel(edition.tables, state_alone(state), out)
    return winning_seats(out[0])


def points(scores: Callable[..., None], parts: Sequence[str], edition: Edition, state: Any) -> list[list[int]]:
    """Return the current points of every seat by part, by the game's `scores`."""
    out = np.zeros((1, state.num_players, len(parts)), np.int32)
    dtypes = edition.tables.dtype, state.dtype
    kernel = kept_kernel(score_games, "game_scores", scores, edition.game, *dtypes)
    kernel(edition.tables, state_alone(state), out)
    return out[0].tolist()


@cache
def kept_kernel(
    loop: Callable[..., None],
    name: str,
    rule: Callable[..., None],
    owner: str,
    tables_dtype: np.dtype,
    state_dtype: np.dtype,
) -> Callable[..., None]:
    """Return a loop over games bound to its one rule, with the name that a batch gives it, so that both share the
    compiled code. A rule called directly would be compiled in every process."""
    folder = cache_for(loop, rule)
    linked = link_function(rule, rule_arguments(tables_dtype, state_dtype)[name], owner, folder)
    return bind_kernel(loop, {name: linked, "prange": range}, f"{owner}.serial", folder, parallel=False)
