"""Records are copied whole, and prefetching outside an array is harmless."""

import numpy as np
import pytest
from numba import njit
from numba.core.errors import TypingError
from support import every_game

from africana_env import Batch
from africana_env.engine.compilation.memory import copy_record, prefetch


def copy_second(records):
    copy_record(records[0], records[1])


@every_game
@pytest.mark.parametrize("copy", [copy_second, njit(copy_second)], ids=["plain", "compiled"])
def test_a_copy_is_equal_in_all_its_bytes_and_touches_no_other(game, copy):
    batch = Batch(game, 3)
    batch.reset(5)
    states = batch.states.copy()
    copy(states)
    assert states[0].tobytes() == batch.states[1].tobytes()
    assert states[1:].tobytes() == batch.states[1:].tobytes()


def test_a_record_of_other_fields_is_refused():
    records, others = np.zeros(1, [("number", np.int64)]), np.zeros(1, [("number", np.int32)])
    with pytest.raises(TypingError, match="copy_record"):
        njit(lambda target, source: copy_record(target[0], source[0]))(records, others)


@njit
def ask(array, row):
    prefetch(array, row)


def test_rows_that_are_not_there_can_be_asked_for():
    records = np.zeros(3, [("one", np.int8), ("other", np.int64)])
    for array in (records, np.zeros((3, 70), np.uint8), np.zeros((0, 70), np.uint8), np.zeros((3, 0), np.uint8)):
        for row in (0, 2, 3, 1 << 20):
            ask(array, row)
            prefetch(array, row)  # like uncompiled code
