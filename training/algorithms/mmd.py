"""Magnetic mirror descent for deep networks (Sokota et al. 2023, "A unified approach to reinforcement learning, quantal
response equilibria, and two-player zero-sum games").

A rollout's update climbs the advantages while two forces hold it: one to the policy that played, by their divergence
and the inverse step size `mmd.kl_coef`; one to the magnet, here the policy that takes all legal actions alike, by the
temperature. Its divergence is the entropy with another sign and a constant, so the temperature is `ppo.ent_coef`, which
falls to `ppo.final_ent_coef`.
"""

from copy import deepcopy

import torch
from torch import Tensor, nn

from training.algorithms.losses import choices_of, entropy_of, normalised_advantages, squared_error
from training.algorithms.update import Loss
from training.config.settings import TrainConfig
from training.networks.mlp import logprobs_of
from training.rollout.samples import Samples


def loss_for(network: nn.Module, config: TrainConfig, ent_coef: float) -> Loss:
    """What the update of a rollout minimises, played by `network` as it is now, at this temperature."""
    played = deepcopy(network).eval()

    def loss_of(logits: Tensor, values: Tensor, samples: Samples) -> tuple[Tensor, dict[str, Tensor]]:
        with torch.no_grad():
            before, _ = played(samples.observations, samples.masks)
        return mmd_loss(logits, before, values, samples, config, ent_coef)

    return loss_of


def mmd_loss(
    logits: Tensor, before: Tensor, values: Tensor, samples: Samples, config: TrainConfig, ent_coef: float
) -> tuple[Tensor, dict[str, Tensor]]:
    """The loss of a minibatch, of which `logits` (decisions, actions) and `values` (decisions,) are the network's and
    `before` the logits of the policy that played, and its parts as metrics."""
    choices = choices_of(samples)
    advantages = normalised_advantages(samples, choices)
    logprobs = torch.log_softmax(logits, -1)
    ratio = (logprobs_of(logprobs, samples.actions) - samples.logprobs).exp()
    policy_loss = -choices.mean(ratio * advantages)
    kl = choices.mean((torch.softmax(logits, -1) * (logprobs - torch.log_softmax(before, -1))).sum(-1))
    entropy = choices.mean(entropy_of(logits, logprobs))
    value_loss = squared_error(values, samples.returns)
    loss = policy_loss + config.mmd.kl_coef * kl - ent_coef * entropy + config.ppo.vf_coef * value_loss
    metrics = {
        "losses/policy_loss": policy_loss,
        "losses/value_loss": value_loss,
        "losses/entropy": entropy,
        "losses/approx_kl": kl,
    }
    return loss, {name: value.detach() for name, value in metrics.items()}
