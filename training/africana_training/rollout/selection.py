"""Select the decisions of a rollout that change the policy most."""

from math import ceil

import numpy as np

from africana_training.rollout.rollout import RolloutBuffer


def largest_updates(buffer: RolloutBuffer, advantages: np.ndarray, valid: np.ndarray, share: float) -> np.ndarray:
    """Return which decisions to learn from (`bool`): for each number of players, the `share` of the policy's valid
    decisions that has the largest policy gradients. All arrays have the shape of `buffer.actions`.

    The gradient of an action's log-probability shrinks with 1 - p, where p is the probability of the action. Decisions
    are ranked by |advantage| (1 - p). Advantage filtering ranks by |advantage| (Cusumano-Towner et al. 2025, "Robust
    autonomy emerges from self-play", Algorithm 1).
    """
    eligible = valid & buffer.learner
    sizes = np.where(eligible, np.abs(advantages) * (1 - np.exp(buffer.logprobs)), -1)
    selected = np.zeros_like(valid)
    for column in buffer.columns:
        largest = np.argsort(-sizes[:, column], axis=None, kind="stable")
        selected[:, column].flat[largest[: ceil(share * eligible[:, column].sum())]] = True
    return selected
