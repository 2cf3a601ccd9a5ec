"""Measurement of decision rates, and of the machine's load by other programs."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

SECONDS = 0.5
"""Duration of one measurement."""
REPEATS = 3
"""Measurements per median."""
NUM_GAMES = 2048
"""Games in a batch: enough to keep all cores busy, few enough to fit in cache."""
AEC_DECISIONS = 250
"""Decisions of an AEC environment between two readings of the clock."""

Play = Callable[[], int]
"""Plays for a while and returns the number of decisions."""
OnMeasurement = Callable[[str], None]
"""`progress(name)` receives the name of the next measurement."""


def no_report(what: str) -> None:
    """Ignore the name of a measurement."""


def median_rate(play: Play) -> float:
    """Return decisions per second, without the first call, which may compile."""
    play()
    rates = []
    for _ in range(REPEATS):
        decisions, start = 0, perf_counter()
        while (elapsed := perf_counter() - start) < SECONDS:
            decisions += play()
        rates.append(decisions / elapsed)
    return median(rates)


def aec_player(env: Any) -> Play:
    """Return a function that plays an AEC environment whose observations have an `action_mask`."""
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


STAT = Path("/proc/stat")
IDLE = 3, 4
"""Columns of unused time: idle, and waiting for a disk."""
COLUMNS = 8
"""Columns that add up to the total; guests' time is already included in them."""


@dataclass(frozen=True)
class Spent:
    """Processor time in seconds since an arbitrary start."""

    total: float
    idle: float
    own: float
    """Time of this process and its finished children."""


def spent() -> Spent | None:
    """Return the processor time so far; None if the system does not report it. Children count once they have been
    waited for, so none should run at the start and end of a measurement."""
    if not STAT.is_file():
        return None
    columns = STAT.read_text(encoding="utf-8").split()[1 : COLUMNS + 1]
    ticks = [int(number) / os.sysconf("SC_CLK_TCK") for number in columns]
    return Spent(sum(ticks), sum(ticks[column] for column in IDLE), sum(os.times()[:4]))


def share_of_others(before: Spent | None, after: Spent | None) -> float | None:
    """Return other programs' share of the processor time between two readings, from 0 to 1; None if unknown."""
    if before is None or after is None or after.total <= before.total:
        return None
    used = (after.total - after.idle) - (before.total - before.idle) - (after.own - before.own)
    return min(1.0, max(0.0, used / (after.total - before.total)))
