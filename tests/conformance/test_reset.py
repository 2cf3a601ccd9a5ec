"""`reset` leaves nothing of the previous game."""

import numpy as np
import pytest
from support import ALL_SETTINGS

FOREIGN = 6


def foreign_states(game):
    """Return states with every field at its minimum and maximum, one beyond each, and random in both ranges."""
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
    """Games that never change a field would hide that `reset` leaves it out."""
    fresh, reused = setting.batch(FOREIGN), setting.batch(FOREIGN)
    for seed in range(3):
        reused._states[:] = foreign_states(setting.game)
        for batch in (fresh, reused):
            batch.reset(seed)
        for field in setting.game.state_fields:
            assert (reused.states[field.name] == fresh.states[field.name]).all(), field.name
        assert reused.states.tobytes() == fresh.states.tobytes()
