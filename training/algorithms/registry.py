"""The algorithms by name: what each makes of the samples of a rollout."""

from collections.abc import Callable
from typing import NamedTuple

from torch import nn

from training.algorithms import dmc, mmd, ppo
from training.algorithms.update import Loss
from training.config.settings import TrainConfig


class Algorithm(NamedTuple):
    """How to learn from rollouts."""

    loss_for: Callable[[nn.Module, TrainConfig, float], Loss]
    """What the update of a rollout minimises, for the network that played it, the config, and the weight of the
    entropy at this time."""
    monte_carlo: bool = False
    """Whether returns are those of whole games, whatever `ppo.gae_lambda` says."""


ALGORITHMS = {
    "ppo": Algorithm(ppo.loss_for),
    "mmd": Algorithm(mmd.loss_for),
    "dmc": Algorithm(dmc.loss_for, monte_carlo=True),
}
