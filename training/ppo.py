"""Proximal policy optimisation (Schulman et al. 2017) with action masks."""

import torch
from torch import Tensor

from training.config import PPOConfig
from training.distributed import average, average_number, world_size
from training.network import PolicyValueNetwork
from training.optimize import Means, step
from training.samples import Samples


def update(
    network: PolicyValueNetwork,
    optimizer: torch.optim.Optimizer,
    samples: Samples,
    config: PPOConfig,
    ent_coef: float,
    generator: torch.Generator,
) -> dict[str, float]:
    """Improve the network on the decisions of `samples`; returns the mean of each metric. Decisions with one legal
    action train the value alone."""
    means = Means()
    for part in samples.minibatches(config.minibatch_size, config.update_epochs, generator):
        logits, values = network(part.observations, part.masks)
        loss, metrics = ppo_loss(logits, values, part, config, ent_coef)
        norm = step(network, optimizer, loss, config.max_grad_norm)
        means.add({**metrics, "losses/grad_norm": norm})
    return means.take() | {"losses/explained_variance": samples.explained_variance()}


def ppo_loss(
    logits: Tensor, values: Tensor, samples: Samples, config: PPOConfig, ent_coef: float
) -> tuple[Tensor, dict[str, Tensor]]:
    """The loss of a minibatch, of which `logits` (decisions, actions) and `values` (decisions,) are the network's, and
    its parts as metrics. With several processes, their means are those of all decisions together."""
    logprobs = torch.log_softmax(logits, -1)
    choice = (samples.masks.sum(-1, dtype=torch.int32) > 1).float()
    choices = average(choice.sum()).clamp(min=1 / world_size())

    mean = average((samples.advantages * choice).sum()) / choices
    spread = average(((samples.advantages - mean).square() * choice).sum()).div(choices).sqrt()
    advantages = (samples.advantages - mean) / (spread + 1e-8)

    taken = logprobs.gather(-1, samples.actions.unsqueeze(-1)).squeeze(-1)
    logratio = taken - samples.logprobs
    ratio = logratio.exp()
    clipped = ratio.clamp(1 - config.clip_coef, 1 + config.clip_coef)
    policy_loss = -(torch.minimum(ratio * advantages, clipped * advantages) * choice).sum() / choices
    # An illegal action has probability 0 and a finite log-probability, so it adds nothing.
    entropy = -(torch.softmax(logits, -1) * logprobs).sum(-1)
    entropy = (entropy * choice).sum() / choices
    value_loss = 0.5 * ((values - samples.returns).square().sum() / average_number(len(values)))
    loss = policy_loss - ent_coef * entropy + config.vf_coef * value_loss
    with torch.no_grad():
        metrics = {
            "losses/policy_loss": policy_loss.detach(),
            "losses/value_loss": value_loss.detach(),
            "losses/entropy": entropy.detach(),
            "losses/approx_kl": ((ratio - 1 - logratio) * choice).sum() / choices,
            "losses/clipfrac": (((ratio - 1).abs() > config.clip_coef).float() * choice).sum() / choices,
        }
    return loss, metrics
