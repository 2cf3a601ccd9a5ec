"""Parts of the losses of several algorithms."""

from torch import Tensor

from africana_training.distributed import average, average_number
from africana_training.rollout.samples import Samples


def mean(values: Tensor) -> Tensor:
    """Return the sum of `values` (decisions,) over their mean number per process. Averaged over processes, it is the
    mean over all decisions."""
    return values.sum() / average_number(len(values))


def normalised_advantages(samples: Samples) -> Tensor:
    """Return the advantages (decisions,) less their mean, divided by their standard deviation, over all processes."""
    centred = samples.advantages - average(mean(samples.advantages))
    return centred / (average(mean(centred.square())).sqrt() + 1e-8)


def squared_error(values: Tensor, returns: Tensor) -> Tensor:
    """Return half the mean squared error of `values` over all decisions."""
    return 0.5 * mean((values - returns).square())
