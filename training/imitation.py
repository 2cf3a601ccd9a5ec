"""Learning a first policy from a scripted player, before self-play.

The teacher says what it would do in every decision; now and then the pupil's own choice is played instead, so that
the teacher is also seen where the pupil leads (as in DAgger, Ross, Gordon and Bagnell 2011).
"""

import torch
from torch import nn

from training.config import PPOConfig
from training.network import PolicyValueNetwork
from training.ppo import explained_variance, lessons_of, minibatches
from training.rollout import Stretch

PUPIL_SHARE = 0.25
"""Share of the decisions in which the pupil's choice is played."""


def imitate(
    network: PolicyValueNetwork,
    optimizer: torch.optim.Optimizer,
    stretch: Stretch,
    config: PPOConfig,
    generator: torch.Generator,
) -> dict[str, float]:
    """Bring the policy nearer to the teacher's actions, `stretch.taught`, and the value nearer to what followed;
    returns the mean of each metric."""
    observations, masks, old_values, _, targets, closed = lessons_of(stretch, config)
    chosen = closed.nonzero().squeeze(-1)
    taught = torch.from_numpy(stretch.taught.reshape(-1))
    agreed = total = 0.0
    count = 0
    for rows in minibatches(chosen, config, generator):
        logits, values = network(observations[rows], masks[rows])
        policy_loss = nn.functional.cross_entropy(logits, taught[rows])
        value_loss = 0.5 * (values - targets[rows]).square().mean()
        optimizer.zero_grad()
        (policy_loss + config.value_weight * value_loss).backward()
        nn.utils.clip_grad_norm_(network.parameters(), config.gradient_norm)
        optimizer.step()
        agreed += (logits.argmax(-1) == taught[rows]).float().mean().item()
        total += policy_loss.item()
        count += 1
    return {
        "imitation/loss": total / count,
        "imitation/agreement": agreed / count,
        "losses/explained_variance": explained_variance(old_values, targets, chosen),
    }
