"""The process that a run shares with the program that calls it.

While a run computes it has generators, threads and modes of PyTorch of its own. In between, such as in a callback, and
after an error, the program finds all as it left it.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

import torch

from africana_training.runs.generators import generators_kept, generators_state, put_generators_state
from africana_training.threads import limited_threads

_turn = threading.RLock()
"""Held by the thread whose run computes: all threads share the generators, so their runs take turns."""


class RunProcess:
    """The process as one run has it, with this many threads, or as many as the program uses if None."""

    def __init__(self, device: torch.device, threads: int | None) -> None:
        self.device, self._threads = device, threads
        self._generators = generators_state(device)
        self._is_entered = False

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Compute with what the run has of its own; may be nested."""
        with _turn:
            if self._is_entered:
                yield
                return
            with generators_kept(self.device), limited_threads(self._threads), usual_modes():
                put_generators_state(self._generators, self.device)
                self._is_entered = True
                try:
                    yield
                finally:
                    self._is_entered = False
                    self._generators = generators_state(self.device)


@contextmanager
def usual_modes() -> Iterator[None]:
    """PyTorch's modes as they are by default, whatever the program has set."""
    dtype, precision = torch.get_default_dtype(), torch.get_float32_matmul_precision()
    # To set the device that is set already would slow down each call of PyTorch.
    on_cpu = nullcontext() if torch.get_default_device().type == "cpu" else torch.device("cpu")
    with torch.inference_mode(False), torch.autocast("cpu", enabled=False), on_cpu:
        torch.set_default_dtype(torch.float32)
        torch.set_float32_matmul_precision("highest")
        try:
            yield
        finally:
            torch.set_default_dtype(dtype)
            torch.set_float32_matmul_precision(precision)
