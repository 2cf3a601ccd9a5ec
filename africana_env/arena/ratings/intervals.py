"""Confidence intervals of shares of the win, differences and ratings."""

from math import sqrt
from statistics import NormalDist

import numpy as np

NORMAL_95 = 1.959964
"""Standard deviations of the normal distribution within which 95 % lie."""
PRIOR_DEALS = 2
"""Deals added to those played in which all games end alike: the variance of few deals may be too small by chance."""
PRIOR_DIFFERENCE = 1.0
"""The same for differences: a deal that one bot wins and the other loses."""


def wilson_interval(share: float, games: float) -> tuple[float, float]:
    """The 95 % interval of a share seen in so many games (Wilson 1927); unlike the usual one it holds near 0 and 1."""
    square = NORMAL_95**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    width = NORMAL_95 / (1 + square / games) * sqrt(share * (1 - share) / games + square / (4 * games**2))
    return max(0.0, min(share, middle - width)), min(1.0, max(share, middle + width))  # also where 0 is rounded


def share_interval(shares: np.ndarray) -> tuple[float, float]:
    """The 95 % interval of a mean share of the win, from the mean share in each deal, shape `(deals,)`.

    It is Wilson's, with an effective number of independent games, because the games of a deal are correlated: its
    rotations cancel luck, so that there are mostly more independent games than deals.
    """
    deals, share = len(shares), float(shares.mean())
    most = share * (1 - share)  # the variance of the means, if the games of each deal ended all alike
    seen = float(shares.var(ddof=1)) / most if deals > 1 and most > 0 else 1.0
    pooled = (PRIOR_DEALS + (deals - 1) * seen) / (PRIOR_DEALS + deals - 1)
    return wilson_interval(share, deals / pooled)


def difference_interval(differences: np.ndarray) -> tuple[float, float]:
    """The 95 % interval of the mean difference of two shares of the win in the same deals, from the difference in each
    deal, shape `(deals,)`: Student's, with a deal more that lies `PRIOR_DIFFERENCE` off the mean."""
    deals, mean = len(differences), float(differences.mean())
    variance = (float(((differences - mean) ** 2).sum()) + PRIOR_DIFFERENCE**2) / deals
    width = student_95(max(2, deals)) * sqrt(variance / deals)
    return max(-1.0, mean - width), min(1.0, mean + width)


def percentiles_95(values: int) -> tuple[float, float]:
    """Between which percentiles of a bootstrap from so many values, at least two, the 95 % interval lies: a little
    farther out than 2.5 and 97.5, where it would be too narrow (the expanded percentile interval, Hesterberg 2015)."""
    low = 100 * NormalDist().cdf(-student_95(values) * sqrt(values / (values - 1)))
    return low, 100 - low


def student_95(values: int) -> float:
    """Standard deviations of Student's distribution within which 95 % lie, for the mean of so many values, at least
    two (Abramowitz and Stegun 26.7.5; below four values only nearly)."""
    free, z = values - 1, NORMAL_95
    return z + (z**3 + z) / (4 * free) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)
