"""The observation space of the APIs that show a mask beside the features."""

import numpy as np
from gymnasium import spaces


def masked_space(num_features: int, num_actions: int) -> spaces.Dict:
    """Features scaled to [0, 1], and a mask of the legal actions."""
    features = spaces.Box(0.0, 1.0, (num_features,), np.float32)
    return spaces.Dict({"observation": features, "action_mask": spaces.Box(0, 1, (num_actions,), np.int8)})
