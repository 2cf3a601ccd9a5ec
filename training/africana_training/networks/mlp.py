"""The default network: a trunk with a policy and a value head."""

import os
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import pad

from africana_env import Game
from africana_training.networks.sparse import (
    ILLEGAL,
    add_action_features,
    are_features,
    feature_linear,
    legal_linear,
)

# A forked process lacks its parent's threads, and torch would wait for them forever.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=lambda: torch.set_num_threads(1))

ACTION_FEATURE_UNITS = 8
"""Width of the layer that reads the features of an action."""


class GroupFeatures(NamedTuple):
    """The size of a group of actions, and where the observation holds features of its actions, see
    `ActionGroup.action_features`."""

    size: int
    action_features: tuple[slice, ...]


def group_features(game: Game) -> list[GroupFeatures]:
    """Return the groups of a game's actions, in the order of their ids."""
    fields = {field.name: where for field, where in game.observation}
    return [
        GroupFeatures(group.size, tuple(fields[name] for name in group.action_features))
        for group in game.actions.groups
    ]


class ActionFeatureMLP(nn.Module):
    """Logits from several features of each action of a group. All actions share a layer of a few units; the trunk
    computes its biases and output weights."""

    def __init__(self, num_features: int, width: int) -> None:
        super().__init__()
        self.units = nn.Linear(num_features, ACTION_FEATURE_UNITS, bias=False)
        self.context = nn.Linear(width, 2 * ACTION_FEATURE_UNITS)
        nn.init.orthogonal_(self.units.weight, 4.0)  # scaled features are small
        nn.init.orthogonal_(self.context.weight, 0.1)
        nn.init.zeros_(self.context.bias)

    def forward(self, hidden: Tensor, features: Tensor) -> Tensor:
        """Return what to add to the logits (games, actions), from the trunk's output (games, width) and the features
        of the actions (games, actions, features), all `float32`."""
        bias, weight = self.context(hidden).unsqueeze(2).split(ACTION_FEATURE_UNITS, 1)
        units = torch.relu(self.units(features) + bias.mT)
        return (units @ weight).squeeze(2)

    def units_of(self, hidden: Tensor) -> tuple[Tensor, Tensor]:
        """Return the units' biases and output weights (games, 2 units), and their input weights (units, features)."""
        return self.context(hidden), self.units.weight


class ActionFeatureWeight(nn.Module):
    """Logits from one feature of each action of a group. The trunk computes its weight."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.context = nn.Linear(width, 1)
        nn.init.orthogonal_(self.context.weight, 0.01)
        nn.init.zeros_(self.context.bias)

    def forward(self, hidden: Tensor, features: Tensor) -> Tensor:
        """As `ActionFeatureMLP.forward`, for one feature."""
        return self.context(hidden) * features.squeeze(2)

    def units_of(self, hidden: Tensor) -> tuple[Tensor, Tensor]:
        """As `ActionFeatureMLP.units_of`, for one unit, the feature itself."""
        return pad(self.context(hidden), (1, 0)), hidden.new_ones(1, 1)


BOTH, POLICY, VALUE = slice(None), slice(1), slice(-1, None)
"""The trunk of the policy and that of the value: the same one if there is one only."""


class Trunks(nn.Module):
    """Linear layers with ReLU for one or two heads, computed together: they read the same observation."""

    def __init__(self, num_features: int, widths: Sequence[int], number: int) -> None:
        super().__init__()
        self.weights = nn.ParameterList(torch.empty(number, *shape) for shape in pairwise([num_features, *widths]))
        self.biases = nn.ParameterList(torch.zeros(number, width) for width in widths)
        for weight in self.weights:
            for trunk in weight:
                nn.init.orthogonal_(trunk, 2**0.5)

    def forward(self, observation: Tensor, scale: Tensor, which: slice = BOTH, added: Tensor | None = None) -> Tensor:
        """Return the outputs of `which` trunks, (trunks, games, width), for an observation `uint8` (games, features)
        times `scale` (features,). `added` (trunks, games, first width) is added to the first layer."""
        first, *weights = (weight[which] for weight in self.weights)
        first_bias, *biases = (bias[which] for bias in self.biases)
        hidden = feature_linear(observation, scale, first, first_bias)
        hidden = torch.relu(hidden if added is None else hidden + added)
        for weight, bias in zip(weights, biases, strict=True):
            hidden = torch.relu(torch.baddbmm(bias.unsqueeze(1), hidden, weight))
        return hidden


class ActorCritic(nn.Module):
    """A network that also computes logits or values alone: half the work for most uses by bots."""

    def logits(self, observation: Tensor, action_mask: Tensor) -> Tensor:
        """Return only the logits of `forward`."""
        raise NotImplementedError

    def values(self, observation: Tensor) -> Tensor:
        """Return only the values of `forward`."""
        raise NotImplementedError


def fitted_scale(features: np.ndarray, scale: Tensor) -> Tensor:
    """Return the scale (features,) that gives the nonzero values of each feature a root mean square of 1 in `features`
    `uint8` (samples, features). Features that are always 0 keep their `scale`; both scales are `float32`.

    Counts seldom come near their maximum, and features scaled by it are learned late.
    """
    squares = (features.astype(np.int64) ** 2).sum(0)
    occurs = np.count_nonzero(features, axis=0)
    fitted = 1 / np.maximum(np.sqrt(squares / np.maximum(occurs, 1)), 1)
    return torch.where(torch.from_numpy(occurs > 0), torch.from_numpy(fitted).float(), scale.cpu())


class PolicyValueNetwork(ActorCritic):
    """Observations in, logits over all actions and one value out.

    A trunk of linear layers with ReLU, a linear policy head and a linear value head; with `own_value` the value has a
    second trunk. Groups with action features get additional logits from them: the features of a hundred spaces would
    not pass through a narrow trunk.

    `maxima` `uint8` (features,) scale the features until a run fits the scale to its games. The scale is saved with the
    weights.
    """

    feature_scale: Tensor

    def __init__(
        self, maxima: Tensor, groups: Sequence[GroupFeatures], layers: Sequence[int], own_value: bool = False
    ) -> None:
        super().__init__()
        self._groups = groups
        self.register_buffer("feature_scale", maxima.float() ** -0.75)
        self.trunks = Trunks(len(maxima), layers, 2 if own_value else 1)
        self.policy = nn.Linear(layers[-1], sum(group.size for group in groups))
        self.action_feature_heads = nn.ModuleList(
            ActionFeatureWeight(layers[-1]) if n == 1 else ActionFeatureMLP(n, layers[-1])
            for group in groups
            if (n := len(group.action_features))
        )
        self.value = nn.Linear(layers[-1], 1)
        for head, gain in ((self.policy, 0.01), (self.value, 1.0)):
            nn.init.orthogonal_(head.weight, gain)
            nn.init.zeros_(head.bias)

    def fit_scale(self, observations: np.ndarray) -> None:
        """Fit the scale to `observations` `uint8` (games, features), see `fitted_scale`."""
        self.feature_scale.copy_(fitted_scale(observations, self.feature_scale))

    def forward(self, observation: Tensor, action_mask: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits (games, actions), `ILLEGAL` where `action_mask` is 0, and values (games,), for observations
        `uint8` (games, features) and masks `int8` (games, actions)."""
        hidden = self.trunks(observation, self.feature_scale)
        return self._policy_logits(hidden[0], observation, action_mask), self.value(hidden[-1]).squeeze(-1)

    def logits(self, observation: Tensor, action_mask: Tensor) -> Tensor:
        """See `ActorCritic.logits`."""
        (hidden,) = self.trunks(observation, self.feature_scale, POLICY)
        return self._policy_logits(hidden, observation, action_mask)

    def values(self, observation: Tensor) -> Tensor:
        """See `ActorCritic.values`."""
        (hidden,) = self.trunks(observation, self.feature_scale, VALUE)
        values: Tensor = self.value(hidden).squeeze(-1)
        return values

    def _policy_logits(self, hidden: Tensor, observation: Tensor, action_mask: Tensor) -> Tensor:
        logits = legal_linear(hidden, action_mask, self.policy.weight, self.policy.bias)
        if len(self.action_feature_heads) == 0:
            return logits
        if are_features(observation) and not torch.is_grad_enabled():
            self._add_action_features(logits, hidden, observation, action_mask)
            return logits
        return self._with_action_features(logits, hidden, observation).masked_fill(action_mask == 0, ILLEGAL)

    def _with_action_features(self, logits: Tensor, hidden: Tensor, observation: Tensor) -> Tensor:
        parts = list(logits.split([group.size for group in self._groups], 1))
        heads = iter(self.action_feature_heads)
        for number, group in enumerate(self._groups):
            if group.action_features:
                features = [observation[:, where] * self.feature_scale[where] for where in group.action_features]
                parts[number] = parts[number] + next(heads)(hidden, torch.stack(features, 2))
        return torch.cat(parts, 1)

    def _add_action_features(self, logits: Tensor, hidden: Tensor, observation: Tensor, action_mask: Tensor) -> None:
        """Do the same as `_with_action_features` in place, for legal actions only."""
        heads: Iterator[Any] = iter(self.action_feature_heads)
        scale, start = self.feature_scale, 0
        for group in self._groups:
            where = slice(start, start + group.size)
            if group.action_features:
                context, units = next(heads).units_of(hidden)
                columns = np.array([at.start for at in group.action_features])
                add_action_features(logits, observation, action_mask, scale, context, units, where, columns)
            start = where.stop


def device_of(network: nn.Module) -> torch.device:
    """Return the device of a network."""
    return next(network.parameters()).device


def logprobs_of(logprobs: Tensor, actions: Tensor) -> Tensor:
    """Return the log-probability of each decision's action (decisions,), from all of them (decisions, actions)."""
    return logprobs.gather(-1, actions.unsqueeze(-1)).squeeze(-1)
