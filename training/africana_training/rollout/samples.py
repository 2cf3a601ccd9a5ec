"""The samples of a rollout: a row for each decision, with its advantage."""

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from africana_training.rollout.rollout import RolloutBuffer


class Samples(NamedTuple):
    """The decisions of a rollout to learn from, in random order; the first axis of every tensor."""

    observations: Tensor
    """`uint8`, (decisions, features)."""
    masks: Tensor
    """`int8`, (decisions, actions)."""
    actions: Tensor
    """`int64`."""
    expert_actions: Tensor
    """`int64`, see `RolloutBuffer`."""
    logprobs: Tensor
    """Log-probabilities of the actions under the policy that took them, `float32`."""
    values: Tensor
    """Before the decisions, `float32`."""
    advantages: Tensor
    """`float32`."""
    returns: Tensor
    """The targets of the values, `float32`."""

    def to(self, device: torch.device) -> "Samples":
        """Return the samples on a device, copied only if needed."""
        return Samples(*(column.to(device) for column in self))

    def explained_variance(self) -> float:
        """Return 1 if the values predicted the returns exactly, 0 if no better than a constant."""
        error, returns = self.returns - self.values, self.returns
        return float(1 - error.var() / returns.var()) if len(returns) > 1 and returns.var() > 0 else 0.0


def make_samples(
    buffer: RolloutBuffer,
    advantages: np.ndarray,
    valid: np.ndarray,
    generator: torch.Generator,
    targets: np.ndarray | None = None,
) -> Samples:
    """The samples of a rollout: the policy's decisions that are `valid`, in an order drawn by `generator`. `targets` of
    the values are `advantages` plus the values if None. All arrays have the shape of `buffer.actions`,
    see `seat_advantages`."""
    rows = np.flatnonzero(valid & buffer.learner)
    rows = rows[torch.randperm(len(rows), generator=generator).numpy()]

    def taken(array: np.ndarray) -> Tensor:
        return torch.from_numpy(array.reshape(-1, *array.shape[2:]).take(rows, axis=0))

    values, picked = taken(buffer.values), taken(advantages)
    return Samples(
        observations=taken(buffer.observations[:-1]),
        masks=taken(buffer.masks[:-1]),
        actions=taken(buffer.actions),
        expert_actions=taken(buffer.expert_actions),
        logprobs=taken(buffer.logprobs),
        values=values,
        advantages=picked,
        returns=picked + values if targets is None else taken(targets),
    )
