"""What all algorithms share: steps along the gradients of minibatches, and the means of metrics."""

from collections.abc import Callable

import torch
from torch import Tensor, nn

from africana_env import UserError
from training.config import PPOConfig
from training.distributed import average_gradients
from training.samples import Samples

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
        raise diverged("a gradient")
    optimizer.step()
    return norm


def check_finite(network: nn.Module, optimizer: torch.optim.Optimizer) -> None:
    """Raise `UserError` unless all weights, and what the optimiser keeps of them, are numbers."""
    kept = [value for state in optimizer.state.values() for value in state.values() if isinstance(value, Tensor)]
    if not all(bool(tensor.isfinite().all()) for tensor in [*network.parameters(), *kept]):
        raise diverged("a weight")


def diverged(what: str) -> UserError:
    """What to say of numbers that have become none."""
    return UserError(f"training diverged: {what} is not a number; try a smaller ppo.learning_rate")


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
