"""The layers over entity observations as dense products: where no processor computes them, and for export."""

import torch
from torch import Tensor

from africana_env import Game


class DensePool:
    """`entity_layers.pool` for a game, in dense form."""

    def __init__(self, game: Game) -> None:
        self._kinds = [(where, kind.number, len(kind.features)) for kind, where in game.entity_space if kind.number > 1]

    def __call__(self, observations: Tensor, scale: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        """Sums (rows, kinds, units)."""
        sums, row = [], 0
        for number, (where, entities, width) in enumerate(self._kinds):
            table = observations[:, where].unflatten(1, (entities, width))
            units = table * scale[where].view(entities, width) @ weight[row : row + width] + bias[number]
            present = (table != 0).any(2, keepdim=True)
            sums.append((torch.relu(units) * present).sum(1))
            row += width
        return torch.stack(sums, 1)


class DenseActions:
    """`entity_layers.weigh` for a game, in dense form."""

    def __init__(self, game: Game) -> None:
        self._groups = []
        row = 0
        for actions, _ in game.actions:
            parts = []
            for kind, where, index in game.entity_space.of_actions(actions):
                width = len(kind.features)
                parts.append((where, (kind.number, width), index, row))
                row += width
            self._groups.append((actions.size, parts))

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
        """Logits (rows, actions) of all actions, legal or not."""
        logits = []
        shared = torch.einsum("rw,gwu->rgu", hidden, context) + bias
        for group, (size, parts) in enumerate(self._groups):
            units = shared[:, group, None].expand(-1, size, -1)
            for where, shape, index, row in parts:
                table = (observations[:, where] * scale[where]).unflatten(1, shape) @ weight[row : row + shape[1]]
                units = units + table[:, torch.from_numpy(index).to(table.device)]
            logits.append(torch.relu(units) @ output[group])
        return torch.cat(logits, 1)
