"""A batch refuses arrays that compiled code must not read or write, and leaves its games as they were."""

import numpy as np
import pytest
from support import error_of, every_game

from africana_env import Batch, UserError

GAMES = 4


@every_game
@pytest.mark.parametrize(
    ("method", "arguments"),
    [
        ("step", lambda batch: (batch.action_mask.argmax(1), np.ones(2, np.bool_))),
        ("step", lambda batch: (batch.action_mask.argmax(1), [True] * GAMES)),
        ("reset_rows", lambda batch: (np.ones(2, np.bool_),)),
        ("reset_rows", lambda batch: (np.ones(GAMES, np.bool_), np.zeros(2, np.uint64))),
        ("observe", lambda batch: (np.zeros(GAMES, np.int16), np.zeros((GAMES, 3), np.uint8))),
        ("observe", lambda batch: (np.full(GAMES, 9999, np.int16), np.zeros_like(batch.observation))),
        ("observe", lambda batch: (np.full(GAMES, -1, np.int16), np.zeros_like(batch.observation))),
        ("resample", lambda batch: (np.full(GAMES, 9, np.int16), np.zeros(GAMES, np.uint64))),
        ("resample", lambda batch: (np.zeros(GAMES, np.int16), np.zeros(1, np.uint64))),
        ("set_states", lambda batch: (batch.states[:2],)),
        ("write_next", lambda batch: (batch.observation[:2],)),
    ],
)
def test_arrays_of_another_shape_or_kind_are_refused(game, method, arguments):
    batch = Batch(game, GAMES)
    batch.reset(1)
    before = batch.states.tobytes()
    error_of(getattr(batch, method), *arguments(batch))
    assert batch.states.tobytes() == before


@every_game
def test_step_before_reset_is_refused(game):
    with pytest.raises(UserError, match="call reset"):
        Batch(game, GAMES).step(np.zeros(GAMES, np.int64))
