"""The layers over fact observations as dense products, for GPUs and for export, in which `len` would fix the number of
games."""

from itertools import accumulate
from typing import Any

import torch
from torch import Tensor

from africana_env import Game
from africana_env.engine.game.facts import FactSpace
from africana_training.networks.relational_layers import Layout, axes_of, is_relation, kinds_related


class DenseThings:
    """`relational_layers.related` for a game, in dense form."""

    def __init__(self, space: FactSpace, layout: Layout) -> None:
        self._layout = layout
        first = dict(zip(space.kinds, accumulate(space.kinds.values(), initial=0), strict=False))
        self._where = {name: slice(first[name], first[name] + number) for name, number in space.kinds.items()}
        self._columns, self._relations = [], []
        for field, where in space:
            if is_relation(field):
                self._relations.append((field, where, *kinds_related(field)))
            elif axes := axes_of(field):
                self._columns.append((field, where, field.of[axes[0]], axes[0]))

    def __call__(
        self,
        observations: Tensor,
        scale: Tensor,
        bases: Tensor,
        columns: Tensor,
        gates: Tensor,
        weights: Tensor,
        biases: Tensor,
    ) -> Tensor:
        """Return vectors (games, things, units)."""
        scaled = observations * scale
        matrices = [self._matrix(observations, scaled, *relation) for relation in self._relations]
        present = self._present(observations, matrices)
        things = torch.relu(self._begin(scaled, bases, columns)) * present
        for gate, weight, bias in zip(gates, weights, biases, strict=True):
            heard: dict[str, Any] = dict.fromkeys(self._where, 0.0)
            vectors = {name: things[:, where] for name, where in self._where.items()}
            for (_, _, one, other), matrix, (forth, back) in zip(self._relations, matrices, gate, strict=True):
                heard[one] = heard[one] + matrix @ (vectors[other] * forth)
                heard[other] = heard[other] + matrix.mT @ (vectors[one] * back)
            changes = []
            for (name, own), its_weight, its_bias in zip(vectors.items(), weight, bias, strict=True):
                inputs = torch.cat([own, heard[name] + torch.zeros_like(own)], 2)
                changes.append(torch.relu(inputs @ its_weight + its_bias))
            things = things + torch.cat(changes, 1) * present
        return things

    def _present(self, observations: Tensor, matrices: list[Tensor]) -> Tensor:
        """Return which things have a nonzero column or a relation, (games, things, 1)."""
        found: dict[str, list[Tensor]] = {name: [] for name in self._where}
        for field, where, name, axis in self._columns:
            values = observations[:, where].unflatten(1, field.shape).movedim(1 + axis, 1)
            found[name].append((values.reshape(values.shape[0], field.shape[axis], -1) != 0).any(2))
        for (_, _, one, other), matrix in zip(self._relations, matrices, strict=True):
            found[one].append((matrix != 0).any(2))
            found[other].append((matrix != 0).any(1))
        return torch.cat([torch.stack(some).any(0) for some in found.values()], 1).unsqueeze(2)

    def _begin(self, scaled: Tensor, bases: Tensor, columns: Tensor) -> Tensor:
        sums: dict[str, Any] = dict.fromkeys(self._where, 0.0)
        for field, where, name, axis in self._columns:
            values = scaled[:, where].unflatten(1, field.shape).movedim(1 + axis, 1)
            values = values.reshape(scaled.shape[0], field.shape[axis], -1)
            sums[name] = sums[name] + values @ columns[self._layout.row[where.start] :][: values.shape[2]]
        own = bases[torch.from_numpy(self._layout.base).to(bases.device)].expand(scaled.shape[0], -1, -1)
        return torch.cat([own[:, where] + sums[name] for name, where in self._where.items()], 1)

    def _matrix(self, observations: Tensor, scaled: Tensor, field: Any, where: slice, one: str, other: str) -> Tensor:
        """Return a relation as matrices (games, things of one kind, things of the other)."""
        if not field.refers:
            return scaled[:, where].unflatten(1, field.shape)
        referred = observations[:, where].unflatten(1, (field.shape[0], -1))
        numbers = torch.arange(1, field.maximum + 1, device=observations.device)
        return (referred.unsqueeze(3) == numbers).float().sum(2)


class DenseNamed:
    """`relational_layers.weigh` for a game, in dense form."""

    def __init__(self, game: Game, layout: Layout) -> None:
        self._groups = game.actions.groups
        self._layout = layout
        self._ids = [ids for _, ids in game.actions]

    def __call__(
        self, things: Tensor, hidden: Tensor, context: Tensor, bias: Tensor, weight: Tensor, output: Tensor
    ) -> Tensor:
        """Return logits (games, actions) of all actions, legal or not."""
        shared = (torch.einsum("rw,gwu->rgu", hidden, context) + bias).unbind(1)
        logits = []
        for group, ids, units, its_output in zip(self._groups, self._ids, shared, output, strict=True):
            for part, number in enumerate(group.shape):
                first, row, size = (
                    int(each[ids.start, part]) for each in (self._layout.named, self._layout.weight, self._layout.size)
                )
                if first < 0:
                    named = weight[row : row + number].expand(things.shape[0], -1, -1)
                else:
                    named = things[:, first : first + number] @ weight[row : row + size]
                units = units.unsqueeze(-2) + named.view(named.shape[0], *[1] * part, number, -1)
            logits.append((torch.relu(units) @ its_output).reshape(things.shape[0], -1))
        return torch.cat(logits, 1)
