"""Proximal policy optimisation (Schulman et al. 2017) with action masks."""

from functools import partial

import torch
from torch import Tensor, nn

from training.algorithms.losses import choices_of, entropy_of, normalised_advantages, squared_error
from training.algorithms.update import Loss
from training.config.settings import TrainConfig
from training.networks.mlp import logprobs_of
from training.rollout.samples import Samples


def loss_for(network: nn.Module, config: TrainConfig, ent_coef: float) -> Loss:
    """What an update minimises, with this weight of the entropy."""
    return partial(ppo_loss, config=config, ent_coef=ent_coef)


def ppo_loss(
    logits: Tensor, values: Tensor, samples: Samples, config: TrainConfig, ent_coef: float
) -> tuple[Tensor, dict[str, Tensor]]:
    """The loss of a minibatch, of which `logits` (decisions, actions) and `values` (decisions,) are the network's, and
    its parts as metrics. With several processes, their means are those of all decisions together."""
    clip_coef = config.ppo.clip_coef
    choices = choices_of(samples)
    advantages = normalised_advantages(samples, choices)
    logprobs = torch.log_softmax(logits, -1)
    logratio = logprobs_of(logprobs, samples.actions) - samples.logprobs
    ratio = logratio.exp()
    clipped = ratio.clamp(1 - clip_coef, 1 + clip_coef)
    policy_loss = -choices.mean(torch.minimum(ratio * advantages, clipped * advantages))
    entropy = choices.mean(entropy_of(logits, logprobs))
    value_loss = squared_error(values, samples.returns)
    loss = policy_loss - ent_coef * entropy + config.ppo.vf_coef * value_loss
    with torch.no_grad():
        metrics = {
            "losses/policy_loss": policy_loss.detach(),
            "losses/value_loss": value_loss.detach(),
            "losses/entropy": entropy.detach(),
            "losses/approx_kl": choices.mean(ratio - 1 - logratio),
            "losses/clipfrac": choices.mean(((ratio - 1).abs() > clip_coef).float()),
        }
    return loss, metrics
