"""Networks by name, and checks of custom networks and of their outputs.

A network is a `torch.nn.Module`, made by a class or function of `(game, layers)`. It takes observations `uint8` (games,
features) and masks `int8` (games, actions). It returns logits `float32` (games, actions), `ILLEGAL` where the mask is
0, and values `float32` (games,). A row must not depend on other rows. The features are `game.observation`, or another
of `game.spaces` that the attribute `observation` of the network names.
"""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import partial

import numpy as np
import torch
from torch import Tensor, nn

from africana_env import Game, ObservationName, UserError
from africana_env.engine.process.errors import format_name, format_value
from africana_env.engine.process.user_code import import_function, working
from africana_training.networks.entities import EntityNetwork
from africana_training.networks.mlp import ActorCritic, PolicyValueNetwork, group_features
from africana_training.networks.relational import RelationalNetwork
from africana_training.networks.sparse import ILLEGAL as ILLEGAL
from africana_training.process import memory_errors

MLP = "mlp"
LARGEST_LOGIT = -ILLEGAL / 10
"""If all legal logits were as low as `ILLEGAL`, an illegal action could be drawn."""


def new_mlp(game: Game, layers: Sequence[int], own_value: bool = False) -> PolicyValueNetwork:
    """Return a network of fully connected layers."""
    return PolicyValueNetwork(
        torch.from_numpy(game.observation.maxima()), group_features(game), layers, own_value=own_value
    )


NETWORKS: Mapping[str, Callable[[Game, Sequence[int]], nn.Module]] = {
    MLP: new_mlp,
    "mlp_own_value": partial(new_mlp, own_value=True),
    "entities": EntityNetwork,
    "relational": RelationalNetwork,
}


def new_network(game: Game, layers: Sequence[int], name: str = MLP) -> nn.Module:
    """Return a network for `game` with fresh weights: one of `NETWORKS`, or made by the class or function
    `MODULE:NAME`. Raises `UserError` if there is none, or if it does not work."""
    if name in NETWORKS:
        return NETWORKS[name](game, layers)
    if ":" not in name:
        raise UserError(f"unknown network {format_value(name)}: use {', '.join(NETWORKS)}, or MODULE:NAME")
    make = import_function(name, "network")
    with working(name, "network"), memory_errors():
        network = make(game, list(layers))
        fault = fault_of(network, game)
    if fault is not None:
        raise UserError(f"the network {format_value(name)} does not work: {fault}")
    return network


def logits_of(network: nn.Module, observations: Tensor, masks: Tensor) -> Tensor:
    """Return a network's logits (games, actions)."""
    logits: Tensor
    if isinstance(network, ActorCritic):
        return network.logits(observations, masks)
    logits, _ = network(observations, masks)
    return logits


def values_of(network: nn.Module, observations: Tensor, masks: Tensor) -> Tensor:
    """Return a network's values (games,)."""
    values: Tensor
    if isinstance(network, ActorCritic):
        return network.values(observations)
    _, values = network(observations, masks)
    return values


def observation_of(network: nn.Module) -> ObservationName:
    """Return the name of the observation that a network reads."""
    name: ObservationName = getattr(network, "observation", "features")
    return name


def fit_scale(network: nn.Module, observations: np.ndarray) -> None:
    """Let a fresh network fit its scale to the first observations of a run, `uint8` (games, features), from all parts
    of games, if it has a method `fit_scale`."""
    fit: Callable[[np.ndarray], None] | None = getattr(network, "fit_scale", None)
    if fit is not None:
        fit(observations)


def fault_of(network: object, game: Game) -> str | None:
    """Return the fault of a custom network, found by forward passes with random features; None if it works."""
    actions, games = len(game.actions), 3
    if not isinstance(network, nn.Module):
        return f"it is a {format_name(type(network).__name__)}, not a torch.nn.Module"
    space = game.space_of(observation_of(network))
    if not list(network.parameters()):
        return "it has no parameters"
    for name, tensor in network.state_dict().items():
        if tensor.dtype != torch.float32:
            hint = ": use LayerNorm, not BatchNorm" if name.endswith("num_batches_tracked") else ""
            return f"its parameters and buffers must be float32, and {format_value(name)} is {tensor.dtype}{hint}"
    memory = [tensor.untyped_storage().data_ptr() for tensor in network.state_dict().values() if tensor.numel() > 0]
    if len(set(memory)) < len(memory):
        return "its parameters and buffers must not share memory: its file would hold them twice"
    drawn = np.random.default_rng(0)
    features = torch.from_numpy(drawn.integers(space.maxima(), endpoint=True, size=(games, len(space)), dtype=np.uint8))
    masks = torch.from_numpy(drawn.integers(2, size=(games, actions), dtype=np.int8))
    masks[:, 0] = 1
    tried = deepcopy(network).eval()
    with torch.no_grad():
        found = tried(features, masks)
        ends = [(row, tried(features[row], masks[row])) for row in (slice(0, 1), slice(games - 1, games))]
    if not (isinstance(found, tuple) and len(found) == 2 and all(isinstance(each, Tensor) for each in found)):
        return "it must return two tensors, logits and values"
    for what, tensor, shape in zip(("logits", "values"), found, ((games, actions), (games,)), strict=True):
        if (tuple(tensor.shape), tensor.dtype) != (shape, torch.float32):
            return f"{what} must be float32 of shape {shape}, not {tensor.dtype} of shape {tuple(tensor.shape)}"
    if not bool((found[0][masks == 0] == ILLEGAL).all()):
        return f"logits must be {ILLEGAL:g} (africana_training.networks.registry.ILLEGAL) where the mask is 0"
    if not all(bool(each.isfinite().all()) for each in found):
        return "logits and values must be finite"
    pairs = [(each[row], one) for row, alone in ends for each, one in zip(found, alone, strict=True)]
    if not all(torch.allclose(beside, one, 1e-3, 1e-3) for beside, one in pairs):
        return "its output for a game must not depend on other games"
    return None


def check_finite(network: nn.Module, optimizer: torch.optim.Optimizer) -> None:
    """Raise `UserError` unless all weights, buffers and optimizer moments are finite."""
    kept = [value for state in optimizer.state.values() for value in state.values() if isinstance(value, Tensor)]
    if not all(bool(tensor.isfinite().all()) for tensor in [*network.parameters(), *network.buffers(), *kept]):
        raise diverged("a weight is not a number")


def check_logits(logits: Tensor, masks: Tensor) -> None:
    """Raise `UserError` unless actions can be drawn from logits and masks, both (games, actions)."""
    if not bool(((masks == 0) | (logits.abs() < LARGEST_LOGIT)).all()):
        raise diverged(f"a logit is not a number below {LARGEST_LOGIT:.0e}")


def diverged(what: str) -> UserError:
    """Return the error for training that has diverged."""
    return UserError(f"training diverged: {what}; try a smaller optimizer.learning_rate")
