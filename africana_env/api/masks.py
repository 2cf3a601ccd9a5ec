"""Legal actions: the masks of all environments, and checks of actions."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from africana_env.engine.batch.batch import Batch
from africana_env.engine.game.checks import as_whole
from africana_env.engine.process.errors import IllegalActionError, UserError, format_value


def masked_space(num_features: int, num_actions: int) -> spaces.Dict:
    """Return the space of observations with a mask: features in [0, 1], and legal actions."""
    features = spaces.Box(0.0, 1.0, (num_features,), np.float32)
    return spaces.Dict({"observation": features, "action_mask": spaces.Box(0, 1, (num_actions,), np.int8)})


def after_the_end(mask: NDArray[np.int8]) -> NDArray[np.int8]:
    """Return the mask for a finished game, in the shape of `mask`, `(..., actions)`. It marks the first action, which
    is never taken, because learners cannot sample from zeros."""
    shown = np.zeros_like(mask)
    shown[..., 0] = 1
    return shown


def whole_action(action: Any) -> int:
    """Return `action`, a whole number or a 0-d array, as an int. Raises `UserError` for anything else."""
    number = as_whole(action)
    if number is None:
        raise UserError(f"an action must be a whole number, not {format_value(action)}")
    return number


def legal_action(batch: Batch, action: Any) -> int:
    """Return `action` as an int. Raises `IllegalActionError` if it is illegal in a batch of one game, and `UserError`
    if it is no action of the game."""
    chosen = whole_action(action)
    if not 0 <= chosen < batch.action_mask.shape[1]:
        raise UserError(batch.illegal(chosen))
    if not batch.action_mask[0, chosen]:
        raise IllegalActionError(batch.illegal(chosen))
    return chosen
