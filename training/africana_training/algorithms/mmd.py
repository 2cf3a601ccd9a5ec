"""Magnetic mirror descent for deep networks (Sokota et al. 2023, "A unified approach to reinforcement learning, quantal
response equilibria, and two-player zero-sum games").

An update climbs the advantages under two penalties. The first is the divergence from the policy that played the
rollout, weighted by the inverse step size `mmd.kl_coef`. The second is the divergence from the magnet, weighted by the
temperature. The magnet is the uniform policy over legal actions, so this is the negative entropy plus a constant.
"""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from africana_training.algorithms.legal import decisions_of
from africana_training.algorithms.losses import mean, normalised_advantages, squared_error
from africana_training.algorithms.registry import Loss
from africana_training.fields import NotNegative, Positive, Settings, Share
from africana_training.rollout.advantages import seat_advantages
from africana_training.rollout.rollout import RolloutBuffer
from africana_training.rollout.samples import Samples


@dataclass
class MMD(Settings):
    """Settings of magnetic mirror descent; see `africana_training.algorithms.registry.Algorithm`."""

    kl_coef: Positive = 1.0
    """The inverse step size: weight of the divergence from the policy that played."""
    temperature: NotNegative = 0.05
    """Weight of the entropy over legal actions, falling linearly to `final_temperature`."""
    final_temperature: NotNegative = 0.005
    """Weight of the entropy at the end of the run."""
    vf_coef: NotNegative = 0.5
    """Weight of the value loss, next to the policy loss."""
    gae_lambda: Share = 0.95
    """Lambda of generalised advantage estimation."""

    def anneal(self, share_done: float) -> dict[str, float]:
        """Return the temperature."""
        return {"temperature": self.temperature + (self.final_temperature - self.temperature) * share_done}

    def advantages(self, buffer: RolloutBuffer, gamma: float) -> tuple[np.ndarray, np.ndarray]:
        """Return generalised advantage estimates, see `seat_advantages`."""
        return seat_advantages(
            buffer.rewards, buffer.done, buffer.seats, buffer.values, gamma, gae_lambda=self.gae_lambda
        )

    def loss_for(self, network: nn.Module, annealed: Mapping[str, float]) -> Loss:
        """Return `mmd_loss` with these settings, for a rollout that `network` played."""
        played = deepcopy(network).eval()

        def loss_of(logits: Tensor, values: Tensor, samples: Samples) -> tuple[Tensor, dict[str, Tensor]]:
            with torch.no_grad():
                before, _ = played(samples.observations, samples.masks)
            return mmd_loss(logits, before, values, samples, self, annealed["temperature"])

        return loss_of


def mmd_loss(
    logits: Tensor, before: Tensor, values: Tensor, samples: Samples, settings: MMD, temperature: float
) -> tuple[Tensor, dict[str, Tensor]]:
    """Return the loss of a minibatch and its parts as metrics, from the network's `logits` (decisions, actions) and
    `values` (decisions,), and `before`, the logits of the policy that played."""
    advantages = normalised_advantages(samples)
    taken, entropies = decisions_of(logits, samples.masks, samples.actions)
    ratio = (taken - samples.logprobs).exp()
    policy_loss = -mean(ratio * advantages)
    logprobs = torch.log_softmax(logits, -1)
    kl = mean((logprobs.exp() * (logprobs - torch.log_softmax(before, -1))).sum(-1))
    entropy = mean(entropies)
    value_loss = squared_error(values, samples.returns)
    loss = policy_loss + settings.kl_coef * kl - temperature * entropy + settings.vf_coef * value_loss
    metrics = {
        "losses/policy_loss": policy_loss,
        "losses/value_loss": value_loss,
        "losses/entropy": entropy,
        "losses/kl": kl,
    }
    return loss, {name: value.detach() for name, value in metrics.items()}
