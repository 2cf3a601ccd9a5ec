"""Learning a first policy from another bot, before self-play.

The teacher says what it would do in every decision; now and then the learner's own choice is played instead, so that
the teacher is also seen where the learner leads (as in DAgger, Ross, Gordon and Bagnell 2011).
"""

import torch
from torch import nn

from training.config import PPOConfig
from training.network import PolicyValueNetwork
from training.ppo import explained_variance, minibatches
from training.samples import Samples

LEARNER_SHARE = 0.25
"""Share of the decisions in which the learner's choice is played."""


def imitate(
    network: PolicyValueNetwork,
    optimizer: torch.optim.Optimizer,
    samples: Samples,
    config: PPOConfig,
    generator: torch.Generator,
) -> dict[str, float]:
    """Bring the policy nearer to the teacher's actions, `samples.expert_actions`, and the value nearer to what
    followed; returns the mean of each metric."""
    agreed = total = 0.0
    count = 0
    for rows in minibatches(samples.rows, config, generator):
        logits, values = network(samples.observations[rows], samples.masks[rows])
        expert_actions = samples.expert_actions[rows]
        policy_loss = nn.functional.cross_entropy(logits, expert_actions)
        value_loss = 0.5 * (values - samples.returns[rows]).square().mean()
        optimizer.zero_grad()
        (policy_loss + config.vf_coef * value_loss).backward()
        nn.utils.clip_grad_norm_(network.parameters(), config.max_grad_norm)
        optimizer.step()
        agreed += (logits.argmax(-1) == expert_actions).float().mean().item()
        total += policy_loss.item()
        count += 1
    return {
        "imitation/loss": total / count,
        "imitation/agreement": agreed / count,
        "losses/explained_variance": explained_variance(samples),
    }
