"""State as tensors by name, for checkpoints."""

import numpy as np
import torch
from torch import Tensor

DTYPES = (torch.float32, torch.float64, torch.int64, torch.int8, torch.uint8, torch.bool)
"""Types of the tensors in checkpoints."""


def part(state: dict[str, Tensor], prefix: str) -> dict[str, Tensor]:
    """Return the entries whose names begin with `prefix`, without it."""
    return {name.removeprefix(prefix): value for name, value in state.items() if name.startswith(prefix)}


def kinds_of(state: dict[str, Tensor]) -> dict[str, tuple[torch.Size, torch.dtype]]:
    """Return the shapes and types of tensors."""
    return {name: (value.shape, value.dtype) for name, value in state.items()}


def as_bytes(records: np.ndarray) -> Tensor:
    """Return a copy of an array of any type as bytes, `uint8` (length, bytes)."""
    return torch.frombuffer(bytearray(records.tobytes()), dtype=torch.uint8).view(len(records), -1)


def from_bytes(data: Tensor, dtype: np.dtype) -> np.ndarray:
    """Return the array that was passed to `as_bytes`."""
    return np.frombuffer(data.numpy().tobytes(), dtype)


def put(values: np.ndarray, array: np.ndarray) -> None:
    """Fill an array. Raises `ValueError` for values of another shape or type."""
    if (values.shape, values.dtype) != (array.shape, array.dtype):
        raise ValueError(f"{values.dtype} of shape {values.shape} instead of {array.dtype} of shape {array.shape}")
    array[...] = values
