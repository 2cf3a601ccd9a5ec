"""The random generators that a process shares, from which networks and algorithms of one's own may draw: PyTorch's,
NumPy's `np.random` and Python's `random`."""

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch
from torch import Tensor

WORDS = 624
"""Of the state of a Mersenne Twister, which both NumPy and Python have here."""
CPU = torch.device("cpu")


def seed_generators(seed: int, device: torch.device = CPU) -> None:
    """Seed all of them with a number below 2**64, and that of a device."""
    torch.default_generator.manual_seed(seed)  # `torch.manual_seed` would seed all devices, even those of others
    if device.type != "cpu":
        with torch.cuda.device(device):
            torch.cuda.manual_seed(seed)
    np.random.seed([seed & 0xFFFFFFFF, seed >> 32])
    random.seed(seed)


@contextmanager
def generators_kept(device: torch.device = CPU) -> Iterator[None]:
    """Let all go on afterwards from where they are now."""
    numpy, python = np.random.get_state(), random.getstate()
    with torch.random.fork_rng([] if device.type == "cpu" else [device]):
        try:
            yield
        finally:
            np.random.set_state(numpy)
            random.setstate(python)


def generators_state(device: torch.device = CPU) -> dict[str, Tensor]:
    """The states of all, for `put_generators_state`."""
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
    """Let all go on from their states; raises `ValueError`, `TypeError` or `RuntimeError` for others."""
    words, position, normal = twister_parts(state["numpy"])
    own, own_position, own_normal = twister_parts(state["python"])
    torch.set_rng_state(state["torch"])
    if device.type != "cpu":
        torch.cuda.set_rng_state(state["cuda"], device)
    np.random.set_state(("MT19937", words, position, int(normal is not None), normal or 0.0))
    random.setstate((3, (*own.tolist(), own_position), own_normal))


def twister_state(words: Sequence[int] | np.ndarray, position: int, normal: float | None) -> Tensor:
    """The state of a Mersenne Twister in `float64`, which holds all its numbers exactly: its words, the position among
    them, whether a normal number has been drawn already, and that number."""
    return torch.from_numpy(np.concatenate([words, [position, normal is not None, normal or 0.0]], dtype=np.float64))


def twister_parts(state: Tensor) -> tuple[np.ndarray, int, float | None]:
    """What `twister_state` was given, words as `uint32`; raises `ValueError` for what no generator has."""
    if state.shape != (WORDS + 3,) or state.dtype != torch.float64 or not state.isfinite().all():
        raise ValueError("not the state of a generator")
    words, (position, waits, normal) = state.numpy()[:WORDS], state[WORDS:].tolist()
    if ((words < 0) | (words >= 1 << 32) | (words % 1 != 0)).any():
        raise ValueError("not the words of a generator")
    if position not in range(WORDS + 1):
        raise ValueError("no position in the words of a generator")
    return words.astype(np.uint32), int(position), normal if waits else None
