"""The process that a run shares with the program that calls it.

While a run computes, it has its own threads, random generators and PyTorch modes. Between updates, in callbacks and
after errors, the program finds its own again.
"""

import random
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any

import numba
import numpy as np
import torch
from torch import Tensor

WORDS = 624
"""Words in the state of a Mersenne Twister, the generator of both NumPy and Python."""
CPU = torch.device("cpu")

_turn = threading.RLock()
"""Held by the thread whose run computes: threads share the generators, so their runs take turns."""


class RunProcess:
    """The settings of the process for one run. `threads` None: as many as the program uses."""

    def __init__(self, device: torch.device, threads: int | None) -> None:
        self.device, self._threads = device, threads
        self._generators = generators_state(device)
        self._is_entered = False

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Compute with the run's own threads, generators and modes. May be nested."""
        with _turn:
            if self._is_entered:
                yield
                return
            with generators_kept(self.device), limited_threads(self._threads), default_modes():
                put_generators_state(self._generators, self.device)
                self._is_entered = True
                try:
                    yield
                finally:
                    self._is_entered = False
                    self._generators = generators_state(self.device)


@contextmanager
def default_modes() -> Iterator[None]:
    """Use PyTorch's default modes, whatever the program has set."""
    dtype, precision = torch.get_default_dtype(), torch.get_float32_matmul_precision()
    # Setting the device again would slow down every call of PyTorch.
    on_cpu = nullcontext() if torch.get_default_device().type == "cpu" else torch.device("cpu")
    with torch.inference_mode(False), torch.autocast("cpu", enabled=False), on_cpu:
        torch.set_default_dtype(torch.float32)
        torch.set_float32_matmul_precision("highest")
        try:
            yield
        finally:
            torch.set_default_dtype(dtype)
            torch.set_float32_matmul_precision(precision)


@contextmanager
def limited_threads(number: int | None) -> Iterator[None]:
    """Compute with `number` threads in PyTorch and Numba, at most the number that Numba has started. None changes
    nothing."""
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


@contextmanager
def memory_errors() -> Iterator[None]:
    """Raise `MemoryError` where PyTorch raises a `RuntimeError` for lack of memory."""
    try:
        yield
    except RuntimeError as error:
        if "can't allocate memory" in str(error) or "out of memory" in str(error):
            raise MemoryError from None
        raise


# The random generators of a process: PyTorch's, NumPy's and Python's. Custom networks and algorithms draw from them.


def seed_generators(seed: int, device: torch.device = CPU) -> None:
    """Seed all generators and the device's with a number below 2**64."""
    torch.default_generator.manual_seed(seed)  # `torch.manual_seed` would seed every device, also the program's
    if device.type != "cpu":
        with torch.cuda.device(device):
            torch.cuda.manual_seed(seed)
    np.random.seed([seed & 0xFFFFFFFF, seed >> 32])
    random.seed(seed)


@contextmanager
def generators_kept(device: torch.device = CPU) -> Iterator[None]:
    """Restore all generators at the end."""
    numpy, python = np.random.get_state(), random.getstate()
    with torch.random.fork_rng([] if device.type == "cpu" else [device]):
        try:
            yield
        finally:
            np.random.set_state(numpy)
            random.setstate(python)


def generators_state(device: torch.device = CPU) -> dict[str, Tensor]:
    """Return the states of all generators, for `put_generators_state`."""
    numpy: Any = np.random.get_state()
    _, words, position, has_normal, normal = numpy
    _, (*own, own_position), own_normal = random.getstate()
    state = {
        "torch": torch.get_rng_state(),
        "numpy": twister_state(words, position, normal if has_normal else None),
        "python": twister_state(own, own_position, own_normal),
    }
    return state if device.type == "cpu" else {**state, "cuda": torch.cuda.get_rng_state(device)}


def put_generators_state(state: dict[str, Tensor], device: torch.device = CPU) -> None:
    """Set the states of all generators. Raises `ValueError`, `TypeError` or `RuntimeError` for invalid ones."""
    words, position, normal = twister_parts(state["numpy"])
    own, own_position, own_normal = twister_parts(state["python"])
    torch.set_rng_state(state["torch"])
    if device.type != "cpu":
        torch.cuda.set_rng_state(state["cuda"], device)
    np.random.set_state(("MT19937", words, position, int(normal is not None), normal or 0.0))
    random.setstate((3, (*own.tolist(), own_position), own_normal))


def twister_state(words: Sequence[int] | np.ndarray, position: int, normal: float | None) -> Tensor:
    """Return the state of a Mersenne Twister as `float64`, which holds all its numbers exactly: words, position,
    whether a normal number is waiting, and that number."""
    return torch.from_numpy(np.concatenate([words, [position, normal is not None, normal or 0.0]], dtype=np.float64))


def twister_parts(state: Tensor) -> tuple[np.ndarray, int, float | None]:
    """Return the arguments of `twister_state`, words as `uint32`. Raises `ValueError` for an impossible state."""
    if state.shape != (WORDS + 3,) or state.dtype != torch.float64 or not state.isfinite().all():
        raise ValueError("not the state of a generator")
    words, (position, waits, normal) = state.numpy()[:WORDS], state[WORDS:].tolist()
    if ((words < 0) | (words >= 1 << 32) | (words % 1 != 0)).any():
        raise ValueError("not the words of a generator")
    if position not in range(WORDS + 1):
        raise ValueError("no position in the words of a generator")
    return words.astype(np.uint32), int(position), normal if waits else None
