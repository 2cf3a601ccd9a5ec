"""Samples actions from masked logits, reading legal actions only."""

from math import exp, log

import numpy as np
from numba import prange

from africana_training.networks.nonzero import find_nonzero
from africana_training.networks.sparse import in_order, parts

NOT_FINITE = -1


@in_order
def sample_rows(bounds, logits, masks, temperature, drawn, actions, logprobs):
    """Fill `actions` and `logprobs` (rows,), see `sample_actions`."""
    for part in prange(len(bounds) - 1):
        found = np.empty(masks.shape[1], np.int64)
        weights = np.empty(masks.shape[1], np.float64)
        for row in range(bounds[part], bounds[part + 1]):
            number = find_nonzero(masks[row], found)
            highest, likeliest, sound = -np.inf, 0, True
            for place in range(number):
                logit = np.float64(logits[row, found[place]])
                sound &= np.isfinite(logit)
                if logit > highest:
                    highest, likeliest = logit, place
            actions[row], logprobs[row] = NOT_FINITE, 0
            if not sound or number == 0:
                continue
            taken, total = likeliest, 1.0
            if temperature > 0:
                total = 0.0
                for place in range(number):
                    weights[place] = exp((logits[row, found[place]] - highest) / temperature)
                    total += weights[place]
                # The likeliest action stands if rounding leaves no other.
                left = drawn[row] * total
                for place in range(number):
                    left -= weights[place]
                    if left < 0:
                        taken = place
                        break
                logprobs[row] = (logits[row, found[taken]] - highest) / temperature - log(total)
            actions[row] = found[taken]


def sample_actions(
    logits: np.ndarray, masks: np.ndarray, temperature: float, drawn: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Draw an action for each game from the softmax of `logits` (games, actions) divided by `temperature`, over the
    legal actions of `masks` (same shape, one byte each).

    Temperature 0 takes the highest logit. `drawn` are uniform numbers in [0, 1), shape (games,). Returns actions,
    `int64` (games,), and their log-probabilities, `float32` (games,). The action is `NOT_FINITE` where a legal logit is
    not finite or no action is legal.
    """
    actions, logprobs = np.empty(len(logits), np.int64), np.empty(len(logits), np.float32)
    masks = np.ascontiguousarray(masks)
    sample_rows(len(logits), parts(len(logits)), logits, masks, temperature, drawn, actions, logprobs)
    return actions, logprobs
