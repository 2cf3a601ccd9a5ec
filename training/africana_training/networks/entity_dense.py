"""The layers over entity observations as dense products, for GPUs and for export."""

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from africana_env import Game


class DensePool:
    """`entity_layers.pool` for a game, in dense form."""

    def __init__(self, game: Game) -> None:
        space = game.space_of("entities")
        self._kinds = [(where, kind.number, len(kind.features)) for kind, where in space if kind.number > 1]

    def __call__(self, observations: Tensor, scale: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        """Return sums (rows, kinds, units)."""
        sums = []
        scaled = observations * scale
        weights = weight.split([width for _, _, width in self._kinds])
        for (where, *shape), its_weight, its_bias in zip(self._kinds, weights, bias, strict=True):
            table = scaled[:, where].unflatten(1, shape)
            units = torch.relu(table @ its_weight + its_bias)
            present = (table != 0).any(2, keepdim=True)
            sums.append((units * present).sum(1))
        return torch.stack(sums, 1)


class DenseActions:
    """`entity_layers.weigh` for a game, in dense form."""

    def __init__(self, game: Game) -> None:
        self._groups = [
            (
                actions.size,
                [
                    (where, (kind.number, len(kind.features)), order_of(index))
                    for kind, where, index in game.space_of("entities").of_actions(actions)
                ],
            )
            for actions, _ in game.actions
        ]
        self._widths = [width for _, parts in self._groups for _, (_, width), _ in parts]

    def __call__(
        self,
        observations: Tensor,
        scale: Tensor,
        hidden: Tensor,
        context: Tensor,
        bias: Tensor,
        weight: Tensor,
        output: Tensor,
    ) -> Tensor:
        """Return logits (rows, actions) of all actions, legal or not."""
        logits = []
        scaled = observations * scale
        weights = iter(weight.split(self._widths))
        shared = (torch.einsum("rw,gwu->rgu", hidden, context) + bias).unbind(1)
        for (size, parts), its_context, its_output in zip(self._groups, shared, output, strict=True):
            units = its_context[:, None].expand(-1, size, -1)
            for where, shape, order in parts:
                table = scaled[:, where].unflatten(1, shape) @ next(weights)
                units = units + spread(table, order)
            logits.append(torch.relu(units) @ its_output)
        return torch.cat(logits, 1)


class Order(NamedTuple):
    """The order of a group's actions: the first `entities` entities, each for `repeats` actions in a row, and all this
    `rounds` times."""

    rounds: int
    entities: int
    repeats: int


def order_of(index: np.ndarray) -> Order:
    """Return the order of an index of `EntitySpace.of_actions`."""
    entities = int(index[-1]) + 1
    repeats = int(np.count_nonzero(np.cumsum(index != 0) == 0))
    order = Order(len(index) // (entities * repeats), entities, repeats)
    assert np.array_equal(index, np.tile(np.arange(entities).repeat(repeats), order.rounds))
    return order


def spread(table: Tensor, order: Order) -> Tensor:
    """Arrange the rows of entities (games, entities, units) in the order of actions (games, actions, units). Indexing
    would do the same, but its gradient needs a sort on a GPU."""
    shown = table[:, None, : order.entities, None]
    return shown.expand(-1, order.rounds, -1, order.repeats, -1).flatten(1, 3)
