"""A network that reads the facts of any edition: tables of things, and the relations between them.

Every thing has a vector of units. It starts from the columns of the thing's table, by a layer that all things of a kind
share. In each round it is updated from the vectors of the things that it is related to; each relation has a gate for
each unit. This is a gated graph network with typed edges (Schlichtkrull et al. 2018, arXiv 1703.06103, with diagonal
weights). Trunks for policy and value read the means over the things of each kind and the fields of the game. A logit
comes from the vectors of the things that the action names.
"""

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor, nn

from africana_env import Game
from africana_training.networks.mlp import BOTH, POLICY, VALUE, ActorCritic, Trunks, fitted_scale
from africana_training.networks.relational_dense import DenseNamed, DenseThings
from africana_training.networks.relational_layers import NamedUnits, RelatedThings, layout_of, related, weigh
from africana_training.networks.sparse import ILLEGAL, are_features

UNITS = 32
"""Width of the vector of a thing."""
ACTION_UNITS = 64
"""Width of the layer of an action."""
ROUNDS = 3
"""Rounds of messages."""


class RelationalNetwork(ActorCritic):
    """Fact observations in, logits over all actions and one value out. Policy and value have separate trunks."""

    observation = "facts"
    feature_scale: Tensor
    means: Tensor
    """Takes the means over the things of each kind. It is saved, since policies load without computing weights."""

    def __init__(self, game: Game, layers: Sequence[int]) -> None:
        super().__init__()
        space = game.space_of("facts")
        self._layout, sizes = layout_of(game, space, UNITS)
        self._dense_things, self._dense_named = DenseThings(space, self._layout), DenseNamed(game, self._layout)
        self._fields = [(field, where) for field, where in space if not field.refers]
        self._plain = [where for field, where in space if not any(field.of)]
        self.register_buffer("feature_scale", torch.from_numpy(space.maxima()).float() ** -0.75)
        kinds, groups = len(space.kinds), len(game.actions.groups)
        self.bases = nn.Parameter(torch.zeros(sizes.bases, UNITS))
        self.columns = weight(sizes.columns, UNITS)
        ratios = torch.tensor([space.kinds[one] / space.kinds[other] for one, other in sizes.relations])
        gates = torch.stack([1 / ratios, ratios], 1).clamp(max=1).unsqueeze(2)
        self.gates = nn.Parameter(gates.repeat(ROUNDS, 1, 1, UNITS))
        self.updates = nn.Parameter(torch.stack([weight(kinds, 2 * UNITS, UNITS, gain=0.7) for _ in range(ROUNDS)]))
        self.register_buffer("means", mean_of(list(space.kinds.values())))
        self.update_biases = nn.Parameter(torch.zeros(ROUNDS, kinds, UNITS))
        self.trunks = Trunks(sum(where.stop - where.start for where in self._plain), layers, 2)
        self.pooled = weight(2, kinds * UNITS, layers[0], gain=0.5)
        context = weight(layers[-1], groups * ACTION_UNITS).detach()
        self.context = nn.Parameter(context.unflatten(1, (groups, ACTION_UNITS)).transpose(0, 1).contiguous())
        self.context_bias = nn.Parameter(torch.zeros(groups, ACTION_UNITS))
        self.action_weight = weight(sizes.actions, ACTION_UNITS)
        self.output = weight(groups, ACTION_UNITS, gain=0.1)
        self.value = nn.Linear(layers[-1], 1)
        nn.init.orthogonal_(self.value.weight)
        nn.init.zeros_(self.value.bias)

    def fit_scale(self, observations: np.ndarray) -> None:
        """Fit the scale, the same for all values of a field, to `observations` `uint8` (games, features), see
        `fitted_scale`."""
        for _, where in self._fields:
            shared = observations[:, where].reshape(-1, 1)
            self.feature_scale[where] = fitted_scale(shared, self.feature_scale[where][:1])

    def forward(self, observation: Tensor, action_mask: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits (games, actions), `ILLEGAL` where `action_mask` is 0, and values (games,), for fact
        observations `uint8` (games, features) and masks `int8` (games, actions)."""
        things = self._things(observation)
        policy, value = self._hidden(observation, things)
        return self._policy_logits(things, policy, action_mask), self.value(value).squeeze(-1)

    def logits(self, observation: Tensor, action_mask: Tensor) -> Tensor:
        """See `ActorCritic.logits`."""
        things = self._things(observation)
        (hidden,) = self._hidden(observation, things, POLICY)
        return self._policy_logits(things, hidden, action_mask)

    def values(self, observation: Tensor) -> Tensor:
        """See `ActorCritic.values`."""
        (hidden,) = self._hidden(observation, self._things(observation), VALUE)
        values: Tensor = self.value(hidden).squeeze(-1)
        return values

    def _things(self, observation: Tensor) -> Tensor:
        """Return the vectors of all things, (games, things, units)."""
        given = self.bases, self.columns, self.gates, self.updates, self.update_biases
        if not are_features(observation):
            return self._dense_things(observation, self.feature_scale, *given)
        layer = RelatedThings.apply if torch.is_grad_enabled() else related
        things: Tensor = layer(observation, self.feature_scale, self._layout, *given)
        return things

    def _hidden(self, observation: Tensor, things: Tensor, which: slice = BOTH) -> Tensor:
        """Return the outputs of `which` trunks, (trunks, games, width)."""
        plain = torch.cat([observation[:, where] for where in self._plain], 1)
        scale = torch.cat([self.feature_scale[where] for where in self._plain])
        means = torch.matmul(self.means, things).flatten(1)
        hidden: Tensor = self.trunks(plain, scale, which, torch.matmul(means, self.pooled[which]))
        return hidden

    def _policy_logits(self, things: Tensor, hidden: Tensor, action_mask: Tensor) -> Tensor:
        given = things, hidden, self.context, self.context_bias, self.action_weight, self.output
        if not are_features(action_mask):
            return self._dense_named(*given).masked_fill(action_mask == 0, ILLEGAL)
        logits: Tensor = (NamedUnits.apply if torch.is_grad_enabled() else weigh)(action_mask, self._layout, *given)
        return logits


def weight(*shape: int, gain: float = 2**0.5) -> nn.Parameter:
    """Return an orthogonal weight; a first axis of three is for several weights."""
    new = torch.empty(shape)
    for each in new if len(shape) == 3 else [new]:
        nn.init.orthogonal_(each, gain)
    return nn.Parameter(new)


def mean_of(numbers: Sequence[int]) -> Tensor:
    """Return the matrix (kinds, things) that takes the mean over the things of each kind."""
    return torch.block_diag(*(torch.full((1, number), 1 / number) for number in numbers))
