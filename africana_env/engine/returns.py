"""Returns and leads, computed from points and winners."""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from africana_env.engine.compiler import rule

Float = TypeVar("Float", bound=np.floating)


@rule
def most_points_win(seats, out):
    """Turn the points in `out` (seats) into returns: those who have the most share the win."""
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
        total += out[seat]
    for seat in range(seats):
        out[seat] = scale * (out[seat] - (total - out[seat]) / (seats - 1))


def winning_seats(returns: np.ndarray) -> list[int]:
    """The seats that have a share of the win, from the returns of a game by `share_win`, shape `(seats,)`."""
    return np.flatnonzero(win_shares(returns) > 0.5 / len(returns)).tolist()  # the least share is 1 / seats


def win_shares(returns: NDArray[Float]) -> NDArray[Float]:
    """Each seat's share of the win, from returns by `share_win` with a column for each seat; a sole winner has 1."""
    seats = returns.shape[-1]
    return (returns * (seats - 1) + 1) / seats


def return_of_share(share: float, seats: int) -> float:
    """The mean return that a mean share of the win is, the reverse of `win_shares`."""
    return (seats * share - 1) / (seats - 1)
