"""Returns and leads, computed from points and winners."""

import numpy as np

from africana_env.engine.compiler import rule


@rule
def most_points_win(players, out):
    """Turn the points in `out` (seats) into returns: those who have the most share the win."""
    most = out[0]
    for player in range(1, players):
        most = max(most, out[player])
    winners = 0
    for player in range(players):
        if out[player] == most:
            winners |= 1 << player
    share_win(winners, players, out)


@rule
def share_win(winners, players, out):
    """Fill `out` (seats), zero-sum: the winners, a bit for each seat, share the win evenly, the others lose evenly."""
    number = 0
    for player in range(players):
        number += (winners >> player) & 1
    for player in range(players):
        share = 1.0 / number if (winners >> player) & 1 else 0.0
        out[player] = (players * share - 1.0) / (players - 1)


@rule
def lead_over_others(players, scale, out):
    """Replace the points in `out` (seats) by the lead over the mean of the other seats, times `scale`."""
    total = 0.0
    for player in range(players):
        total += out[player]
    for player in range(players):
        out[player] = scale * (out[player] - (total - out[player]) / (players - 1))


def win_shares(returns: np.ndarray) -> np.ndarray:
    """Each seat's share of the win, from returns by `share_win` with a column for each seat; a sole winner has 1."""
    players = returns.shape[-1]
    return (returns * (players - 1) + 1) / players
