"""Proximal policy optimisation (Schulman et al. 2017) with action masks."""

from collections.abc import Iterator
from typing import NamedTuple

import torch
from torch import Tensor, nn

from training.advantages import seat_advantages
from training.config import PPOConfig
from training.network import PolicyValueNetwork
from training.rollout import Stretch


class Lessons(NamedTuple):
    """A stretch as a learner reads it: a row for each decision."""

    observations: Tensor
    masks: Tensor
    values: Tensor
    """Before the decisions."""
    advantages: Tensor
    targets: Tensor
    """What the values should have been."""
    closed: Tensor
    """Whether the stretch shows all that the decision brought."""


def lessons_of(stretch: Stretch, config: PPOConfig) -> Lessons:
    """What there is to learn from a stretch."""
    advantages, closed = seat_advantages(
        stretch.rewards, stretch.done, stretch.players, stretch.values, config.discount, config.trace_decay
    )
    flat_advantages = torch.from_numpy(advantages.reshape(-1))
    values = torch.from_numpy(stretch.values.reshape(-1))
    return Lessons(
        observations=torch.from_numpy(stretch.observations[:-1].reshape(-1, stretch.observations.shape[-1])),
        masks=torch.from_numpy(stretch.masks[:-1].reshape(-1, stretch.masks.shape[-1])),
        values=values,
        advantages=flat_advantages,
        targets=flat_advantages + values,
        closed=torch.from_numpy(closed.reshape(-1)),
    )


def update(
    network: PolicyValueNetwork,
    optimizer: torch.optim.Optimizer,
    stretch: Stretch,
    config: PPOConfig,
    entropy_weight: float,
    generator: torch.Generator,
) -> dict[str, float]:
    """Improve the network on a stretch of decisions; returns the mean of each metric.

    Decisions of others and those whose outcome is still open are left out. Decisions with one legal action train the
    value alone.
    """
    observations, masks, old_values, advantages, targets, closed = lessons_of(stretch, config)
    chosen = (closed & torch.from_numpy(stretch.learner.reshape(-1))).nonzero().squeeze(-1)
    actions = torch.from_numpy(stretch.actions.reshape(-1))
    old_log_probabilities = torch.from_numpy(stretch.log_probabilities.reshape(-1))
    totals: dict[str, float] = {}
    count = 0
    for rows in minibatches(chosen, config, generator):
        mask = masks[rows]
        logits, values = network(observations[rows], mask)
        log_probabilities = torch.log_softmax(logits, -1)
        choice = (mask.sum(-1, dtype=torch.int32) > 1).float()
        choices = choice.sum().clamp(min=1.0)

        advantage = advantages[rows]
        mean = (advantage * choice).sum() / choices
        spread = ((advantage - mean).square() * choice).sum().div(choices).sqrt()
        advantage = (advantage - mean) / (spread + 1e-8)

        taken = log_probabilities.gather(-1, actions[rows].unsqueeze(-1)).squeeze(-1)
        log_ratio = taken - old_log_probabilities[rows]
        ratio = log_ratio.exp()
        clipped = ratio.clamp(1 - config.clip, 1 + config.clip)
        policy_loss = -(torch.minimum(ratio * advantage, clipped * advantage) * choice).sum() / choices
        # An illegal action has probability 0 and a finite log-probability, so it adds nothing.
        entropy = -(torch.softmax(logits, -1) * log_probabilities).sum(-1)
        entropy = (entropy * choice).sum() / choices
        value_loss = 0.5 * (values - targets[rows]).square().mean()
        loss = policy_loss - entropy_weight * entropy + config.value_weight * value_loss

        optimizer.zero_grad()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(network.parameters(), config.gradient_norm)
        optimizer.step()

        with torch.no_grad():
            metrics = {
                "losses/policy_loss": policy_loss,
                "losses/value_loss": value_loss,
                "losses/entropy": entropy,
                "losses/approx_kl": ((ratio - 1 - log_ratio) * choice).sum() / choices,
                "losses/clipfrac": (((ratio - 1).abs() > config.clip).float() * choice).sum() / choices,
                "losses/gradient_norm": norm,
            }
        count += 1
        for name, value in metrics.items():
            totals[name] = totals.get(name, 0.0) + value.item()
    means = {name: total / max(count, 1) for name, total in totals.items()}
    return means | {"losses/explained_variance": explained_variance(old_values, targets, chosen)}


def minibatches(rows: Tensor, config: PPOConfig, generator: torch.Generator) -> Iterator[Tensor]:
    """The rows in random order, in equal parts near `minibatch`, once per epoch."""
    parts = max(1, round(len(rows) / config.minibatch))
    for _ in range(config.epochs):
        yield from rows[torch.randperm(len(rows), generator=generator)].tensor_split(parts)


def explained_variance(values: Tensor, targets: Tensor, rows: Tensor) -> float:
    """1 where the values foresaw the targets exactly, 0 where they did no better than a constant."""
    target = targets[rows]
    error = target - values[rows]
    return float(1 - error.var() / target.var()) if len(rows) > 1 and target.var() > 0 else 0.0
