"""The two largest layers on the CPU, which skip zeros: 90 % of features are 0, and 95 % of actions are illegal.

Both match dense layers up to rounding, and a row does not depend on other rows. A network of two layers of 128 learns
two-player Africana 1.5 times as fast with them.
"""

from collections.abc import Callable, Collection
from functools import lru_cache, partial
from typing import Any

import numpy as np
import torch
from numba import get_num_threads, prange
from torch import Tensor
from torch.autograd import Function
from torch.autograd.function import once_differentiable

from africana_env.engine.batch.binding import Kernel, bind_loop
from africana_training.networks.nonzero import find_nonzero

ILLEGAL = -1e9
"""The logit of an illegal action: its probability is exactly 0 in `float32`."""
FASTMATH = ("contract", "reassoc", "nsz")
"""Let the compiler reorder sums, so that it can vectorise them."""


def compiled(loop: Callable[..., None], fastmath: Collection[str] = FASTMATH) -> Kernel:
    """Compile a loop over parts of rows, which may use all cores, see `Kernel`. Calls pass the number of rows first."""
    return bind_loop(loop, {}, "training", fastmath=fastmath)


in_order = partial(compiled, fastmath=())
"""Compiles a loop without `FASTMATH`, for sums and differences that would lose digits in another order."""


def parts(rows: int) -> np.ndarray:
    """Return the bounds of equal parts of the rows, one part for each thread."""
    return bounds_of(rows, min(rows, get_num_threads()))


@lru_cache(1000)
def bounds_of(rows: int, number: int) -> np.ndarray:
    """Return the bounds of equal parts. Cached: computing them takes as long as a small layer."""
    bounds = np.linspace(0, rows, number + 1).astype(np.int64)
    bounds.flags.writeable = False
    return bounds


@compiled
def add_features(bounds, observations, scale, weight, bias, out):
    """Fill `out` (trunks, rows, width) from `observations` (rows, features) times `scale`, `weight` (trunks, features,
    width) and `bias` (trunks, width)."""
    trunks, _, width = weight.shape
    for part in prange(len(bounds) - 1):
        found = np.empty(observations.shape[1], np.int64)
        for row in range(bounds[part], bounds[part + 1]):
            number = find_nonzero(observations[row], found)
            four = number - number % 4
            for trunk in range(trunks):
                weights, sums = weight[trunk], out[trunk, row]
                sums[:] = bias[trunk]
                for place in range(0, four, 4):
                    a, b, c, d = found[place], found[place + 1], found[place + 2], found[place + 3]
                    x, y = np.float32(observations[row, a]) * scale[a], np.float32(observations[row, b]) * scale[b]
                    z, w = np.float32(observations[row, c]) * scale[c], np.float32(observations[row, d]) * scale[d]
                    for unit in range(width):
                        sums[unit] += (
                            x * weights[a, unit] + y * weights[b, unit] + z * weights[c, unit] + w * weights[d, unit]
                        )
                for place in range(four, number):
                    x = np.float32(observations[row, found[place]]) * scale[found[place]]
                    for unit in range(width):
                        sums[unit] += x * weights[found[place], unit]


@compiled
def add_features_gradient(bounds, observations, scale, gradient, out):
    """Add to `out` (parts, trunks, features, width) the gradient of the weight, from that of the output (trunks, rows,
    width)."""
    trunks, _, width = gradient.shape
    for part in prange(len(bounds) - 1):
        found = np.empty(observations.shape[1], np.int64)
        for row in range(bounds[part], bounds[part + 1]):
            number = find_nonzero(observations[row], found)
            two = number - number % 2
            for trunk in range(trunks):
                slope, sums = gradient[trunk, row], out[part, trunk]
                for place in range(0, two, 2):
                    a, b = found[place], found[place + 1]
                    x, y = np.float32(observations[row, a]) * scale[a], np.float32(observations[row, b]) * scale[b]
                    first, second = sums[a], sums[b]
                    for unit in range(width):
                        first[unit] += x * slope[unit]
                        second[unit] += y * slope[unit]
                if number > two:
                    a = found[two]
                    x = np.float32(observations[row, a]) * scale[a]
                    for unit in range(width):
                        sums[a, unit] += x * slope[unit]


@compiled
def fill_legal(bounds, hidden, masks, weight, bias, out):
    """Fill the logits `out` (rows, actions) from `hidden` (rows, width), `weight` (actions, width) and `bias`."""
    width = hidden.shape[1]
    for part in prange(len(bounds) - 1):
        found = np.empty(masks.shape[1], np.int64)
        for row in range(bounds[part], bounds[part + 1]):
            out[row] = ILLEGAL
            for place in range(find_nonzero(masks[row], found)):
                action = found[place]
                logit = bias[action]
                for unit in range(width):
                    logit += hidden[row, unit] * weight[action, unit]
                out[row, action] = logit


@compiled
def fill_legal_gradient(bounds, hidden, masks, weight, gradient, hidden_out, weight_out, bias_out):
    """Add the gradients of `hidden` (rows, width), and by part of weight and bias, from the logits' gradient."""
    width = hidden.shape[1]
    for part in prange(len(bounds) - 1):
        found = np.empty(masks.shape[1], np.int64)
        for row in range(bounds[part], bounds[part + 1]):
            for place in range(find_nonzero(masks[row], found)):
                action = found[place]
                slope = gradient[row, action]
                bias_out[part, action] += slope
                for unit in range(width):
                    hidden_out[row, unit] += slope * weight[action, unit]
                    weight_out[part, action, unit] += slope * hidden[row, unit]


@compiled
def weigh_features(bounds, observations, masks, scale, context, units, columns, logits):
    """Add to the `logits` (rows, actions) of legal actions the output of `units` (units, features) with `context`
    (rows, 2 units). Feature i of an action is at `columns[i]` plus the action's number."""
    number, features = units.shape
    for part in prange(len(bounds) - 1):
        for row in range(bounds[part], bounds[part + 1]):
            for action in range(masks.shape[1]):
                if masks[row, action] == 0:
                    continue
                for unit in range(number):
                    total = context[row, unit]
                    for feature in range(features):
                        place = columns[feature] + action
                        total += units[unit, feature] * np.float32(observations[row, place]) * scale[place]
                    logits[row, action] += max(total, np.float32(0)) * context[row, number + unit]


def feature_sums(observations: Tensor, scale: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
    """Return sums (trunks, rows, width) of `observations` `uint8` (rows, features) times `scale` (features,), `weight`
    (trunks, features, width) and `bias` (trunks, width)."""
    trunks, _, width = weight.shape
    out = torch.empty(trunks, len(observations), width)
    arrays = [tensor.detach().numpy() for tensor in (observations, scale, weight, bias)]
    add_features(len(observations), parts(len(observations)), *arrays, out.numpy())
    return out


def legal_logits(hidden: Tensor, masks: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
    """Return logits (rows, actions) for `hidden` (rows, width), `masks` `int8` (rows, actions), `weight` (actions,
    width) and `bias` (actions,)."""
    out = torch.empty(masks.shape)
    arrays = [tensor.detach().numpy() for tensor in (hidden, masks, weight, bias)]
    fill_legal(len(out), parts(len(out)), *arrays, out.numpy())
    return out


class FeatureLinear(Function):
    """A linear layer of scaled integer features, most of them 0."""

    @staticmethod
    def forward(context: Any, observations: Tensor, scale: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        """See `feature_sums`."""
        context.save_for_backward(observations, scale)
        return feature_sums(observations, scale, weight, bias)

    @staticmethod
    @once_differentiable
    def backward(context: Any, gradient: Tensor) -> tuple[Tensor | None, ...]:
        """Return the gradients of weight and bias."""
        observations, scale = (tensor.numpy() for tensor in context.saved_tensors)
        trunks, rows, width = gradient.shape
        bounds = parts(rows)
        weight = np.zeros((len(bounds) - 1, trunks, observations.shape[1], width), np.float32)
        add_features_gradient(rows, bounds, observations, scale, gradient.contiguous().numpy(), weight)
        return None, None, summed(weight), gradient.sum(1)


class LegalLinear(Function):
    """A linear layer to the logits of legal actions. Illegal ones get `ILLEGAL`."""

    @staticmethod
    def forward(context: Any, hidden: Tensor, masks: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        """See `legal_logits`."""
        context.save_for_backward(hidden, masks, weight)
        return legal_logits(hidden, masks, weight, bias)

    @staticmethod
    @once_differentiable
    def backward(context: Any, gradient: Tensor) -> tuple[Tensor | None, ...]:
        """Return the gradients of hidden, weight and bias."""
        arrays = [tensor.detach().numpy() for tensor in context.saved_tensors]
        hidden, _, weight = arrays
        bounds = parts(len(hidden))
        shapes = [(len(bounds) - 1, *shape) for shape in (weight.shape, weight.shape[:1])]
        out = np.zeros_like(hidden), *(np.zeros(shape, np.float32) for shape in shapes)
        fill_legal_gradient(len(hidden), bounds, *arrays, gradient.contiguous().numpy(), *out)
        return torch.from_numpy(out[0]), None, *map(summed, out[1:])


def add_action_features(
    logits: Tensor,
    observations: Tensor,
    masks: Tensor,
    scale: Tensor,
    context: Tensor,
    units: Tensor,
    group: slice,
    columns: np.ndarray,
) -> None:
    """Add to `logits` (rows, actions), in place, the output of units for the legal actions of a group, see
    `weigh_features`."""
    arrays = [tensor.detach().numpy() for tensor in (observations, masks[:, group], scale, context, units)]
    weigh_features(len(logits), parts(len(logits)), *arrays, columns, logits.numpy()[:, group])


def summed(gradients: np.ndarray) -> Tensor:
    """Return the sum of the gradients of several parts (parts, ...)."""
    return torch.from_numpy(gradients[0] if len(gradients) == 1 else gradients.sum(0))


def is_sparse(observations: Tensor) -> bool:
    """Whether layers skip zeros: on the CPU, and not while a network is exported."""
    return observations.device.type == "cpu" and not torch.compiler.is_compiling()


def are_features(observations: Tensor) -> bool:
    """Whether these are integers of one byte on the CPU, the only ones that the sparse layers read."""
    return is_sparse(observations) and observations.element_size() == 1


def byte_masks(masks: Tensor) -> Tensor:
    """Return masks of any type as contiguous integers of one byte."""
    return (masks if masks.element_size() == 1 else masks != 0).contiguous()


def feature_linear(observations: Tensor, scale: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
    """See `feature_sums`; dense on other devices and in exports."""
    if are_features(observations):
        layer = FeatureLinear.apply if torch.is_grad_enabled() else feature_sums
        return layer(observations.contiguous(), scale, weight, bias)
    return torch.matmul(observations * scale, weight) + bias.unsqueeze(1)


def legal_linear(hidden: Tensor, masks: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
    """Compute `legal_logits`, by a dense layer on a GPU or for export."""
    if is_sparse(hidden):
        layer = LegalLinear.apply if torch.is_grad_enabled() else legal_logits
        return layer(hidden, byte_masks(masks), weight, bias)
    return torch.addmm(bias, hidden, weight.t()).masked_fill(masks == 0, ILLEGAL)
