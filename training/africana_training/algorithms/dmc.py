"""Deep Monte Carlo after DouZero (Zha et al. 2021): the network learns action values from returns, and the policy
prefers actions of high value.

The value of an action is the position's value plus `dmc.temperature` times the action's logit. So the policy explores:
the less an action loses, the likelier it is. (DouZero takes 1 % of its actions at random.) The position's value has a
separate loss, and the logits hold only the small differences between actions. With logits for the whole value, as in
DouZero, two-player Africana was not learned at all. Returns are Monte Carlo returns until the end of the rollout, and
predicted values after it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
import torch
from torch import Tensor, nn

from africana_training.algorithms.legal import decisions_of
from africana_training.algorithms.losses import mean, squared_error
from africana_training.algorithms.registry import Loss
from africana_training.fields import NotNegative, Positive, Settings
from africana_training.rollout.advantages import seat_advantages
from africana_training.rollout.rollout import RolloutBuffer
from africana_training.rollout.samples import Samples


@dataclass
class DMC(Settings):
    """Settings of deep Monte Carlo; see `africana_training.algorithms.registry.Algorithm`."""

    temperature: Positive = 0.005
    """Loss of reward that makes an action e times less likely."""
    vf_coef: NotNegative = 0.5
    """Weight of the value loss, next to the loss of the action values."""

    def anneal(self, share_done: float) -> dict[str, float]:
        """Return nothing: the temperature is constant."""
        return {}

    def advantages(self, buffer: RolloutBuffer, gamma: float) -> tuple[np.ndarray, np.ndarray]:
        """Return Monte Carlo returns less the values, see `seat_advantages`."""
        return seat_advantages(buffer.rewards, buffer.done, buffer.seats, buffer.values, gamma, gae_lambda=1.0)

    def loss_for(self, network: nn.Module, annealed: Mapping[str, float]) -> Loss:
        """Return `dmc_loss` with these settings."""
        return partial(dmc_loss, settings=self)


def dmc_loss(logits: Tensor, values: Tensor, samples: Samples, settings: DMC) -> tuple[Tensor, dict[str, Tensor]]:
    """Return the loss of a minibatch and its parts as metrics, from the network's `logits` (decisions, actions) and
    `values` (decisions,)."""
    temperature = settings.temperature
    worth = values.detach() + temperature * logits.gather(-1, samples.actions.unsqueeze(-1)).squeeze(-1)
    worth_loss = squared_error(worth, samples.returns)
    value_loss = squared_error(values, samples.returns)
    # After the division, the gradient of a logit is its error, whatever the temperature.
    loss = worth_loss / temperature + settings.vf_coef * value_loss
    with torch.no_grad():
        entropy = mean(decisions_of(logits, samples.masks, samples.actions)[1])
        metrics = {"losses/worth_loss": worth_loss, "losses/value_loss": value_loss, "losses/entropy": entropy}
    return loss, {name: value.detach() for name, value in metrics.items()}
