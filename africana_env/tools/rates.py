"""Measures rates, for the games here and for those of other libraries."""

from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

SECONDS = 0.5
"""Seconds that one measurement of a rate lasts."""
REPEATS = 3
"""Measurements of which the median counts."""
NUM_GAMES = 2048
"""Games in a batch: enough that waking the cores costs little, few enough that all their data stay in cache."""
AEC_DECISIONS = 250
"""Decisions of an AEC environment between two looks at the clock."""

Play = Callable[[], int]
"""Plays on for a while and returns how many decisions that took."""
OnMeasurement = Callable[[str], None]
"""`progress(what)`: what is measured next."""


def no_report(what: str) -> None:
    """Ignore what is measured."""


def median_rate(play: Play) -> float:
    """Decisions per second; the first call, which may compile, does not count."""
    play()
    rates = []
    for _ in range(REPEATS):
        decisions, start = 0, perf_counter()
        while (elapsed := perf_counter() - start) < SECONDS:
            decisions += play()
        rates.append(decisions / elapsed)
    return median(rates)


def aec_player(env: Any) -> Play:
    """Plays any AEC environment whose observations have an `action_mask`, starting anew after each game."""
    draws = np.random.default_rng(0).random(AEC_DECISIONS).tolist()
    env.reset(seed=0)

    def play() -> int:
        decisions = 0
        for draw in draws:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(legal[int(draw * len(legal))])
            decisions += 1
        return decisions

    return play
