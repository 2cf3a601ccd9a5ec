"""Distances on a map."""

from typing import Any

import numpy as np


def distances(number: int, edges: Any) -> np.ndarray:
    """Return the steps between all pairs of `number` places (Floyd and Warshall), `number` if unreachable. `edges` are
    pairs of adjacent places, a list or an array of shape (edges, 2)."""
    found = np.full((number, number), number, np.int16)
    np.fill_diagonal(found, 0)
    one, other = np.array(edges, np.intp).reshape(-1, 2).T
    found[one, other] = found[other, one] = 1
    for middle in range(number):
        np.minimum(found, found[:, middle, None] + found[None, middle], out=found)
    return found
