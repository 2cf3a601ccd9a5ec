"""Asking for what comes next: nothing is read, so there need be nothing."""

import numpy as np
from numba import njit

from africana_env.engine.prefetch import prefetch


@njit
def ask(array, row):
    prefetch(array, row)


def test_rows_that_are_not_there_can_be_asked_for():
    records = np.zeros(3, [("one", np.int8), ("other", np.int64)])
    for array in (records, np.zeros((3, 70), np.uint8), np.zeros((0, 70), np.uint8), np.zeros((3, 0), np.uint8)):
        for row in (0, 2, 3, 1 << 20):
            ask(array, row)
            prefetch(array, row)  # as uncompiled code does
