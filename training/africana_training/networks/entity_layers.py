"""Layers over entity observations on the CPU, which skip zeros: most entities are absent, most features are 0, and
95 % of actions are illegal.

Both match dense layers up to rounding, and a row does not depend on other rows.
"""

from typing import Any, NamedTuple

import numpy as np
import torch
from numba import njit, prange
from torch import Tensor
from torch.autograd import Function
from torch.autograd.function import once_differentiable

from africana_env import Game
from africana_training.networks.nonzero import find_nonzero
from africana_training.networks.sparse import ILLEGAL, compiled, parts

PARTS = 3
"""Most entities that an action names, its own row included."""


class Layout(NamedTuple):
    """Where the features of entities and actions are. All arrays are `int64`."""

    pooled: np.ndarray
    """The number of each feature's pooled kind, (features,); -1 for kinds with a single entity."""
    entity: np.ndarray
    """The number of each feature's entity, (features,)."""
    row: np.ndarray
    """The row of each feature in the weights of the pooled kinds, (features,)."""
    group: np.ndarray
    """The group of each action, (actions,)."""
    start: np.ndarray
    """The first feature of each entity that an action names, (actions, PARTS)."""
    size: np.ndarray
    """The number of features of this entity, 0 for none, (actions, PARTS)."""
    weight: np.ndarray
    """The row of its first feature in the weights of the actions, (actions, PARTS)."""


def layout_of(game: Game) -> tuple[Layout, int, int]:
    """Return a game's layout, and the numbers of rows in the weights of its pooled kinds and of its actions."""
    space = game.space_of("entities")
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
def add_rows(values, rows, first, end, weight, sums):
    """Add `values` times `weight[rows]` to `sums`, from `first` to before `end`. Rows are views: with an index in the
    innermost loop the compiler would not vectorise it."""
    place = first
    while place + 4 <= end:
        x, y, z, w = values[place], values[place + 1], values[place + 2], values[place + 3]
        a, b, c, d = weight[rows[place]], weight[rows[place + 1]], weight[rows[place + 2]], weight[rows[place + 3]]
        for unit in range(len(sums)):
            sums[unit] += x * a[unit] + y * b[unit] + z * c[unit] + w * d[unit]
        place += 4
    while place < end:
        x, a = values[place], weight[rows[place]]
        for unit in range(len(sums)):
            sums[unit] += x * a[unit]
        place += 1


@njit(inline="always")
def add_rows_gradient(values, rows, first, end, gradient, out):
    """Add the gradient of the weight to `out`, from the gradient of the sums of `add_rows`."""
    for place in range(first, end):
        x, a = values[place], out[rows[place]]
        for unit in range(len(gradient)):
            a[unit] += x * gradient[unit]


@njit(inline="always")
def find_action(observation, scale, start, size, row, values, rows):
    """Write the scaled nonzero features of an action's entities into `values`, and their rows in the weight into
    `rows`. Returns their number."""
    number = 0
    for part in range(PARTS):
        for place in range(size[part]):
            feature = start[part] + place
            values[number] = np.float32(observation[feature]) * scale[feature]
            rows[number] = row[part] + place
            number += observation[feature] != 0  # else the next one overwrites it
    return number


@njit(inline="always")
def find_hidden(hidden, values, places):
    """Write the nonzero values of `hidden` (width,) into `values` and their indices into `places`. Returns their
    number, about half of all."""
    number = 0
    for place in range(len(hidden)):
        values[number], places[number] = hidden[place], place
        number += hidden[place] != 0
    return number


@njit(inline="always")
def find_pooled(observation, scale, pooled, row, found, values, rows):
    """Write the indices of the nonzero features of pooled kinds into `found`, their scaled values into `values`, and
    their rows in the weight into `rows`. Returns their number."""
    number = 0
    for place in range(find_nonzero(observation, found)):
        feature = found[place]
        found[number] = feature
        values[number] = np.float32(observation[feature]) * scale[feature]
        rows[number] = row[feature]
        number += pooled[feature] >= 0
    return number


@njit(inline="always")
def end_of_entity(entity, found, first, number):
    """Return the place in `found` after the features of the entity at `first`."""
    end = first + 1
    while end < number and entity[found[end]] == entity[found[first]]:
        end += 1
    return end


@compiled
def pool_entities(bounds, observations, scale, pooled, entity, row, weight, bias, out):
    """Add to `out` (rows, kinds, units) a ReLU layer of each entity's features, summed over the present entities of a
    kind. All entities of a kind share the layer."""
    features = observations.shape[1]
    for part in prange(len(bounds) - 1):
        found, rows = np.empty(features + 1, np.int64), np.empty(features + 1, np.int64)
        values, sums = np.empty(features + 1, np.float32), np.empty(bias.shape[1], np.float32)
        for game in range(bounds[part], bounds[part + 1]):
            number = find_pooled(observations[game], scale, pooled, row, found, values, rows)
            first = 0
            while first < number:
                end = end_of_entity(entity, found, first, number)
                kind = pooled[found[first]]
                sums[:] = bias[kind]
                add_rows(values, rows, first, end, weight, sums)
                total = out[game, kind]
                for unit in range(len(sums)):
                    total[unit] += max(sums[unit], np.float32(0))
                first = end


@compiled
def pool_entities_gradient(
    bounds, observations, scale, pooled, entity, row, weight, bias, gradient, weight_out, bias_out
):
    """Add the gradients of weight and bias, by part, from the output's gradient (rows, kinds, units)."""
    features = observations.shape[1]
    for part in prange(len(bounds) - 1):
        found, rows = np.empty(features + 1, np.int64), np.empty(features + 1, np.int64)
        values, sums = np.empty(features + 1, np.float32), np.empty(bias.shape[1], np.float32)
        for game in range(bounds[part], bounds[part + 1]):
            number = find_pooled(observations[game], scale, pooled, row, found, values, rows)
            first = 0
            while first < number:
                end = end_of_entity(entity, found, first, number)
                kind = pooled[found[first]]
                sums[:] = bias[kind]
                add_rows(values, rows, first, end, weight, sums)
                slope, bias_slope = gradient[game, kind], bias_out[part, kind]
                for unit in range(len(sums)):
                    sums[unit] = slope[unit] if sums[unit] > 0 else np.float32(0)
                    bias_slope[unit] += sums[unit]
                add_rows_gradient(values, rows, first, end, sums, weight_out[part])
                first = end


@compiled
def weigh_actions(
    bounds, observations, masks, scale, group, start, size, row, hidden, context, bias, weight, output, out
):
    """Fill `out` (rows, actions) with the logits of legal actions, and `ILLEGAL` for the others.

    A ReLU layer, shared by all actions of a group, reads the features of the action's entities (`weight`) and `hidden`
    (rows, width), the latter with `context` (groups, width, units) and `bias` (groups, units). `output` (groups, units)
    turns its units into the logit. Only groups with a legal action are computed.
    """
    for part in prange(len(bounds) - 1):
        sums, shared = np.empty(output.shape[1], np.float32), np.empty(output.shape[1], np.float32)
        values, rows = np.empty(len(weight) + 1, np.float32), np.empty(len(weight) + 1, np.int64)
        there, places = np.empty(hidden.shape[1] + 1, np.float32), np.empty(hidden.shape[1] + 1, np.int64)
        for game in range(bounds[part], bounds[part + 1]):
            width = find_hidden(hidden[game], there, places)
            last = -1
            for action in range(masks.shape[1]):
                if masks[game, action] == 0:
                    out[game, action] = ILLEGAL
                    continue
                if group[action] != last:
                    last = group[action]
                    shared[:] = bias[last]
                    add_rows(there, places, 0, width, context[last], shared)
                number = find_action(observations[game], scale, start[action], size[action], row[action], values, rows)
                sums[:] = shared
                add_rows(values, rows, 0, number, weight, sums)
                logit, last_layer = np.float32(0), output[last]
                for unit in range(len(sums)):
                    logit += max(sums[unit], np.float32(0)) * last_layer[unit]
                out[game, action] = logit


@njit(inline="always")
def add_context_gradient(values, places, width, weight, of, gradient, hidden_out, weight_out, bias_out):
    """Add to the gradients of the context from the gradient of the sums of group `of` (-1: none). Zeros of `hidden` are
    left out: their ReLU passes no gradient."""
    if of >= 0:
        row = bias_out[of]
        for unit in range(len(gradient)):
            row[unit] += gradient[unit]
        add_rows_gradient(values, places, 0, width, gradient, weight_out[of])
        for number in range(width):
            slope, row = np.float32(0), weight[of, places[number]]
            for unit in range(len(gradient)):
                slope += row[unit] * gradient[unit]
            hidden_out[places[number]] += slope


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
    """Add the gradients of `hidden`, and by part of `context`, `bias`, `weight` and `output`, from the logits' gradient
    (rows, actions)."""
    units = output.shape[1]
    for part in prange(len(bounds) - 1):
        sums, shared, slopes = np.empty(units, np.float32), np.empty(units, np.float32), np.empty(units, np.float32)
        values, rows = np.empty(len(weight) + 1, np.float32), np.empty(len(weight) + 1, np.int64)
        there, places = np.empty(hidden.shape[1] + 1, np.float32), np.empty(hidden.shape[1] + 1, np.int64)
        for game in range(bounds[part], bounds[part + 1]):
            width = find_hidden(hidden[game], there, places)
            last = -1
            for action in range(masks.shape[1]):
                slope = gradient[game, action]
                if masks[game, action] != 0 and slope != 0:
                    of = group[action]
                    if of != last:
                        add_context_gradient(
                            there,
                            places,
                            width,
                            context,
                            last,
                            slopes,
                            hidden_out[game],
                            context_out[part],
                            bias_out[part],
                        )
                        last = of
                        slopes[:] = 0
                        shared[:] = bias[of]
                        add_rows(there, places, 0, width, context[of], shared)
                    number = find_action(
                        observations[game], scale, start[action], size[action], row[action], values, rows
                    )
                    sums[:] = shared
                    add_rows(values, rows, 0, number, weight, sums)
                    last_layer, last_slope = output[of], output_out[part, of]
                    for unit in range(units):
                        last_slope[unit] += slope * max(sums[unit], np.float32(0))
                        sums[unit] = slope * last_layer[unit] if sums[unit] > 0 else np.float32(0)
                        slopes[unit] += sums[unit]
                    add_rows_gradient(values, rows, 0, number, sums, weight_out[part])
            add_context_gradient(
                there, places, width, context, last, slopes, hidden_out[game], context_out[part], bias_out[part]
            )


def arrays_of(*tensors: Tensor) -> list[np.ndarray]:
    """Return tensors as arrays that share their memory."""
    return [tensor.detach().contiguous().numpy() for tensor in tensors]


class EntityPool(Function):
    """See `pool_entities`; `layout` is a `Layout`."""

    @staticmethod
    def forward(
        context: Any, observations: Tensor, scale: Tensor, weight: Tensor, bias: Tensor, layout: Layout
    ) -> Tensor:
        """Return sums (rows, kinds, units)."""
        context.save_for_backward(observations, scale, weight, bias)
        context.layout = layout
        return pool(observations, scale, weight, bias, layout)

    @staticmethod
    @once_differentiable
    def backward(context: Any, gradient: Tensor) -> tuple[Tensor | None, ...]:
        """Return the gradients of weight and bias."""
        arrays, layout = arrays_of(*context.saved_tensors), context.layout
        bounds = parts(len(gradient))
        out = [np.zeros((len(bounds) - 1, *array.shape), np.float32) for array in arrays[2:]]
        observations, scale, *weights = arrays
        where = layout.pooled, layout.entity, layout.row
        pool_entities_gradient(len(gradient), bounds, observations, scale, *where, *weights, *arrays_of(gradient), *out)
        return None, None, *(torch.from_numpy(each.sum(0)) for each in out), None


def pool(observations: Tensor, scale: Tensor, weight: Tensor, bias: Tensor, layout: Layout) -> Tensor:
    """Return sums (rows, kinds, units), see `pool_entities`."""
    out = torch.zeros(len(observations), *bias.shape)
    arrays = arrays_of(observations, scale)
    where = layout.pooled, layout.entity, layout.row
    pool_entities(len(out), parts(len(out)), *arrays, *where, *arrays_of(weight, bias), out.numpy())
    return out


class ActionUnits(Function):
    """See `weigh_actions`; `layout` is a `Layout`, `weights` are `context`, `bias`, `weight` and `output`."""

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
        """Return logits (rows, actions), `ILLEGAL` for illegal actions."""
        context.save_for_backward(observations, masks, scale, hidden, *weights)
        context.layout = layout
        return weigh(observations, masks, scale, layout, hidden, *weights)

    @staticmethod
    @once_differentiable
    def backward(context: Any, gradient: Tensor) -> tuple[Tensor | None, ...]:
        """Return the gradients of `hidden` and the weights."""
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
    """Return logits (rows, actions), see `weigh_actions`."""
    out = torch.empty(masks.shape)
    arrays = arrays_of(observations, masks, scale)
    given = *layout[3:], *arrays_of(hidden, *weights)
    weigh_actions(len(out), parts(len(out)), *arrays, *given, out.numpy())
    return out
