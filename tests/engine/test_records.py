"""A record is copied whole, compiled or not."""

import pytest
from numba import njit
from support import every_game

from africana_env import Batch
from africana_env.engine.records import copy_record


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
