"""Samples actions from a policy's logits. Softmax and sums over all actions took two to three times as long as the
network itself."""

import numpy as np
from numba import prange

from africana_training.networks.sparse import compiled, parts

NOT_FINITE = -1


@compiled
def sample_rows(bounds, logits, masks, temperature, drawn, actions):
    """Fill `actions` (rows,), see `sample_actions`."""
    for part in prange(len(bounds) - 1):
        for row in range(bounds[part], bounds[part + 1]):
            highest, likeliest, sound = -np.inf, -1, True
            for action in range(masks.shape[1]):
                if masks[row, action] != 0:
                    logit = np.float64(logits[row, action])
                    sound &= np.isfinite(logit)
                    if logit > highest:
                        highest, likeliest = logit, action
            if not sound:
                actions[row] = NOT_FINITE
                continue
            actions[row] = likeliest
            if temperature == 0:
                continue
            total = 0.0
            for action in range(masks.shape[1]):
                if masks[row, action] != 0:
                    total += np.exp((logits[row, action] - highest) / temperature)
            # If rounding leaves a remainder, the likeliest action stands.
            left = drawn[row] * total
            for action in range(masks.shape[1]):
                if masks[row, action] != 0:
                    left -= np.exp((logits[row, action] - highest) / temperature)
                    if left < 0:
                        actions[row] = action
                        break


def sample_actions(logits: np.ndarray, masks: np.ndarray, temperature: float, drawn: np.ndarray) -> np.ndarray:
    """Return an action for each game, `int64` (games,), drawn from the softmax of `logits` (games, actions) divided by
    `temperature` over legal actions; the likeliest at 0. `drawn` (games,) are random numbers in [0, 1). Games with a
    legal logit that is not finite get `NOT_FINITE`."""
    actions = np.empty(len(logits), np.int64)
    sample_rows(len(logits), parts(len(logits)), logits, masks, temperature, drawn, actions)
    return actions
