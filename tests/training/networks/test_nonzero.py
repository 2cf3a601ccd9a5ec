"""Nonzero values are found in rows of any length."""

import numpy as np
import pytest
from africana_training.networks.nonzero import find_nonzero
from numba import njit


@njit
def found_in(values):
    found = np.empty(len(values), np.int64)
    return found[: find_nonzero(values, found)]


@pytest.mark.parametrize("dtype", [np.int8, np.uint8])
@pytest.mark.parametrize("length", [0, 1, 7, 8, 9, 16, 23, 357])
def test_the_places_of_what_is_not_zero_are_found_in_their_order(length, dtype):
    generator = np.random.default_rng(length)
    for share in (0, 0.1, 0.5, 1):
        rows = generator.integers(1, 256, (5, length)).astype(dtype) * (generator.random((5, length)) < share)
        for row in rows.astype(dtype):  # rows of odd lengths begin anywhere
            np.testing.assert_array_equal(found_in(row), np.flatnonzero(row))
