"""Proximal policy optimisation (Schulman et al. 2017) with action masks."""

from collections.abc import Iterator

import torch
from torch import Tensor, nn

from training.config import PPOConfig
from training.network import PolicyValueNetwork
from training.samples import Samples


def update(
    network: PolicyValueNetwork,
    optimizer: torch.optim.Optimizer,
    samples: Samples,
    config: PPOConfig,
    ent_coef: float,
    generator: torch.Generator,
) -> dict[str, float]:
    """Improve the network on the decisions `samples.rows`; returns the mean of each metric. Decisions with one legal
    action train the value alone."""
    totals: dict[str, float] = {}
    count = 0
    for rows in minibatches(samples.rows, config, generator):
        mask = samples.masks[rows]
        logits, values = network(samples.observations[rows], mask)
        logprobs = torch.log_softmax(logits, -1)
        choice = (mask.sum(-1, dtype=torch.int32) > 1).float()
        choices = choice.sum().clamp(min=1.0)

        advantage = samples.advantages[rows]
        mean = (advantage * choice).sum() / choices
        spread = ((advantage - mean).square() * choice).sum().div(choices).sqrt()
        advantage = (advantage - mean) / (spread + 1e-8)

        taken = logprobs.gather(-1, samples.actions[rows].unsqueeze(-1)).squeeze(-1)
        logratio = taken - samples.logprobs[rows]
        ratio = logratio.exp()
        clipped = ratio.clamp(1 - config.clip_coef, 1 + config.clip_coef)
        policy_loss = -(torch.minimum(ratio * advantage, clipped * advantage) * choice).sum() / choices
        # An illegal action has probability 0 and a finite log-probability, so it adds nothing.
        entropy = -(torch.softmax(logits, -1) * logprobs).sum(-1)
        entropy = (entropy * choice).sum() / choices
        value_loss = 0.5 * (values - samples.returns[rows]).square().mean()
        loss = policy_loss - ent_coef * entropy + config.vf_coef * value_loss

        optimizer.zero_grad()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(network.parameters(), config.max_grad_norm)
        optimizer.step()

        with torch.no_grad():
            metrics = {
                "losses/policy_loss": policy_loss,
                "losses/value_loss": value_loss,
                "losses/entropy": entropy,
                "losses/approx_kl": ((ratio - 1 - logratio) * choice).sum() / choices,
                "losses/clipfrac": (((ratio - 1).abs() > config.clip_coef).float() * choice).sum() / choices,
                "losses/grad_norm": norm,
            }
        count += 1
        for name, value in metrics.items():
            totals[name] = totals.get(name, 0.0) + value.item()
    means = {name: total / max(count, 1) for name, total in totals.items()}
    return means | {"losses/explained_variance": explained_variance(samples)}


def minibatches(rows: Tensor, config: PPOConfig, generator: torch.Generator) -> Iterator[Tensor]:
    """The rows in random order, in equal parts near `minibatch_size`, once per epoch."""
    parts = max(1, round(len(rows) / config.minibatch_size))
    for _ in range(config.update_epochs):
        yield from rows[torch.randperm(len(rows), generator=generator)].tensor_split(parts)


def explained_variance(samples: Samples) -> float:
    """1 where the values foresaw the returns exactly, 0 where they did no better than a constant."""
    returns = samples.returns[samples.rows]
    error = returns - samples.values[samples.rows]
    return float(1 - error.var() / returns.var()) if len(returns) > 1 and returns.var() > 0 else 0.0
