"""Proximal policy optimisation (Schulman et al. 2017) with action masks."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated

import numpy as np
import torch
from pydantic import Field
from torch import Tensor, nn

from africana_training.algorithms.legal import decisions_of
from africana_training.algorithms.losses import mean, normalised_advantages, squared_error
from africana_training.algorithms.registry import Loss
from africana_training.fields import NotNegative, Settings, Share
from africana_training.rollout.advantages import seat_advantages
from africana_training.rollout.rollout import RolloutBuffer
from africana_training.rollout.samples import Samples
from africana_training.rollout.selection import largest_updates


@dataclass
class PPO(Settings):
    """Settings of proximal policy optimisation; see `africana_training.algorithms.registry.Algorithm`."""

    clip_coef: Share = 0.2
    """How far an update may move the probability of an action, as a share of it."""
    ent_coef: NotNegative = 0.05
    """Weight of the entropy over legal actions, falling linearly to `final_ent_coef`."""
    final_ent_coef: NotNegative = 0.005
    """Weight of the entropy at the end of the run."""
    vf_coef: NotNegative = 0.5
    """Weight of the value loss, next to the policy loss."""
    gae_lambda: Share = 0.95
    """Lambda of generalised advantage estimation."""
    learned_share: Annotated[float, Field(strict=True, gt=0, le=1)] = 0.5
    """Share of the decisions to learn from: those that change the policy most."""

    def anneal(self, share_done: float) -> dict[str, float]:
        """Return the weight of the entropy."""
        return {"ent_coef": self.ent_coef + (self.final_ent_coef - self.ent_coef) * share_done}

    def advantages(self, buffer: RolloutBuffer, gamma: float) -> tuple[np.ndarray, np.ndarray]:
        """Return generalised advantage estimates, see `seat_advantages`, and the decisions to learn from."""
        advantages, valid = seat_advantages(
            buffer.rewards, buffer.done, buffer.seats, buffer.values, gamma, gae_lambda=self.gae_lambda
        )
        return advantages, largest_updates(buffer, advantages, valid, self.learned_share)

    def loss_for(self, network: nn.Module, annealed: Mapping[str, float]) -> Loss:
        """Return `ppo_loss` with these settings."""
        return partial(ppo_loss, settings=self, ent_coef=annealed["ent_coef"])


def ppo_loss(
    logits: Tensor, values: Tensor, samples: Samples, settings: PPO, ent_coef: float
) -> tuple[Tensor, dict[str, Tensor]]:
    """Return the loss of a minibatch and its parts as metrics, from the network's `logits` (decisions, actions) and
    `values` (decisions,). With several processes, their averages are means over all decisions."""
    clip_coef = settings.clip_coef
    advantages = normalised_advantages(samples)
    logprobs, entropies = decisions_of(logits, samples.masks, samples.actions)
    logratio = logprobs - samples.logprobs
    ratio = logratio.exp()
    clipped = ratio.clamp(1 - clip_coef, 1 + clip_coef)
    policy_loss = -mean(torch.minimum(ratio * advantages, clipped * advantages))
    entropy = mean(entropies)
    value_loss = squared_error(values, samples.returns)
    loss = policy_loss - ent_coef * entropy + settings.vf_coef * value_loss
    with torch.no_grad():
        metrics = {
            "losses/policy_loss": policy_loss.detach(),
            "losses/value_loss": value_loss.detach(),
            "losses/entropy": entropy.detach(),
            "losses/approx_kl": mean(ratio - 1 - logratio),
            "losses/clipfrac": mean(((ratio - 1).abs() > clip_coef).float()),
        }
    return loss, metrics
