"""How far the places of a map are from each other."""

from typing import Any

import numpy as np


def distances(number: int, edges: Any) -> np.ndarray:
    """Steps between all pairs of `number` places (Floyd and Warshall), `number` where there is no way. `edges` are the
    pairs of places that are one step apart, a list or an array of shape (edges, 2)."""
    found = np.full((number, number), number, np.int16)
    np.fill_diagonal(found, 0)
    one, other = np.array(edges, np.intp).reshape(-1, 2).T
    found[one, other] = found[other, one] = 1
    for middle in range(number):
        np.minimum(found, found[:, middle, None] + found[None, middle], out=found)
    return found
