"""The log-probability of what was decided and the entropy of the decision, from masked logits.

On processors both, and their gradients, are computed from the legal actions alone, a twentieth of all: a softmax over
all, its logarithm and what autograd makes of them took a quarter of the time of learning.
"""

from math import exp, log
from typing import Any

import numpy as np
import torch
from numba import prange
from torch import Tensor
from torch.autograd import Function
from torch.autograd.function import once_differentiable

from training.networks.mlp import logprobs_of
from training.networks.nonzero import find_nonzero
from training.networks.sparse import compiled, is_sparse, parts


def decisions_of(logits: Tensor, masks: Tensor, actions: Tensor) -> tuple[Tensor, Tensor]:
    """The log-probability of each of `actions` (decisions,) and the entropy over legal actions, both (decisions,), from
    masked logits and `masks` `int8` (decisions, actions). The gradient to the logit of an illegal action is 0."""
    if is_sparse(logits):
        return LegalDecisions.apply(logits, masks.contiguous(), actions)
    logprobs = torch.log_softmax(logits, -1)
    # An illegal action has probability 0 and a finite log-probability, so it adds nothing.
    return logprobs_of(logprobs, actions), -(torch.softmax(logits, -1) * logprobs).sum(-1)


class LegalDecisions(Function):
    """`decisions_of` on processors."""

    @staticmethod
    def forward(context: Any, logits: Tensor, masks: Tensor, actions: Tensor) -> tuple[Tensor, Tensor]:
        """See `decisions_of`."""
        rows = len(logits)
        logprobs, entropies, totals = torch.empty(rows), torch.empty(rows), torch.empty(rows)
        arrays = [tensor.detach().numpy() for tensor in (logits, masks, actions, logprobs, entropies, totals)]
        sum_legal(rows, parts(rows), *arrays)
        context.save_for_backward(logits, masks, actions, entropies, totals)
        return logprobs, entropies

    @staticmethod
    @once_differentiable
    def backward(context: Any, of_logprobs: Tensor, of_entropies: Tensor) -> tuple[Tensor | None, ...]:
        """The gradient of the logits."""
        logits, masks, actions, entropies, totals = (tensor.detach().numpy() for tensor in context.saved_tensors)
        gradient = torch.zeros(logits.shape)
        slopes = of_logprobs.contiguous().numpy(), of_entropies.contiguous().numpy()
        arrays = logits, masks, actions, entropies, totals, *slopes, gradient.numpy()
        sum_legal_gradient(len(logits), parts(len(logits)), *arrays)
        return gradient, None, None


@compiled
def sum_legal(bounds, logits, masks, actions, logprobs, entropies, totals):
    """`totals` (rows,) are the logarithms of the sums of the exponentials of the legal actions' logits."""
    for part in prange(len(bounds) - 1):
        found = np.empty(masks.shape[1], np.int64)
        for row in range(bounds[part], bounds[part + 1]):
            number = find_nonzero(masks[row], found)
            highest = logits[row, actions[row]]
            for place in range(number):
                highest = max(highest, logits[row, found[place]])
            total, weighted = np.float32(0), np.float32(0)
            for place in range(number):
                below = logits[row, found[place]] - highest
                weight = exp(below)
                total += weight
                weighted += weight * below
            totals[row] = highest + log(total)
            logprobs[row] = logits[row, actions[row]] - totals[row]
            entropies[row] = log(total) - weighted / total


@compiled
def sum_legal_gradient(bounds, logits, masks, actions, entropies, totals, of_logprobs, of_entropies, gradient):
    """The gradient of the logits (rows, actions), which is 0 before, from those of log-probabilities and entropies."""
    for part in prange(len(bounds) - 1):
        found = np.empty(masks.shape[1], np.int64)
        for row in range(bounds[part], bounds[part + 1]):
            for place in range(find_nonzero(masks[row], found)):
                logprob = logits[row, found[place]] - totals[row]
                slope = of_logprobs[row] + of_entropies[row] * (logprob + entropies[row])
                gradient[row, found[place]] = -exp(logprob) * slope
            gradient[row, actions[row]] += of_logprobs[row]
