"""Defaults for what a game does not define itself: the generator alone redrawn, and points."""

from collections.abc import Callable
from typing import Any

import numpy as np

from africana_env.engine.compiler import bind_kernel, rule
from africana_env.engine.rng import seed_generator


@rule
def resample_generator(tables, state, seat, seed, scratch):
    """`resample` of a game without hidden information: only the generator is unknown."""
    seed_generator(state, seed)


def returns(*arguments: Any) -> Any:
    """Placeholder for the `returns` of a game."""
    raise RuntimeError("win_points must be bound to the returns of a game before it is called")


def win_points(tables, state, out):
    """`scores` of a game without points: 1 for each seat whose return is above 0, else 0."""
    utilities = out[:, 0].view(np.float32)  # of the same size as the `int32` of the points: no memory is allocated
    returns(tables, state, utilities)
    for seat in range(state.num_players):
        out[seat, 0] = 1 if utilities[seat] > 0 else 0


def scores_from(game_returns: Callable[..., None], owner: str) -> Callable[..., None]:
    """`win_points` of the game called `owner`, compiled."""
    return bind_kernel(win_points, {"returns": game_returns}, owner, None, parallel=False)
