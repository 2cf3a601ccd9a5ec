"""Confidence intervals for shares of the win, differences and ratings."""

from math import sqrt
from statistics import NormalDist

import numpy as np

NORMAL_95 = 1.959964
"""The two-sided 95 % quantile of the normal distribution."""
PRIOR_DEALS = 2
"""Pseudo-deals whose games all end alike: the variance of few deals may be too small by chance."""
PRIOR_DIFFERENCE = 1.0
"""The pseudo-deal for differences: one bot wins it and the other loses it."""


def wilson_interval(share: float, games: float) -> tuple[float, float]:
    """Return the 95 % interval of a share in `games` games (Wilson 1927), which also holds near 0 and 1."""
    square = NORMAL_95**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    width = NORMAL_95 / (1 + square / games) * sqrt(share * (1 - share) / games + square / (4 * games**2))
    return max(0.0, min(share, middle - width)), min(1.0, max(share, middle + width))  # also where 0 is rounded


def share_interval(shares: np.ndarray) -> tuple[float, float]:
    """Return the 95 % interval of the mean share of the win, from the share in each deal, shape `(deals,)`.

    This is Wilson's interval with an effective number of independent games. The games of a deal are correlated:
    rotations cancel luck, so there are usually more independent games than deals.
    """
    deals, share = len(shares), float(shares.mean())
    most = share * (1 - share)  # the variance if all games of a deal ended alike
    seen = float(shares.var(ddof=1)) / most if deals > 1 and most > 0 else 1.0
    pooled = (PRIOR_DEALS + (deals - 1) * seen) / (PRIOR_DEALS + deals - 1)
    return wilson_interval(share, deals / pooled)


def difference_interval(differences: np.ndarray) -> tuple[float, float]:
    """Return the 95 % interval of the mean difference of two shares in the same deals, shape `(deals,)`.

    This is Student's interval with one more deal, which lies `PRIOR_DIFFERENCE` from the mean.
    """
    deals, mean = len(differences), float(differences.mean())
    variance = (float(((differences - mean) ** 2).sum()) + PRIOR_DIFFERENCE**2) / deals
    width = student_95(max(2, deals)) * sqrt(variance / deals)
    return max(-1.0, mean - width), min(1.0, mean + width)


def percentiles_95(values: int) -> tuple[float, float]:
    """Return the percentiles of a bootstrap that bound the 95 % interval, for at least two `values`.

    They lie outside 2.5 and 97.5, which would be too narrow (expanded percentile interval, Hesterberg 2015).
    """
    low = 100 * NormalDist().cdf(-student_95(values) * sqrt(values / (values - 1)))
    return low, 100 - low


def student_95(values: int) -> float:
    """Return the two-sided 95 % quantile of Student's distribution for the mean of at least two `values`.

    The formula (Abramowitz and Stegun 26.7.5) is approximate below four values.
    """
    free, z = values - 1, NORMAL_95
    return z + (z**3 + z) / (4 * free) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)
