"""Learning a first policy from another bot, the expert, before self-play.

The expert chooses an action in every decision. In a share of them the learner's choice is played instead, so that the
expert also sees positions that the learner reaches, like DAgger (Ross, Gordon and Bagnell 2011).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
from torch import Tensor, nn

from africana_training.algorithms.legal import decisions_of
from africana_training.algorithms.losses import mean, squared_error
from africana_training.algorithms.registry import Loss
from africana_training.fields import Count, NotNegative, Settings
from africana_training.rollout.advantages import seat_advantages
from africana_training.rollout.rollout import RolloutBuffer
from africana_training.rollout.samples import Samples

LEARNER_SHARE = 0.25
"""Share of the decisions in which the learner's choice is played."""
GAE_LAMBDA = 0.95


@dataclass
class ImitationConfig(Settings):
    """A first policy learned from another bot, before self-play: an `Algorithm` of its own."""

    expert: str | None = None
    """A bot to imitate first; null: self-play from the start."""
    timesteps: Count = 2_000_000
    """Decisions of imitation."""
    learning_rate: NotNegative = 1e-3
    """Learning rate of Adam during imitation."""
    vf_coef: NotNegative = 0.5
    """Weight of the value loss, next to the policy loss, during imitation."""

    def anneal(self, share_done: float) -> dict[str, float]:
        """Return nothing: all is constant."""
        return {}

    def advantages(self, buffer: RolloutBuffer, gamma: float) -> tuple[np.ndarray, np.ndarray]:
        """Return the advantages that give the targets of the values, see `seat_advantages`."""
        return seat_advantages(buffer.rewards, buffer.done, buffer.seats, buffer.values, gamma, gae_lambda=GAE_LAMBDA)

    def loss_for(self, network: nn.Module, annealed: Mapping[str, float]) -> Loss:
        """Return `imitation_loss` with these settings."""
        return partial(imitation_loss, vf_coef=self.vf_coef)


def imitation_loss(
    logits: Tensor, values: Tensor, samples: Samples, vf_coef: float
) -> tuple[Tensor, dict[str, Tensor]]:
    """Return the loss of a minibatch, and metrics, from the network's `logits` (decisions, actions) and `values`
    (decisions,). The loss is the cross-entropy of `samples.expert_actions` plus the value loss."""
    logprobs, _ = decisions_of(logits, samples.masks, samples.expert_actions)
    policy_loss = -mean(logprobs)
    agreement = mean((logits.argmax(-1) == samples.expert_actions).float())
    loss = policy_loss + vf_coef * squared_error(values, samples.returns)
    return loss, {"imitation/loss": policy_loss.detach(), "imitation/agreement": agreement}
