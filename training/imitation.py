"""Learning a first policy from another bot, before self-play.

The teacher says what it would do in every decision; now and then the learner's own choice is played instead, so that
the teacher is also seen where the learner leads (as in DAgger, Ross, Gordon and Bagnell 2011).
"""

import torch
from torch import nn

from training.config import PPOConfig
from training.distributed import average_number
from training.network import PolicyValueNetwork
from training.optimize import Means, step
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
    means = Means()
    for part in samples.minibatches(config.minibatch_size, config.update_epochs, generator):
        logits, values = network(part.observations, part.masks)
        decisions = average_number(len(values))
        policy_loss = nn.functional.cross_entropy(logits, part.expert_actions, reduction="sum") / decisions
        value_loss = 0.5 * ((values - part.returns).square().sum() / decisions)
        step(network, optimizer, policy_loss + config.vf_coef * value_loss, config.max_grad_norm)
        agreement = (logits.argmax(-1) == part.expert_actions).float().sum() / decisions
        means.add({"imitation/loss": policy_loss.detach(), "imitation/agreement": agreement})
    return means.take() | {"losses/explained_variance": samples.explained_variance()}
