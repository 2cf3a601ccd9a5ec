"""A network that plays any edition: it reads the features of cards, places and other entities, not their numbers.

The entities of a kind (`engine/game/entities.py`) share a layer, whose output is summed over the present ones, as in
deep sets (Zaheer et al. 2017). A trunk reads these sums and the features of the game. The actions of a group share
another layer: it reads the features of the action's entities, with biases from the trunk, and gives the logit. So the
order of entities does not matter.
"""

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor, nn

from africana_env import Game
from africana_training.networks.entity_dense import DenseActions, DensePool
from africana_training.networks.entity_layers import ActionUnits, EntityPool, layout_of, pool, weigh
from africana_training.networks.mlp import BOTH, POLICY, VALUE, ActorCritic, Trunks, fitted_scale
from africana_training.networks.sparse import ILLEGAL, are_features

ENTITY_UNITS = 32
"""Width of the layer that is summed over entities."""
ACTION_UNITS = 64
"""Width of the layer of an action. After four million decisions of Afritoria, 32, 64 and 128 units win 66, 71 and 72 %
on unseen editions."""


class EntityNetwork(ActorCritic):
    """Entity observations in, logits over all actions and one value out. Policy and value have separate trunks."""

    observation = "entities"
    feature_scale: Tensor

    def __init__(self, game: Game, layers: Sequence[int]) -> None:
        super().__init__()
        self._layout, rows, action_rows = layout_of(game)
        self._dense_pool, self._dense_actions = DensePool(game), DenseActions(game)
        space = game.space_of("entities")
        kinds = sum(kind.number > 1 for kind in space.kinds)
        groups = len(game.actions.groups)
        self._tables = [(where, kind.number, len(kind.features)) for kind, where in space]
        self._single = [where for kind, where in space if kind.number == 1]
        self.register_buffer("feature_scale", torch.from_numpy(space.maxima()).float() ** -0.75)
        self.pool_weight = nn.Parameter(torch.empty(rows, ENTITY_UNITS))
        self.pool_bias = nn.Parameter(torch.zeros(kinds, ENTITY_UNITS))
        features = sum(where.stop - where.start for where in self._single)
        self.trunks = Trunks(features, layers, 2)
        self.pooled_weight = nn.Parameter(torch.empty(2, kinds * ENTITY_UNITS, layers[0]))
        context = nn.init.orthogonal_(torch.empty(layers[-1], groups * ACTION_UNITS), 2**0.5)
        self.context = nn.Parameter(context.unflatten(1, (groups, ACTION_UNITS)).transpose(0, 1).contiguous())
        self.context_bias = nn.Parameter(torch.zeros(groups, ACTION_UNITS))
        self.action_weight = nn.Parameter(torch.empty(action_rows, ACTION_UNITS))
        self.output = nn.Parameter(torch.empty(groups, ACTION_UNITS))
        self.value = nn.Linear(layers[-1], 1)
        for weight, gain in (
            (self.pool_weight, 1.0),
            *((trunk, 0.3) for trunk in self.pooled_weight),
            (self.action_weight, 2**0.5),
            (self.output, 0.1),
            (self.value.weight, 1.0),
        ):
            nn.init.orthogonal_(weight, gain)
        nn.init.zeros_(self.value.bias)

    def fit_scale(self, observations: np.ndarray) -> None:
        """Fit the scale, the same for all entities of a kind, to `observations` `uint8` (games, features), see
        `fitted_scale`."""
        for where, number, features in self._tables:
            table, scale = observations[:, where].reshape(-1, features), self.feature_scale[where]
            scale.copy_(fitted_scale(table, scale[:features]).tile(number))

    def forward(self, observation: Tensor, action_mask: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits (games, actions), `ILLEGAL` where `action_mask` is 0, and values (games,), for entity
        observations `uint8` (games, features) and masks `int8` (games, actions)."""
        policy, value = self._hidden(observation)
        return self._policy_logits(observation, action_mask, policy), self.value(value).squeeze(-1)

    def logits(self, observation: Tensor, action_mask: Tensor) -> Tensor:
        """See `ActorCritic.logits`."""
        (hidden,) = self._hidden(observation, POLICY)
        return self._policy_logits(observation, action_mask, hidden)

    def values(self, observation: Tensor) -> Tensor:
        """See `ActorCritic.values`."""
        (hidden,) = self._hidden(observation, VALUE)
        values: Tensor = self.value(hidden).squeeze(-1)
        return values

    def _hidden(self, observation: Tensor, which: slice = BOTH) -> Tensor:
        """Return the outputs of `which` trunks, (trunks, games, width)."""
        single = torch.cat([observation[:, where] for where in self._single], 1)
        scale = torch.cat([self.feature_scale[where] for where in self._single])
        pooled = torch.matmul(self._pool(observation).flatten(1), self.pooled_weight[which])
        hidden: Tensor = self.trunks(single, scale, which, pooled)
        return hidden

    def _policy_logits(self, observation: Tensor, action_mask: Tensor, hidden: Tensor) -> Tensor:
        given = hidden, self.context, self.context_bias, self.action_weight, self.output
        if are_features(observation):
            layer = ActionUnits.apply if torch.is_grad_enabled() else weigh
            logits: Tensor = layer(observation, action_mask, self.feature_scale, self._layout, *given)
            return logits
        return self._dense_actions(observation, self.feature_scale, *given).masked_fill(action_mask == 0, ILLEGAL)

    def _pool(self, observation: Tensor) -> Tensor:
        """Return the pooled units of each kind of entities, (games, kinds, units)."""
        given = observation, self.feature_scale, self.pool_weight, self.pool_bias
        if not are_features(observation):
            return self._dense_pool(*given)
        layer = EntityPool.apply if torch.is_grad_enabled() else pool
        return layer(*given, self._layout)
