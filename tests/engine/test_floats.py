"""Features as floats equal NumPy's, for one game and for many."""

import numpy as np
import pytest
from support import every_game

from africana_env import Batch
from africana_env.engine.batch.floats import feature_scale, float_entry, float_observation


@every_game
@pytest.mark.parametrize("games", [1, 100])
def test_features_are_scaled_as_numpy_does(game, games):
    batch = Batch(game, games)
    batch.reset(3)
    scale = feature_scale(batch.space)
    expected = np.multiply(batch.observation, scale, dtype=np.float32)
    found = float_observation(batch.observation, scale)
    assert found.dtype == np.float32
    assert found.tobytes() == expected.tobytes()
    for wrong in (batch.observation[:, :3], batch.observation[0], batch.observation[:, :0]):
        with pytest.raises(ValueError, match="factors are not for features of shape"):
            float_observation(wrong, scale)
    again = np.zeros_like(found)
    float_entry(batch.observation, scale)(batch.observation, scale, again)
    assert again.tobytes() == expected.tobytes()
