"""Layers over fact observations on the CPU, which skip zeros: most columns are 0, most things have few relations, and
95 % of actions are illegal.

All match the dense layers up to rounding, and a row does not depend on other rows. A game passes through all rounds
before the next one, so that its vectors stay in the fastest cache.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import torch
from numba import njit, prange
from torch import Tensor
from torch.autograd import Function
from torch.autograd.function import once_differentiable

from africana_env import Game
from africana_env.engine.game.facts import FactSpace
from africana_env.engine.game.spaces import ObservationField
from africana_training.networks.entity_layers import (
    PARTS,
    add_context_gradient,
    add_rows,
    add_rows_gradient,
    arrays_of,
    find_hidden,
)
from africana_training.networks.nonzero import find_nonzero
from africana_training.networks.sparse import ILLEGAL, compiled, parts


class Layout(NamedTuple):
    """Where facts, things and actions are. All arrays are `int64`."""

    kind: np.ndarray
    """The kind of each thing, (things,)."""
    base: np.ndarray
    """The row of each thing among the bases, (things,)."""
    thing: np.ndarray
    """The thing of each feature, -1 if it is neither a column nor a relation, (features,)."""
    row: np.ndarray
    """The row of each column in the weight of the columns, -1 for relations, (features,)."""
    other: np.ndarray
    """The other thing of each relation; the first one if the value says which, (features,)."""
    relation: np.ndarray
    """The number of each relation, (features,)."""
    refers: np.ndarray
    """Whether the value says which thing, (features,)."""
    group: np.ndarray
    """The group of each action, (actions,)."""
    named: np.ndarray
    """The things that an action names, -1 for none, (actions, PARTS)."""
    weight: np.ndarray
    """The first row of each named thing in the weight of the actions, (actions, PARTS)."""
    size: np.ndarray
    """The number of these rows: the units of a thing, 1 for a thing without a kind, 0 for none, (actions, PARTS)."""


class Sizes(NamedTuple):
    """Numbers of rows in the weights of a network."""

    bases: int
    columns: int
    relations: list[tuple[str, str]]
    """The two kinds of each."""
    actions: int


def axes_of(field: ObservationField) -> list[int]:
    """Return the axes of a field along which things stand."""
    return [axis for axis, kind in enumerate(field.of) if kind]


def is_relation(field: ObservationField) -> bool:
    """Return whether a field relates things to things; if not, it is a column of their table, or of no things."""
    return bool(field.refers) or len(axes_of(field)) == 2


def kinds_related(field: ObservationField) -> tuple[str, str]:
    """Return the two kinds of things that a field relates."""
    one, *others = (field.of[axis] for axis in axes_of(field))
    return one, field.refers or others[0]


def layout_of(game: Game, space: FactSpace, units: int) -> tuple[Layout, Sizes]:
    """Return the layout of a game."""
    numbers = list(space.kinds.values())
    first = dict(zip(space.kinds, np.cumsum([0, *numbers]).tolist(), strict=False))
    kind = np.repeat(np.arange(len(numbers)), numbers)
    rows = [number if name in space.ordered else 1 for name, number in space.kinds.items()]
    base = np.repeat(np.cumsum([0, *rows[:-1]]), numbers)
    for name in space.ordered:
        base[first[name] :][: space.kinds[name]] += np.arange(space.kinds[name])
    thing, row, other = (np.full(len(space), -1, np.int64) for _ in range(3))
    relation, refers = (np.zeros(len(space), np.int64) for _ in range(2))
    columns, relations = 0, list[tuple[str, str]]()
    for field, where in space:
        index, axes = np.indices(field.shape), axes_of(field)
        if axes:
            thing[where] = (first[field.of[axes[0]]] + index[axes[0]]).ravel()
        if is_relation(field):
            kinds = kinds_related(field)
            other[where] = first[kinds[1]] + (0 if field.refers else index[axes[1]].ravel())
            relation[where], refers[where] = len(relations), bool(field.refers)
            relations.append(kinds)
        elif axes:
            inner = [length for axis, length in enumerate(field.shape) if axis != axes[0]]
            column = np.arange(int(np.prod(inner))).reshape(inner)
            row[where] = columns + np.broadcast_to(np.expand_dims(column, axes[0]), field.shape).ravel()
            columns += column.size
    named, weight, size, actions = named_things(game, first, units)
    group = np.repeat(np.arange(len(game.actions.groups)), [each.size for each in game.actions.groups])
    layout = Layout(kind, base, thing, row, other, relation, refers, group, named, weight, size)
    return layout, Sizes(sum(rows), columns, relations, actions)


def named_things(game: Game, first: Mapping[str, int], units: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, int]:
    """Return `Layout.named`, `weight` and `size`, and the number of rows in the weight of the actions."""
    named, weight, size = (np.full((len(game.actions), PARTS), empty, np.int64) for empty in (-1, 0, 0))
    rows = 0
    for group, ids in game.actions:
        for part, (name, index) in enumerate(zip(group.things, group.things_of(np.arange(group.size)), strict=True)):
            if name in first:
                named[ids, part], weight[ids, part], size[ids, part] = first[name] + index, rows, units
                rows += units
            else:
                weight[ids, part], size[ids, part] = rows + index, 1
                rows += group.shape[part]
    return named, weight, size, rows


@njit(inline="always")
def begin_things(observation, scale, found, number, base, thing, row, present, bases, columns, vectors):
    """Fill `vectors` (things, units) with a ReLU layer of the columns of each present thing, from the nonzero
    features."""
    for at in range(len(base)):
        vectors[at] = np.float32(present[at]) * bases[base[at]]
    for place in range(number):
        feature = found[place]
        if row[feature] >= 0:
            x = np.float32(observation[feature]) * scale[feature]
            sums, added = vectors[thing[feature]], columns[row[feature]]
            for unit in range(len(sums)):
                sums[unit] += x * added[unit]
    for at in range(len(base)):
        sums = vectors[at]
        for unit in range(len(sums)):
            sums[unit] = max(sums[unit], np.float32(0))


@njit(inline="always")
def find_relations(observation, scale, found, number, thing, row, other, relation, refers, present, pairs, strengths):
    """Write the two things and the relation of each nonzero relation into `pairs`, and its value into `strengths`.
    Mark the things that are `present`. Returns the number of relations."""
    count = 0
    present[:] = False
    for place in range(number):
        feature = found[place]
        if thing[feature] >= 0:
            present[thing[feature]] = True
        if thing[feature] >= 0 and row[feature] < 0:
            value = np.int64(observation[feature])
            pairs[count, 0], pairs[count, 2] = thing[feature], relation[feature]
            pairs[count, 1] = other[feature] + (value - 1 if refers[feature] else 0)
            present[pairs[count, 1]] = True
            strengths[count] = np.float32(1) if refers[feature] else np.float32(value) * scale[feature]
            count += 1
    return count


@njit(inline="always")
def hear(pairs, strengths, number, gates, vectors, heard):
    """Fill `heard` (things, units) with the vectors of related things, times the gates of the relation."""
    heard[:] = 0
    for place in range(number):
        one, other, forth, back = pairs[place, 0], pairs[place, 1], gates[pairs[place, 2], 0], gates[pairs[place, 2], 1]
        x, mine, theirs = strengths[place], heard[one], heard[other]
        here, there = vectors[one], vectors[other]
        for unit in range(len(forth)):
            mine[unit] += x * forth[unit] * there[unit]
            theirs[unit] += x * back[unit] * here[unit]


@njit(inline="always")
def hear_gradient(pairs, strengths, number, gates, vectors, slopes, vectors_out, gates_out):
    """Add the gradients of vectors and gates, from `slopes`, the gradient of what things hear."""
    for place in range(number):
        one, other, of = pairs[place, 0], pairs[place, 1], pairs[place, 2]
        x, forth, back = strengths[place], gates[of, 0], gates[of, 1]
        forth_out, back_out = gates_out[of, 0], gates_out[of, 1]
        mine, theirs, here, there = slopes[one], slopes[other], vectors[one], vectors[other]
        here_out, there_out = vectors_out[one], vectors_out[other]
        for unit in range(len(forth)):
            there_out[unit] += x * forth[unit] * mine[unit]
            here_out[unit] += x * back[unit] * theirs[unit]
            forth_out[unit] += x * there[unit] * mine[unit]
            back_out[unit] += x * here[unit] * theirs[unit]


@njit(inline="always")
def find_inputs(vector, heard, values, places):
    """Write the nonzero values of a thing's vector and of what it hears into `values`, and their rows into `places`.
    Returns their number, and how many belong to the vector."""
    own = find_hidden(vector, values, places)
    number = own
    for unit in range(len(heard)):
        values[number], places[number] = heard[unit], len(vector) + unit
        number += heard[unit] != 0
    return number, own


@njit(inline="always")
def update(kind, present, vectors, heard, weight, bias, values, places, after):
    """Fill `after` with the vectors after a round: a ReLU layer of vector and messages is added to present ones."""
    for at in range(len(vectors)):
        sums, before = after[at], vectors[at]
        if not present[at]:
            sums[:] = 0
            continue
        number, _ = find_inputs(before, heard[at], values, places)
        sums[:] = bias[kind[at]]
        add_rows(values, places, 0, number, weight[kind[at]], sums)
        for unit in range(len(sums)):
            sums[unit] = before[unit] + max(sums[unit], np.float32(0))


@njit(inline="always")
def update_gradient(
    kind, vectors, heard, after, weight, values, places, slope, slopes, heard_out, weight_out, bias_out
):
    """Add the gradients of weight and bias, add that of the vectors to `slopes`, which is the gradient of `after`, and
    fill `heard_out`. Zeros are left out: they come from ReLUs, which pass no gradient."""
    heard_out[:] = 0
    for at in range(len(vectors)):
        total, active = bias_out[kind[at]], False
        for unit in range(len(slope)):
            slope[unit] = slopes[at, unit] if after[at, unit] > vectors[at, unit] else np.float32(0)
            total[unit] += slope[unit]
            active |= slope[unit] != 0
        if not active:
            continue
        number, own = find_inputs(vectors[at], heard[at], values, places)
        add_rows_gradient(values, places, 0, number, slope, weight_out[kind[at]])
        for place in range(number):
            weights, given = weight[kind[at], places[place]], np.float32(0)
            for unit in range(len(slope)):
                given += weights[unit] * slope[unit]
            if place < own:
                slopes[at, places[place]] += given
            else:
                heard_out[at, places[place] - len(slope)] = given


@compiled
def relate(
    bounds,
    observations,
    scale,
    kind,
    base,
    thing,
    row,
    other,
    relation,
    refers,
    bases,
    columns,
    gates,
    weights,
    biases,
    things,
):
    """Fill `things` (games, things, units) with the vectors after all rounds."""
    rounds, units = len(weights), things.shape[2]
    for part in prange(len(bounds) - 1):
        found = np.empty(observations.shape[1] + 1, np.int64)
        pairs, strengths = np.empty((len(found), 3), np.int64), np.empty(len(found), np.float32)
        present = np.empty(len(kind), np.bool_)
        vectors, heard = np.empty((rounds + 1, *things.shape[1:]), np.float32), np.empty(things.shape[1:], np.float32)
        values, places = np.empty(2 * units + 1, np.float32), np.empty(2 * units + 1, np.int64)
        for game in range(bounds[part], bounds[part + 1]):
            number = find_nonzero(observations[game], found)
            observation = observations[game]
            count = find_relations(
                observation, scale, found, number, thing, row, other, relation, refers, present, pairs, strengths
            )
            begin_things(observation, scale, found, number, base, thing, row, present, bases, columns, vectors[0])
            for step in range(rounds):
                hear(pairs, strengths, count, gates[step], vectors[step], heard)
                after = vectors[step + 1]
                update(kind, present, vectors[step], heard, weights[step], biases[step], values, places, after)
            things[game] = vectors[rounds]


@compiled
def relate_gradient(
    bounds,
    observations,
    scale,
    kind,
    base,
    thing,
    row,
    other,
    relation,
    refers,
    bases,
    columns,
    gates,
    weights,
    biases,
    gradient,
    bases_out,
    columns_out,
    gates_out,
    weights_out,
    biases_out,
):
    """Add the gradients of the weights, by part, from the gradient of the things. The vectors are computed again:
    keeping them would take longer."""
    rounds, units = len(weights), gradient.shape[2]
    for part in prange(len(bounds) - 1):
        found = np.empty(observations.shape[1] + 1, np.int64)
        pairs, strengths = np.empty((len(found), 3), np.int64), np.empty(len(found), np.float32)
        present = np.empty(len(kind), np.bool_)
        vectors = np.empty((rounds + 1, *gradient.shape[1:]), np.float32)
        heard = np.empty((rounds, *gradient.shape[1:]), np.float32)
        slopes, heard_out = np.empty(gradient.shape[1:], np.float32), np.empty(gradient.shape[1:], np.float32)
        values, places = np.empty(2 * units + 1, np.float32), np.empty(2 * units + 1, np.int64)
        slope = np.empty(units, np.float32)
        for game in range(bounds[part], bounds[part + 1]):
            number = find_nonzero(observations[game], found)
            observation = observations[game]
            count = find_relations(
                observation, scale, found, number, thing, row, other, relation, refers, present, pairs, strengths
            )
            begin_things(observation, scale, found, number, base, thing, row, present, bases, columns, vectors[0])
            for step in range(rounds):
                hear(pairs, strengths, count, gates[step], vectors[step], heard[step])
                after = vectors[step + 1]
                update(kind, present, vectors[step], heard[step], weights[step], biases[step], values, places, after)
            slopes[:] = gradient[game]
            for back in range(rounds):
                step = rounds - 1 - back
                update_gradient(
                    kind,
                    vectors[step],
                    heard[step],
                    vectors[step + 1],
                    weights[step],
                    values,
                    places,
                    slope,
                    slopes,
                    heard_out,
                    weights_out[part, step],
                    biases_out[part, step],
                )
                hear_gradient(
                    pairs, strengths, count, gates[step], vectors[step], heard_out, slopes, gates_out[part, step]
                )
            for at in range(len(base)):
                total = bases_out[part, base[at]]
                for unit in range(units):
                    slopes[at, unit] = slopes[at, unit] if vectors[0, at, unit] > 0 else np.float32(0)
                    total[unit] += slopes[at, unit]
            for place in range(number):
                feature = found[place]
                if row[feature] >= 0:
                    x = np.float32(observations[game, feature]) * scale[feature]
                    given, total = slopes[thing[feature]], columns_out[part, row[feature]]
                    for unit in range(units):
                        total[unit] += x * given[unit]


class RelatedThings(Function):
    """See `relate`; `weights` are `bases`, `columns`, `gates`, `weights` and `biases`."""

    @staticmethod
    def forward(context: Any, observations: Tensor, scale: Tensor, layout: Layout, *weights: Tensor) -> Tensor:
        """Return vectors (games, things, units)."""
        context.save_for_backward(observations, scale, *weights)
        context.layout = layout
        return related(observations, scale, layout, *weights)

    @staticmethod
    @once_differentiable
    def backward(context: Any, gradient: Tensor) -> tuple[Tensor | None, ...]:
        """Return the gradients of the weights."""
        observations, scale, *weights = arrays_of(*context.saved_tensors)
        bounds = parts(len(observations))
        out = [np.zeros((len(bounds) - 1, *array.shape), np.float32) for array in weights]
        given = observations, scale, *context.layout[:7], *weights, *arrays_of(gradient)
        relate_gradient(len(observations), bounds, *given, *out)
        return None, None, None, *(torch.from_numpy(each[0] if len(each) == 1 else each.sum(0)) for each in out)


def related(observations: Tensor, scale: Tensor, layout: Layout, *weights: Tensor) -> Tensor:
    """Return vectors (games, things, units), see `relate`."""
    out = torch.empty(len(observations), len(layout.kind), weights[1].shape[1])
    given = *arrays_of(observations, scale), *layout[:7], *arrays_of(*weights)
    relate(len(observations), parts(len(observations)), *given, out.numpy())
    return out


@njit(inline="always")
def find_named(vectors, named, weight, size, values, rows):
    """Write the nonzero units of the things that an action names into `values`, and their rows in the weight into
    `rows`. Returns their number."""
    number = 0
    for part in range(PARTS):
        if named[part] < 0:
            values[number], rows[number] = np.float32(1), weight[part]
            number += size[part]
            continue
        vector = vectors[named[part]]
        for unit in range(len(vector)):
            values[number], rows[number] = vector[unit], weight[part] + unit
            number += vector[unit] != 0
    return number


@compiled
def weigh_named(bounds, masks, group, named, row, size, things, hidden, context, bias, weight, output, out):
    """Fill `out` (rows, actions) with the logits of legal actions, and `ILLEGAL` for the others, as
    `entity_layers.weigh_actions` does, from the vectors of the things that an action names."""
    most = PARTS * things.shape[2] + 1
    for part in prange(len(bounds) - 1):
        sums, shared = np.empty(output.shape[1], np.float32), np.empty(output.shape[1], np.float32)
        values, rows = np.empty(most, np.float32), np.empty(most, np.int64)
        there, places = np.empty(hidden.shape[1] + 1, np.float32), np.empty(hidden.shape[1] + 1, np.int64)
        found = np.empty(masks.shape[1], np.int64)
        for game in range(bounds[part], bounds[part + 1]):
            out[game] = ILLEGAL
            width = find_hidden(hidden[game], there, places)
            last = -1
            for place in range(find_nonzero(masks[game], found)):
                action = found[place]
                if group[action] != last:
                    last = group[action]
                    shared[:] = bias[last]
                    add_rows(there, places, 0, width, context[last], shared)
                number = find_named(things[game], named[action], row[action], size[action], values, rows)
                sums[:] = shared
                add_rows(values, rows, 0, number, weight, sums)
                logit, last_layer = np.float32(0), output[last]
                for unit in range(len(sums)):
                    logit += max(sums[unit], np.float32(0)) * last_layer[unit]
                out[game, action] = logit


@compiled
def weigh_named_gradient(
    bounds,
    masks,
    group,
    named,
    row,
    size,
    things,
    hidden,
    context,
    bias,
    weight,
    output,
    gradient,
    things_out,
    hidden_out,
    context_out,
    bias_out,
    weight_out,
    output_out,
):
    """Add the gradients of `things` and `hidden`, and by part of the weights, from the logits' gradient."""
    units, most = output.shape[1], PARTS * things.shape[2] + 1
    for part in prange(len(bounds) - 1):
        sums, shared, slopes = np.empty(units, np.float32), np.empty(units, np.float32), np.empty(units, np.float32)
        values, rows = np.empty(most, np.float32), np.empty(most, np.int64)
        there, places = np.empty(hidden.shape[1] + 1, np.float32), np.empty(hidden.shape[1] + 1, np.int64)
        found = np.empty(masks.shape[1], np.int64)
        for game in range(bounds[part], bounds[part + 1]):
            width = find_hidden(hidden[game], there, places)
            last = -1
            for place in range(find_nonzero(masks[game], found)):
                action = found[place]
                slope, of = gradient[game, action], group[action]
                if slope == 0:
                    continue
                if of != last:
                    add_context_gradient(
                        there, places, width, context, last, slopes, hidden_out[game], context_out[part], bias_out[part]
                    )
                    last = of
                    slopes[:] = 0
                    shared[:] = bias[of]
                    add_rows(there, places, 0, width, context[of], shared)
                number = find_named(things[game], named[action], row[action], size[action], values, rows)
                sums[:] = shared
                add_rows(values, rows, 0, number, weight, sums)
                last_layer, last_slope = output[of], output_out[part, of]
                for unit in range(units):
                    last_slope[unit] += slope * max(sums[unit], np.float32(0))
                    sums[unit] = slope * last_layer[unit] if sums[unit] > 0 else np.float32(0)
                    slopes[unit] += sums[unit]
                add_rows_gradient(values, rows, 0, number, sums, weight_out[part])
                for place_of in range(PARTS):
                    if named[action, place_of] >= 0:
                        sent = things_out[game, named[action, place_of]]
                        for unit in range(len(sent)):
                            weights, total = weight[row[action, place_of] + unit], np.float32(0)
                            for inner in range(units):
                                total += weights[inner] * sums[inner]
                            sent[unit] += total
            add_context_gradient(
                there, places, width, context, last, slopes, hidden_out[game], context_out[part], bias_out[part]
            )


class NamedUnits(Function):
    """See `weigh_named`; `weights` are `context`, `bias`, `weight` and `output`."""

    @staticmethod
    def forward(
        context: Any, masks: Tensor, layout: Layout, things: Tensor, hidden: Tensor, *weights: Tensor
    ) -> Tensor:
        """Return logits (games, actions), `ILLEGAL` for illegal actions."""
        context.save_for_backward(masks, things, hidden, *weights)
        context.layout = layout
        return weigh(masks, layout, things, hidden, *weights)

    @staticmethod
    @once_differentiable
    def backward(context: Any, gradient: Tensor) -> tuple[Tensor | None, ...]:
        """Return the gradients of `things`, `hidden` and the weights."""
        masks, things, hidden, *weights = arrays_of(*context.saved_tensors)
        bounds, layout = parts(len(masks)), context.layout
        by_part = [np.zeros((len(bounds) - 1, *array.shape), np.float32) for array in weights]
        things_out, hidden_out = np.zeros_like(things), np.zeros_like(hidden)
        where = layout.group, layout.named, layout.weight, layout.size
        given = masks, *where, things, hidden, *weights, *arrays_of(gradient)
        weigh_named_gradient(len(masks), bounds, *given, things_out, hidden_out, *by_part)
        sums = [torch.from_numpy(each.sum(0)) for each in by_part]
        return None, None, torch.from_numpy(things_out), torch.from_numpy(hidden_out), *sums


def weigh(masks: Tensor, layout: Layout, things: Tensor, hidden: Tensor, *weights: Tensor) -> Tensor:
    """Return logits (games, actions), see `weigh_named`."""
    out = torch.empty(masks.shape)
    where = layout.group, layout.named, layout.weight, layout.size
    given = *arrays_of(masks), *where, *arrays_of(things, hidden, *weights)
    weigh_named(len(out), parts(len(out)), *given, out.numpy())
    return out
