"""The log-probability of a decision's action, and the decision's entropy, from masked logits.

On the CPU both and their gradients are computed from the legal actions alone, 5 % of all. The dense computation took a
quarter of the time of learning.
"""

from math import exp, log
from typing import Any

import numpy as np
import torch
from numba import prange
from torch import Tensor
from torch.autograd import Function
from torch.autograd.function import once_differentiable

from africana_training.networks.mlp import logprobs_of
from africana_training.networks.nonzero import find_nonzero
from africana_training.networks.sparse import byte_masks, in_order, is_sparse, parts


def decisions_of(logits: Tensor, masks: Tensor, actions: Tensor) -> tuple[Tensor, Tensor]:
    """Return the log-probability of each of `actions` (decisions,), and the entropy over legal actions, both
    (decisions,), from masked logits and `masks` (decisions, actions). `actions` are legal. Both are 0 for a decision
    without legal actions on the CPU."""
    if is_sparse(logits):
        return LegalDecisions.apply(logits.float(), byte_masks(masks), actions)
    logprobs = torch.log_softmax(logits, -1)
    # An illegal action has probability 0 and a finite log-probability, so it adds nothing.
    return logprobs_of(logprobs, actions), -(torch.softmax(logits, -1) * logprobs).sum(-1)


class LegalDecisions(Function):
    """`decisions_of` on the CPU."""

    @staticmethod
    def forward(context: Any, logits: Tensor, masks: Tensor, actions: Tensor) -> tuple[Tensor, Tensor]:
        """See `decisions_of`."""
        rows = len(logits)
        logprobs, entropies, highest, totals = torch.empty(4, rows)
        arrays = [tensor.detach().numpy() for tensor in (logits, masks, actions, logprobs, entropies, highest, totals)]
        sum_legal(rows, parts(rows), *arrays)
        context.save_for_backward(logits, masks, actions, entropies, highest, totals)
        return logprobs, entropies

    @staticmethod
    @once_differentiable
    def backward(context: Any, of_logprobs: Tensor, of_entropies: Tensor) -> tuple[Tensor | None, ...]:
        """Return the gradient of the logits."""
        saved = [tensor.detach().numpy() for tensor in context.saved_tensors]
        gradient = torch.zeros(saved[0].shape)
        slopes = of_logprobs.contiguous().numpy(), of_entropies.contiguous().numpy()
        sum_legal_gradient(len(gradient), parts(len(gradient)), *saved, *slopes, gradient.numpy())
        return gradient, None, None


@in_order
def sum_legal(bounds, logits, masks, actions, logprobs, entropies, highest, totals):
    """Fill all arrays behind `actions`, (rows,). `highest` is the highest legal logit, and `totals` the log-sum-exp of
    the legal logits less `highest`: separate, since their sum would lose digits of the smaller one."""
    for part in prange(len(bounds) - 1):
        found = np.empty(masks.shape[1], np.int64)
        for row in range(bounds[part], bounds[part + 1]):
            number = find_nonzero(masks[row], found)
            logprobs[row], entropies[row], highest[row], totals[row] = 0, 0, 0, 0
            if number == 0:
                continue
            most = logits[row, found[0]]
            for place in range(1, number):
                most = max(most, logits[row, found[place]])
            total, weighted = np.float32(0), np.float32(0)
            for place in range(number):
                below = logits[row, found[place]] - most
                weight = exp(below)
                total += weight
                weighted += weight * below
            highest[row], totals[row] = most, log(total)
            logprobs[row] = (logits[row, actions[row]] - most) - totals[row]
            entropies[row] = totals[row] - weighted / total


@in_order
def sum_legal_gradient(bounds, logits, masks, actions, entropies, highest, totals, of_logprobs, of_entropies, gradient):
    """Add to the gradient of the logits (rows, actions) from the gradients of log-probabilities and entropies."""
    for part in prange(len(bounds) - 1):
        found = np.empty(masks.shape[1], np.int64)
        for row in range(bounds[part], bounds[part + 1]):
            number = find_nonzero(masks[row], found)
            for place in range(number):
                logprob = (logits[row, found[place]] - highest[row]) - totals[row]
                slope = of_logprobs[row] + of_entropies[row] * (logprob + entropies[row])
                gradient[row, found[place]] = -exp(logprob) * slope
            if number > 0:
                gradient[row, actions[row]] += of_logprobs[row]
