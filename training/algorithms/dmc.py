"""Deep Monte Carlo, as DouZero uses it (Zha et al. 2021): the network learns what each action is worth from what games
brought in the end, and the policy takes what is worth most.

An action's worth is the position's value and, beyond that, `dmc.temperature` times its logit. So the policy's own
probabilities explore: the less it loses by an action, the likelier that is. (DouZero explores by taking any action in
one of a hundred decisions.) The value is learned for itself, which leaves the logits the small differences between
actions: where they had to tell all of the worth, as in DouZero, two-player Africana was not learned at all. Returns are
those of the whole game as far as the rollout shows it, and beyond its end what the value promises there.
"""

from functools import partial

import torch
from torch import Tensor, nn

from training.algorithms.losses import choices_of, entropy_of, squared_error
from training.algorithms.update import Loss
from training.config.settings import TrainConfig
from training.rollout.samples import Samples


def loss_for(network: nn.Module, config: TrainConfig, ent_coef: float) -> Loss:
    """What an update minimises; `ent_coef` is not used, for the temperature says how much is explored."""
    return partial(dmc_loss, config=config)


def dmc_loss(logits: Tensor, values: Tensor, samples: Samples, config: TrainConfig) -> tuple[Tensor, dict[str, Tensor]]:
    """The loss of a minibatch, of which `logits` (decisions, actions) and `values` (decisions,) are the network's, and
    its parts as metrics."""
    temperature = config.dmc.temperature
    worth = values.detach() + temperature * logits.gather(-1, samples.actions.unsqueeze(-1)).squeeze(-1)
    worth_loss = squared_error(worth, samples.returns)
    value_loss = squared_error(values, samples.returns)
    # Divided by the temperature a logit's gradient is its error, whatever the temperature is.
    loss = worth_loss / temperature + config.ppo.vf_coef * value_loss
    with torch.no_grad():
        entropy = choices_of(samples).mean(entropy_of(logits, torch.log_softmax(logits, -1)))
        metrics = {"losses/worth_loss": worth_loss, "losses/value_loss": value_loss, "losses/entropy": entropy}
    return loss, {name: value.detach() for name, value in metrics.items()}
