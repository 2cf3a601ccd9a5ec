"""What all algorithms share: steps along the gradients of minibatches, and the means of metrics."""

from collections.abc import Callable

import torch
from torch import Tensor, nn

from training.config.settings import PPOConfig
from training.distributed import average_gradients
from training.networks.divergence import diverged
from training.rollout.samples import Samples

Loss = Callable[[Tensor, Tensor, Samples], tuple[Tensor, dict[str, Tensor]]]
"""The loss of a minibatch, to be minimised, and metrics: from the network's logits (decisions, actions), its values
(decisions,) and the samples."""


def learn(
    network: nn.Module,
    optimizer: torch.optim.Optimizer,
    samples: Samples,
    config: PPOConfig,
    generator: torch.Generator,
    loss_of: Loss,
) -> dict[str, float]:
    """Some epochs of steps over the decisions of a rollout; returns the mean of each metric."""
    means = Means()
    for part in samples.minibatches(config.minibatch_size, config.update_epochs, generator):
        logits, values = network(part.observations, part.masks)
        loss, metrics = loss_of(logits, values, part)
        norm = step(network, optimizer, loss, config.max_grad_norm)
        means.add({**metrics, "losses/grad_norm": norm})
    return means.take() | {"losses/explained_variance": samples.explained_variance()}


def step(network: nn.Module, optimizer: torch.optim.Optimizer, loss: Tensor, max_grad_norm: float) -> Tensor:
    """One step of the optimiser down the gradient of `loss`, its mean over all processes, scaled down to
    `max_grad_norm`; returns its norm before. Raises `UserError` if it is no number: then nothing has changed."""
    optimizer.zero_grad()
    loss.backward()
    average_gradients(network)
    norm = nn.utils.clip_grad_norm_(network.parameters(), max_grad_norm)
    if not norm.isfinite():
        raise diverged("a gradient is not a number")
    optimizer.step()
    return norm


class Means:
    """The means of metrics over minibatches, summed up where they are computed."""

    def __init__(self) -> None:
        self._sums: dict[str, Tensor] = {}
        self._count = 0

    def add(self, metrics: dict[str, Tensor]) -> None:
        """Add those of a minibatch."""
        self._count += 1
        for name, value in metrics.items():
            self._sums[name] = self._sums[name] + value if name in self._sums else value

    def take(self) -> dict[str, float]:
        """The means of all that were added."""
        return {name: float(value) / self._count for name, value in self._sums.items()}
