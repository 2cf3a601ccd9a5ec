"""Setting a game up leaves nothing of the game that was there before."""

import numpy as np
import pytest
from support import ALL_SETTINGS

FOREIGN = 6


def foreign_states(game):
    """States that no game left behind: every field at its least and at its greatest value, one below and one above
    them, random in its range and in that of its type."""
    rng = np.random.default_rng(0)
    states = np.zeros(FOREIGN, game.state_dtype)
    for field in game.state_fields:
        limits = np.iinfo(field.dtype)
        below, above = max(limits.min, field.minimum - 1), min(limits.max, field.maximum + 1)
        for row, value in enumerate((field.minimum, field.maximum, below, above)):
            states[field.name][row] = value
        for row, (low, high) in enumerate(((field.minimum, field.maximum), (limits.min, limits.max)), start=4):
            states[field.name][row] = rng.integers(low, high, field.shape, field.dtype, endpoint=True)
    return states


@pytest.mark.parametrize("setting", ALL_SETTINGS, ids=str)
def test_reset_writes_every_field(setting):
    """A field that it leaves out passes as long as the games before never changed it."""
    fresh, reused = setting.batch(FOREIGN), setting.batch(FOREIGN)
    for seed in range(3):
        reused._states[:] = foreign_states(setting.game)
        for batch in (fresh, reused):
            batch.reset(seed)
        for field in setting.game.state_fields:
            assert (reused.states[field.name] == fresh.states[field.name]).all(), field.name
        assert reused.states.tobytes() == fresh.states.tobytes()
