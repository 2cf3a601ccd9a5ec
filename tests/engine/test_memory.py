"""Records are copied whole, and prefetching outside an array is harmless."""

import numpy as np
import pytest
from numba import njit
from numba.core.errors import TypingError
from support import every_game

from africana_env import Batch
from africana_env.engine.compilation.memory import copy_record


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
