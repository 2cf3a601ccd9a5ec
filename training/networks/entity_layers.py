"""Layers over entity observations on processors, without what is zero: most entities are absent, most features 0, and
nineteen of twenty actions illegal.

Both compute what dense layers would, up to rounding, and each row for itself.
"""

from typing import Any, NamedTuple

import numpy as np
import torch
from numba import njit, prange
from torch import Tensor
from torch.autograd import Function
from torch.autograd.function import once_differentiable

from africana_env import Game
from training.networks.sparse import compiled, find_features, parts

PARTS = 3
"""Entities that an action may be about: those of its kinds, and its own row."""


class Layout(NamedTuple):
    """Where the features of entities and actions are."""

    pooled: np.ndarray
    """By feature, which of the pooled kinds it is of; -1 for those of kinds with one entity. `int64`, (features,)."""
    entity: np.ndarray
    """By feature, the number of its entity among all, `int64`, (features,)."""
    row: np.ndarray
    """By feature, its row in the weights of the pooled kinds, `int64`, (features,)."""
    group: np.ndarray
    """By action, its group, `int64`, (actions,)."""
    start: np.ndarray
    """By action and part, the first feature of an entity that it is about, `int64`, (actions, parts)."""
    size: np.ndarray
    """How many features that entity has; 0 for none."""
    weight: np.ndarray
    """The row in the weights of the actions for its first feature."""


def layout_of(game: Game) -> tuple[Layout, int, int]:
    """The layout of a game, the rows of the weights of its pooled kinds, and those of its actions."""
    space = game.entity_space
    pooled, entity, row = (np.full(len(space), -1, np.int64) for _ in range(3))
    rows, entities = 0, 0
    for number, (kind, where) in enumerate((kind, where) for kind, where in space if kind.number > 1):
        width = len(kind.features)
        pooled[where] = number
        entity[where] = entities + np.repeat(np.arange(kind.number), width)
        row[where] = rows + np.tile(np.arange(width), kind.number)
        rows, entities = rows + width, entities + kind.number
    group = np.zeros(len(game.actions), np.int64)
    start, size, weight = (np.zeros((len(game.actions), PARTS), np.int64) for _ in range(3))
    action_rows = 0
    for number, (actions, ids) in enumerate(game.actions):
        group[ids] = number
        for part, (kind, where, index) in enumerate(space.of_actions(actions)):
            width = len(kind.features)
            start[ids, part], size[ids, part], weight[ids, part] = where.start + index * width, width, action_rows
            action_rows += width
    return Layout(pooled, entity, row, group, start, size, weight), rows, action_rows


@njit(inline="always")
def add_entity(observation, scale, entity, row, weight, found, place, number, sums):
    """Add to `sums` what comes of the features of the entity of feature `found[place]`; the place after them."""
    which = entity[found[place]]
    while place + 1 < number and entity[found[place + 1]] == which:  # two at a time
        a, b = found[place], found[place + 1]
        x, y = np.float32(observation[a]) * scale[a], np.float32(observation[b]) * scale[b]
        for unit in range(len(sums)):
            sums[unit] += x * weight[row[a], unit] + y * weight[row[b], unit]
        place += 2
    if place < number and entity[found[place]] == which:
        a = found[place]
        x = np.float32(observation[a]) * scale[a]
        for unit in range(len(sums)):
            sums[unit] += x * weight[row[a], unit]
        place += 1
    return place


@njit(inline="always")
def add_action(observation, scale, start, size, row, weight, sums):
    """Add to `sums` what comes of the features of what an action is about."""
    for number in range(PARTS):
        for place in range(size[number]):
            feature = start[number] + place
            if observation[feature] != 0:
                x = np.float32(observation[feature]) * scale[feature]
                for unit in range(len(sums)):
                    sums[unit] += x * weight[row[number] + place, unit]


@compiled
def pool_entities(bounds, observations, scale, pooled, entity, row, weight, bias, out):
    """`out` (rows, kinds, units): over the entities of a kind that are present, the sum of what a layer with ReLU, the
    same for all of a kind, makes of their features."""
    units = bias.shape[1]
    for part in prange(len(bounds) - 1):
        found = np.empty(observations.shape[1] + 1, np.int64)
        sums = np.empty(units, np.float32)
        for game in range(bounds[part], bounds[part + 1]):
            number = find_features(observations[game], found)
            place = 0
            while place < number:
                kind = pooled[found[place]]
                if kind < 0:
                    place += 1
                    continue
                sums[:] = bias[kind]
                place = add_entity(observations[game], scale, entity, row, weight, found, place, number, sums)
                for unit in range(units):
                    out[game, kind, unit] += max(sums[unit], np.float32(0))


@compiled
def pool_entities_gradient(
    bounds, observations, scale, pooled, entity, row, weight, bias, gradient, weight_out, bias_out
):
    """The gradients of weight and bias, by part, from that of the output (rows, kinds, units)."""
    units = bias.shape[1]
    for part in prange(len(bounds) - 1):
        found = np.empty(observations.shape[1] + 1, np.int64)
        sums = np.empty(units, np.float32)
        for game in range(bounds[part], bounds[part + 1]):
            number = find_features(observations[game], found)
            place = 0
            while place < number:
                kind = pooled[found[place]]
                if kind < 0:
                    place += 1
                    continue
                sums[:] = bias[kind]
                first = place
                place = add_entity(observations[game], scale, entity, row, weight, found, place, number, sums)
                for unit in range(units):
                    sums[unit] = gradient[game, kind, unit] if sums[unit] > 0 else np.float32(0)
                    bias_out[part, kind, unit] += sums[unit]
                for index in range(first, place):
                    feature = found[index]
                    x = np.float32(observations[game, feature]) * scale[feature]
                    for unit in range(units):
                        weight_out[part, row[feature], unit] += x * sums[unit]


@njit(inline="always")
def add_context(hidden, weight, of, sums):
    """Add to `sums` what the trunk makes of a group of actions: `hidden` (width,) times `weight` (width, groups,
    units). Half of `hidden` is 0."""
    for place in range(len(hidden)):
        x = hidden[place]
        if x != 0:
            for unit in range(len(sums)):
                sums[unit] += x * weight[place, of, unit]


@compiled
def weigh_actions(
    bounds, observations, masks, scale, group, start, size, row, hidden, context, bias, weight, output, out
):
    """`out` (rows, actions), the logits of the legal actions, 0 for the others: a layer with ReLU, the same for all
    actions of a group, of the features of what the action is about and of `hidden` (rows, width), with weights
    `context` (width, groups, units) and `bias` (groups, units); and `output` (groups, units) of it. Only groups with a
    legal action are computed."""
    units = output.shape[1]
    for part in prange(len(bounds) - 1):
        sums, shared = np.empty(units, np.float32), np.empty(units, np.float32)
        for game in range(bounds[part], bounds[part + 1]):
            last = -1
            for action in range(masks.shape[1]):
                if masks[game, action] != 0:
                    if group[action] != last:
                        last = group[action]
                        shared[:] = bias[last]
                        add_context(hidden[game], context, last, shared)
                    sums[:] = shared
                    add_action(observations[game], scale, start[action], size[action], row[action], weight, sums)
                    logit = np.float32(0)
                    for unit in range(units):
                        logit += max(sums[unit], np.float32(0)) * output[group[action], unit]
                    out[game, action] = logit


@njit(inline="always")
def add_context_gradient(hidden, weight, of, gradient, hidden_out, weight_out, bias_out):
    """Add to the gradients of `add_context` for a group what comes of that of its sums. That of a `hidden` which is 0
    is left out: a ReLU made it so, and lets none pass."""
    for unit in range(len(gradient)):
        bias_out[of, unit] += gradient[unit]
    for place in range(len(hidden)):
        x = hidden[place]
        if x != 0:
            slope = np.float32(0)
            for unit in range(len(gradient)):
                slope += weight[place, of, unit] * gradient[unit]
                weight_out[place, of, unit] += x * gradient[unit]
            hidden_out[place] += slope


@compiled
def weigh_actions_gradient(
    bounds,
    observations,
    masks,
    scale,
    group,
    start,
    size,
    row,
    hidden,
    context,
    bias,
    weight,
    output,
    gradient,
    hidden_out,
    context_out,
    bias_out,
    weight_out,
    output_out,
):
    """The gradients of `hidden`, and by part of `context`, `bias`, `weight` and `output`, from that of the logits
    (rows, actions)."""
    units = output.shape[1]
    for part in prange(len(bounds) - 1):
        sums, shared, slopes = np.empty(units, np.float32), np.empty(units, np.float32), np.empty(units, np.float32)
        for game in range(bounds[part], bounds[part + 1]):
            last = -1
            for action in range(masks.shape[1]):
                slope = gradient[game, action]
                if masks[game, action] != 0 and slope != 0:
                    of = group[action]
                    if of != last:
                        if last >= 0:
                            add_context_gradient(
                                hidden[game], context, last, slopes, hidden_out[game], context_out[part], bias_out[part]
                            )
                        last = of
                        slopes[:] = 0
                        shared[:] = bias[of]
                        add_context(hidden[game], context, of, shared)
                    sums[:] = shared
                    add_action(observations[game], scale, start[action], size[action], row[action], weight, sums)
                    for unit in range(units):
                        output_out[part, of, unit] += slope * max(sums[unit], np.float32(0))
                        sums[unit] = slope * output[of, unit] if sums[unit] > 0 else np.float32(0)
                        slopes[unit] += sums[unit]
                    for number in range(PARTS):
                        for place in range(size[action, number]):
                            feature = start[action, number] + place
                            if observations[game, feature] != 0:
                                x = np.float32(observations[game, feature]) * scale[feature]
                                for unit in range(units):
                                    weight_out[part, row[action, number] + place, unit] += x * sums[unit]
            if last >= 0:
                add_context_gradient(
                    hidden[game], context, last, slopes, hidden_out[game], context_out[part], bias_out[part]
                )


def arrays_of(*tensors: Tensor) -> list[np.ndarray]:
    """Tensors as arrays that share their memory."""
    return [tensor.detach().contiguous().numpy() for tensor in tensors]


class EntityPool(Function):
    """See `pool_entities`; `layout` is a `Layout`."""

    @staticmethod
    def forward(
        context: Any, observations: Tensor, scale: Tensor, weight: Tensor, bias: Tensor, layout: Layout
    ) -> Tensor:
        """Sums (rows, kinds, units)."""
        context.save_for_backward(observations, scale, weight, bias)
        context.layout = layout
        return pool(observations, scale, weight, bias, layout)

    @staticmethod
    @once_differentiable
    def backward(context: Any, gradient: Tensor) -> tuple[Tensor | None, ...]:
        """The gradients of weight and bias."""
        arrays, layout = arrays_of(*context.saved_tensors), context.layout
        bounds = parts(len(gradient))
        out = [np.zeros((len(bounds) - 1, *array.shape), np.float32) for array in arrays[2:]]
        observations, scale, *weights = arrays
        where = layout.pooled, layout.entity, layout.row
        pool_entities_gradient(len(gradient), bounds, observations, scale, *where, *weights, *arrays_of(gradient), *out)
        return None, None, *(torch.from_numpy(each.sum(0)) for each in out), None


def pool(observations: Tensor, scale: Tensor, weight: Tensor, bias: Tensor, layout: Layout) -> Tensor:
    """Sums (rows, kinds, units), see `pool_entities`."""
    out = torch.zeros(len(observations), *bias.shape)
    arrays = arrays_of(observations, scale)
    where = layout.pooled, layout.entity, layout.row
    pool_entities(len(out), parts(len(out)), *arrays, *where, *arrays_of(weight, bias), out.numpy())
    return out


class ActionUnits(Function):
    """See `weigh_actions`; `layout` is a `Layout`, the weights are those of the context and its bias, of the features
    and of the output."""

    @staticmethod
    def forward(
        context: Any,
        observations: Tensor,
        masks: Tensor,
        scale: Tensor,
        layout: Layout,
        hidden: Tensor,
        *weights: Tensor,
    ) -> Tensor:
        """Logits (rows, actions), 0 for illegal actions."""
        context.save_for_backward(observations, masks, scale, hidden, *weights)
        context.layout = layout
        return weigh(observations, masks, scale, layout, hidden, *weights)

    @staticmethod
    @once_differentiable
    def backward(context: Any, gradient: Tensor) -> tuple[Tensor | None, ...]:
        """The gradients of `hidden` and the weights."""
        observations, masks, scale, hidden, *weights = arrays_of(*context.saved_tensors)
        bounds, where = parts(len(gradient)), context.layout[3:]
        by_part = [np.zeros((len(bounds) - 1, *array.shape), np.float32) for array in weights]
        hidden_out = np.zeros_like(hidden)
        given = observations, masks, scale, *where, hidden, *weights
        weigh_actions_gradient(len(gradient), bounds, *given, *arrays_of(gradient), hidden_out, *by_part)
        sums = [torch.from_numpy(each[0] if len(each) == 1 else each.sum(0)) for each in by_part]
        return None, None, None, None, torch.from_numpy(hidden_out), *sums


def weigh(
    observations: Tensor, masks: Tensor, scale: Tensor, layout: Layout, hidden: Tensor, *weights: Tensor
) -> Tensor:
    """Logits (rows, actions), see `weigh_actions`."""
    out = torch.zeros(masks.shape)
    arrays = arrays_of(observations, masks, scale)
    given = *layout[3:], *arrays_of(hidden, *weights)
    weigh_actions(len(out), parts(len(out)), *arrays, *given, out.numpy())
    return out
