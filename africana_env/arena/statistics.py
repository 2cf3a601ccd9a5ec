"""How sure figures from games are."""

from math import sqrt

NORMAL_95 = 1.959964
"""Standard deviations of the normal distribution within which 95 % lie."""


def wilson_interval(share: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share seen in so many games (Wilson 1927); unlike the usual one it holds near 0 and 1."""
    square = NORMAL_95**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    width = NORMAL_95 / (1 + square / games) * sqrt(share * (1 - share) / games + square / (4 * games**2))
    return max(0.0, middle - width), min(1.0, middle + width)
