"""Detects training that has diverged: weights that are not finite, or logits too large to draw actions from."""

import torch
from torch import Tensor, nn

from africana_env import UserError
from africana_training.networks.sparse import ILLEGAL

LARGEST_LOGIT = -ILLEGAL / 10
"""Where those of all legal actions are as low as `ILLEGAL`, an illegal one would be drawn."""


def check_finite(network: nn.Module, optimizer: torch.optim.Optimizer) -> None:
    """Raise `UserError` unless all weights and buffers, and what the optimiser keeps of them, are numbers."""
    kept = [value for state in optimizer.state.values() for value in state.values() if isinstance(value, Tensor)]
    if not all(bool(tensor.isfinite().all()) for tensor in [*network.parameters(), *network.buffers(), *kept]):
        raise diverged("a weight is not a number")


def check_logits(logits: Tensor, masks: Tensor) -> None:
    """Raise `UserError` unless actions can be drawn from these logits, both of shape (games, actions)."""
    if not bool(((masks == 0) | (logits.abs() < LARGEST_LOGIT)).all()):
        raise diverged(f"a logit is not a number below {LARGEST_LOGIT:.0e}")


def diverged(what: str) -> UserError:
    """The error of training that has diverged for this reason."""
    return UserError(f"training diverged: {what}; try a smaller optimizer.learning_rate")
