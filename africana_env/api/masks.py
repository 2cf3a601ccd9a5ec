"""Legal actions, in the masks that all environments show and in what they take."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from africana_env.engine.batch.batch import Batch
from africana_env.engine.game.checks import as_whole
from africana_env.engine.process.errors import IllegalActionError, UserError, format_value


def masked_space(num_features: int, num_actions: int) -> spaces.Dict:
    """The space of observations with a mask: features scaled to [0, 1], and the legal actions."""
    features = spaces.Box(0.0, 1.0, (num_features,), np.float32)
    return spaces.Dict({"observation": features, "action_mask": spaces.Box(0, 1, (num_actions,), np.int8)})


def after_the_end(mask: NDArray[np.int8]) -> NDArray[np.int8]:
    """The mask to show in place of `mask`, of shape `(..., actions)`, when the game is over: it marks the first action
    alone, which is never taken, because learners draw from every mask and cannot draw from zeros."""
    shown = np.zeros_like(mask)
    shown[..., 0] = 1
    return shown


def whole_action(action: Any) -> int:
    """`action`, a whole number or an array of no dimensions, as an int; raises `UserError` if it is something else."""
    number = as_whole(action)
    if number is None:
        raise UserError(f"an action must be a whole number, not {format_value(action)}")
    return number


def legal_action(batch: Batch, action: Any) -> int:
    """`action` as an int; raises `UserError` unless it is legal in a batch of one game, `IllegalActionError` if it is
    an action of the game."""
    chosen = whole_action(action)
    if not 0 <= chosen < batch.action_mask.shape[1]:
        raise UserError(batch.illegal(chosen))
    if not batch.action_mask[0, chosen]:
        raise IllegalActionError(batch.illegal(chosen))
    return chosen
