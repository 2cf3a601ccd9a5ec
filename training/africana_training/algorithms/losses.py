"""Parts of the losses of several algorithms."""

from typing import NamedTuple

import torch
from torch import Tensor

from africana_training.distributed import average, average_number, world_size
from africana_training.rollout.samples import Samples


class Choices(NamedTuple):
    """The decisions of a minibatch with more than one legal action: the others carry no policy loss."""

    rows: Tensor
    """1 for them, 0 for the others, `float32`, (decisions,)."""
    number: Tensor
    """Their number, as the mean over all processes; at least one over all of them."""

    def mean(self, values: Tensor) -> Tensor:
        """The mean of `values` (decisions,) over them; its mean over processes is the mean over all decisions."""
        return (values * self.rows).sum() / self.number


def choices_of(samples: Samples) -> Choices:
    """The decisions with more than one legal action."""
    rows = (samples.masks.sum(-1, dtype=torch.int32) > 1).float()
    return Choices(rows, average(rows.sum()).clamp(min=1 / world_size()))


def normalised_advantages(samples: Samples, choices: Choices) -> Tensor:
    """The advantages (decisions,) less their mean, divided by their standard deviation, over the choices of all
    processes."""
    mean = average((samples.advantages * choices.rows).sum()) / choices.number
    squares = average(((samples.advantages - mean).square() * choices.rows).sum())
    return (samples.advantages - mean) / (squares.div(choices.number).sqrt() + 1e-8)


def squared_error(values: Tensor, returns: Tensor) -> Tensor:
    """Half the mean squared error of `values` over all decisions."""
    return 0.5 * ((values - returns).square().sum() / average_number(len(values)))
