"""What there is to learn from a rollout: a row for each decision, with its advantage."""

from typing import NamedTuple

import torch
from torch import Tensor

from training.advantages import seat_advantages
from training.rollout import RolloutBuffer


class Samples(NamedTuple):
    """The decisions of a rollout; the first axis of every tensor."""

    observations: Tensor
    """`uint8`, (decisions, features)."""
    masks: Tensor
    """`int8`, (decisions, actions)."""
    actions: Tensor
    """`int64`."""
    expert_actions: Tensor
    """`int64`, see `RolloutBuffer`."""
    logprobs: Tensor
    """Of the actions under the policy that took them, `float32`."""
    values: Tensor
    """Before the decisions, `float32`."""
    advantages: Tensor
    """`float32`."""
    returns: Tensor
    """What the values should have been, `float32`."""
    rows: Tensor
    """The decisions to learn from, `int64`: those of the policy whose outcome the rollout shows."""


def make_samples(buffer: RolloutBuffer, gamma: float, gae_lambda: float) -> Samples:
    """The samples of a rollout, with advantages per seat (see `seat_advantages`)."""
    advantages, valid = seat_advantages(buffer.rewards, buffer.done, buffer.players, buffer.values, gamma, gae_lambda)
    flat_advantages = torch.from_numpy(advantages.reshape(-1))
    values = torch.from_numpy(buffer.values.reshape(-1))
    return Samples(
        observations=torch.from_numpy(buffer.observations[:-1].reshape(-1, buffer.observations.shape[-1])),
        masks=torch.from_numpy(buffer.masks[:-1].reshape(-1, buffer.masks.shape[-1])),
        actions=torch.from_numpy(buffer.actions.reshape(-1)),
        expert_actions=torch.from_numpy(buffer.expert_actions.reshape(-1)),
        logprobs=torch.from_numpy(buffer.logprobs.reshape(-1)),
        values=values,
        advantages=flat_advantages,
        returns=flat_advantages + values,
        rows=torch.from_numpy((valid & buffer.learner).reshape(-1)).nonzero().squeeze(-1),
    )
