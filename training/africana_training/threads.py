"""The threads that PyTorch and Numba compute with."""

from collections.abc import Iterator
from contextlib import contextmanager

import numba
import torch


@contextmanager
def limited_threads(number: int | None) -> Iterator[None]:
    """Compute with this many threads, at most as many as Numba has started, and then with as many as before; with None
    nothing changes."""
    if number is None:
        yield
        return
    before = torch.get_num_threads(), numba.get_num_threads()
    torch.set_num_threads(number)
    numba.set_num_threads(min(number, numba.config.NUMBA_NUM_THREADS))  # type: ignore[attr-defined]
    try:
        yield
    finally:
        torch.set_num_threads(before[0])
        numba.set_num_threads(before[1])
