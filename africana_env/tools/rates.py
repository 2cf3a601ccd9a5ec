"""Measures rates, for the games here and for those of other libraries, and how busy the machine is otherwise."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
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


STAT = Path("/proc/stat")
IDLE = 3, 4
"""The columns of what nobody used: idle, and waiting for a disk. The others but the guests' are what was used, or, on a
virtual machine, what its host gave to others."""
COLUMNS = 8


@dataclass(frozen=True)
class Spent:
    """Processor time, in seconds since some beginning."""

    total: float
    idle: float
    own: float
    """Of this process and of those that it has waited for."""


def spent() -> Spent | None:
    """What the machine has spent so far; None where the system does not say. Of one's own, children count once they
    have ended and been waited for: none should run at either end of what is measured."""
    if not STAT.is_file():
        return None
    columns = STAT.read_text(encoding="utf-8").split()[1 : COLUMNS + 1]
    ticks = [int(number) / os.sysconf("SC_CLK_TCK") for number in columns]
    return Spent(sum(ticks), sum(ticks[column] for column in IDLE), sum(os.times()[:4]))


def share_of_others(before: Spent | None, after: Spent | None) -> float | None:
    """The share of the machine's processor time, from 0 to 1, that went to others in between; None if unknown."""
    if before is None or after is None or after.total <= before.total:
        return None
    used = (after.total - after.idle) - (before.total - before.idle) - (after.own - before.own)
    return min(1.0, max(0.0, used / (after.total - before.total)))
