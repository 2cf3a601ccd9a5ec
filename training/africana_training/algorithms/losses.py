"""Parts of the losses of several algorithms."""

from typing import NamedTuple

import torch
from torch import Tensor

from africana_training.distributed import average, average_number, world_size
from africana_training.rollout.samples import Samples


class Choices(NamedTuple):
    """The decisions of a minibatch with several legal actions. Others carry no policy loss."""

    rows: Tensor
    """1 for choices, 0 for other decisions, `float32` (decisions,)."""
    number: Tensor
    """The number of choices per process, averaged over all processes; at least one choice in all."""

    def mean(self, values: Tensor) -> Tensor:
        """Return the mean of `values` (decisions,). Averaged over processes, it is the mean over all choices."""
        return (values * self.rows).sum() / self.number


def choices_of(samples: Samples) -> Choices:
    """Return the decisions with several legal actions."""
    rows = (samples.masks.sum(-1, dtype=torch.int32) > 1).float()
    return Choices(rows, average(rows.sum()).clamp(min=1 / world_size()))


def normalised_advantages(samples: Samples, choices: Choices) -> Tensor:
    """Return the advantages (decisions,) less their mean, divided by their standard deviation, over the choices of all
    processes."""
    mean = average((samples.advantages * choices.rows).sum()) / choices.number
    squares = average(((samples.advantages - mean).square() * choices.rows).sum())
    return (samples.advantages - mean) / (squares.div(choices.number).sqrt() + 1e-8)


def squared_error(values: Tensor, returns: Tensor) -> Tensor:
    """Return half the mean squared error of `values` over all decisions."""
    return 0.5 * ((values - returns).square().sum() / average_number(len(values)))
