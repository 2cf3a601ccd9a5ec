"""The cores that a process may use."""

import os


def usable_cores() -> int:
    """How many these are: in a container or under `taskset` perhaps fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
