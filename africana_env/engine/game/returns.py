"""Returns and leads, computed from points and winners."""

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from africana_env.engine.game.rule import rule

Float = TypeVar("Float", bound=np.floating)
TIE = 1e-6
"""Returns this close are equal: they differ by `float32` rounding."""


@rule
def most_points_win(seats, out):
    """Turn the points in `out` (seats) into returns: the seats with most points share the win."""
    most = out[0]
    for seat in range(1, seats):
        most = max(most, out[seat])
    winners = 0
    for seat in range(seats):
        if out[seat] == most:
            winners |= 1 << seat
    share_win(winners, seats, out)


@rule
def share_win(winners, seats, out):
    """Fill `out` (seats), zero-sum: the winners, a bit for each seat, share the win evenly, the others lose evenly."""
    number = 0
    for seat in range(seats):
        number += (winners >> seat) & 1
    for seat in range(seats):
        share = 1.0 / number if (winners >> seat) & 1 else 0.0
        out[seat] = (seats * share - 1.0) / (seats - 1)


@rule
def lead_over_others(seats, scale, out):
    """Replace the points in `out` (seats) by the lead over the mean of the other seats, times `scale`."""
    total = 0.0
    for seat in range(seats):
        total += float(out[seat])
    for seat in range(seats):
        own = float(out[seat])  # `float`: NumPy would compute in `float32` without compilation
        out[seat] = scale * (own - (total - own) / (seats - 1))


def game_returns(*arguments: Any) -> Any:
    """Placeholder for the `returns` of a game."""
    raise RuntimeError("win_points must be bound to the returns of a game before it is called")


def win_points(tables, state, out):
    """`scores` of a game without points: 1 for each seat whose return is above 0, else 0."""
    returns = out[:, 0].view(np.float32)  # reuses the `int32` memory of the points
    game_returns(tables, state, returns)
    for seat in range(state.num_players):
        out[seat, 0] = 1 if returns[seat] > 0 else 0


def winning_seats(returns: np.ndarray) -> list[int]:
    """Return the seats that share the win, from the returns of a game, shape `(seats,)`."""
    return np.flatnonzero(win_shares(returns)).tolist()


def win_shares(returns: NDArray[Float]) -> NDArray[Float]:
    """Return each seat's share of the win from returns, seats along the last axis, in the same shape and dtype. The
    seats with the greatest return share it evenly."""
    wins = returns >= returns.max(axis=-1, keepdims=True) - TIE
    return (wins / wins.sum(axis=-1, keepdims=True)).astype(returns.dtype)
