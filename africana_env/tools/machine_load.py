"""How busy a machine is with other things, on Linux."""

import os
from dataclasses import dataclass
from pathlib import Path

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
