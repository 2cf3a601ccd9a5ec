"""The observation of one seat in one position, for drawings and texts."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from africana_env.engine.binding import game_kernels
from africana_env.engine.contract import Edition, Game
from africana_env.engine.state import state_alone


def seat_features(game: Game, edition: Edition, state: Any, seat: int) -> NDArray[np.uint8]:
    """The features of `game.observation` for a seat, shape `(features,)`; `state` is a record of `game.state_dtype`."""
    features = np.zeros((1, len(game.observation)), np.uint8)
    game_kernels(game).observe(1, edition.tables, state_alone(state), np.array([seat], np.int16), features)
    return features[0]
