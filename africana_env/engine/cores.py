"""The cores that a process may use."""

import os


def usable_cores() -> int:
    """How many these are: fewer than the machine has where a process is bound to some (`taskset`, a cluster's sets)."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
