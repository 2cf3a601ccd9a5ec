"""The update that all algorithms share: optimiser steps over minibatches, and the means of metrics."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

import torch
from pydantic import Field
from torch import Tensor, nn

from africana_training.distributed import average_gradients
from africana_training.fields import Positive, Settings, Timesteps, Whole
from africana_training.networks.divergence import diverged
from africana_training.rollout.samples import Samples

GRAD_NORM, EXPLAINED_VARIANCE = "losses/grad_norm", "losses/explained_variance"
"""The metrics that every update logs."""
Loss = Callable[[Tensor, Tensor, Samples], tuple[Tensor, dict[str, Tensor]]]
"""The loss of a minibatch, to be minimised, and metrics: from the network's logits (decisions, actions), its values
(decisions,) and the samples."""


@dataclass
class OptimizerConfig(Settings):
    """Settings of the updates, whatever the algorithm."""

    update_epochs: Annotated[Whole, Field(ge=1, le=1000)] = 1
    """How often an update goes through the decisions."""
    minibatch_size: Timesteps = 1024
    """Decisions per step of the optimiser."""
    learning_rate: Positive = 1e-3
    """Learning rate of Adam, falling linearly to 0."""
    max_grad_norm: Positive = 0.5
    """Longer gradients are scaled down to this norm."""


def learn(
    network: nn.Module,
    optimizer: torch.optim.Optimizer,
    samples: Samples,
    config: OptimizerConfig,
    generator: torch.Generator,
    loss_of: Loss,
) -> dict[str, float]:
    """Step through the minibatches of a rollout for some epochs; returns the mean of each metric."""
    means = Means()
    for part in samples.minibatches(config.minibatch_size, config.update_epochs, generator):
        logits, values = network(part.observations, part.masks)
        loss, metrics = loss_of(logits, values, part)
        norm = step(network, optimizer, loss, config.max_grad_norm)
        means.add({**metrics, GRAD_NORM: norm})
    return means.take() | {EXPLAINED_VARIANCE: samples.explained_variance()}


def step(network: nn.Module, optimizer: torch.optim.Optimizer, loss: Tensor, max_grad_norm: float) -> Tensor:
    """One step of the optimiser down the gradient of `loss`, its mean over all processes, scaled down to
    `max_grad_norm`; returns the norm before scaling. If it is not finite, raises `UserError` and changes nothing."""
    optimizer.zero_grad()
    loss.backward()
    average_gradients(network)
    norm = nn.utils.clip_grad_norm_(network.parameters(), max_grad_norm)
    if not norm.isfinite():
        raise diverged("a gradient is not a number")
    optimizer.step()
    return norm


class Means:
    """The means of metrics over minibatches, summed on the device that computes them."""

    def __init__(self) -> None:
        self._sums: dict[str, Tensor] = {}
        self._counts = Counter[str]()

    def add(self, metrics: dict[str, Tensor]) -> None:
        """Add those of a minibatch, without their gradients."""
        self._counts.update(metrics.keys())
        for name, value in ((name, value.detach()) for name, value in metrics.items()):
            self._sums[name] = self._sums[name] + value if name in self._sums else value

    def take(self) -> dict[str, float]:
        """The means of all that were added, of each over the minibatches that had it."""
        return {name: float(value) / self._counts[name] for name, value in self._sums.items()}
