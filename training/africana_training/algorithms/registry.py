"""The interface of an algorithm, and loading one by name."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from math import isfinite, isnan, nan, prod
from numbers import Real
from typing import Any, Protocol

import numpy as np
import torch
from torch import Tensor, nn

from africana_env import UserError
from africana_env.engine.process.errors import format_value
from africana_env.engine.process.user_code import import_function, working
from africana_training.algorithms.state import check_methods_of_state
from africana_training.rollout.rollout import RolloutBuffer
from africana_training.rollout.samples import Samples

Loss = Callable[[Tensor, Tensor, Samples], tuple[Tensor, dict[str, Tensor]]]
"""The loss of a minibatch, to be minimised, and metrics: from the network's logits (decisions, actions), its values
(decisions,) and the samples."""
GRAD_NORM, EXPLAINED_VARIANCE = "losses/grad_norm", "losses/explained_variance"
"""The metrics that every update logs."""


class Algorithm(Protocol):
    """How to learn from rollouts: a return estimator and a loss. One that remembers anything from one update to the
    next has `state_dict()` and `load_state_dict(state)`, too, see `africana_training.algorithms.state`."""

    def anneal(self, share_done: float) -> dict[str, float]:
        """The coefficients that change during a run, by name, where `share_done` of it is done (0 to 1). They are
        logged as `charts/NAME`."""

    def advantages(self, buffer: RolloutBuffer, gamma: float) -> tuple[np.ndarray, ...]:
        """The advantage of each decision of a rollout, `float32` of shape (seats + steps, games), and which of them are
        valid (`bool`, same shape); `gamma` is the discount. `seat_advantages` estimates them. A third array,
        like the first, has the targets of the values; without it they are `buffer.values` plus the advantages."""

    def loss_for(self, network: nn.Module, annealed: Mapping[str, float]) -> Loss:
        """The loss that an update minimises. `network` is the policy that played the rollout; `annealed` is what
        `anneal` returned for this update."""


OF_THE_RUN = ("charts/", "time/", GRAD_NORM, EXPLAINED_VARIANCE)
"""Prefixes of the names of metrics that the run itself logs."""
METHODS = ("anneal", "advantages", "loss_for")
LOGGED = ("SPS", "learning_rate", "decisions_per_game")
"""Names under `charts/` that are those of every run."""


def load_algorithm(name: str, algorithms: Mapping[str, Algorithm], settings: Mapping[str, Any]) -> Algorithm:
    """The algorithm called `name`: one of `algorithms`, or what the class or function `MODULE:NAME` makes of `settings`
    as keyword arguments. Raises `UserError` if there is none, if it lacks a method, or if one of `algorithms`, which
    has settings of its own, is given these."""
    if name in algorithms:
        if settings:
            raise UserError(f"algorithm_settings are those of an algorithm of your own: {name} has {name}.NAME")
        return algorithms[name]
    if ":" not in name:
        raise UserError(
            f"unknown algorithm {format_value(name)}: use {', '.join(algorithms)}, or MODULE:NAME for one of your own"
        )
    make = import_function(name, "algorithm")
    with working(name, "algorithm"):
        algorithm: Any = make(**settings)
    if missing := [method for method in METHODS if not callable(getattr(algorithm, method, None))]:
        raise UserError(f"the algorithm {format_value(name)} does not work: it has no method {missing[0]}")
    check_methods_of_state(name, algorithm)
    return algorithm


def check_annealed(algorithm: Algorithm, share_done: float) -> dict[str, float]:
    """What `anneal` returns; raises `UserError` unless it is finite numbers by names of their own."""
    found = algorithm.anneal(share_done)
    numbers = {name: number_of(value) for name, value in found.items()} if isinstance(found, Mapping) else {None: nan}
    if not all(isinstance(name, str) and isfinite(value) for name, value in numbers.items()):
        raise UserError(f"anneal() of the algorithm must return finite numbers by name, not {format_value(found)}")
    if taken := [name for name in found if name in LOGGED]:
        raise UserError(f"anneal() of the algorithm must not return {taken[0]}, which every run logs")
    return numbers


def number_of(value: Any) -> float:
    """The real number that this is, or an array or a tensor of one; else not a number."""
    if isinstance(value, np.ndarray | Tensor) and prod(value.shape) == 1:
        value = value.item()
    with suppress(OverflowError):
        return float(value) if isinstance(value, Real) else nan
    return nan


def check_advantages(buffer: RolloutBuffer, found: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
    """What `advantages()` of an algorithm returned, with None where it gave no targets; raises `UserError` unless it is
    what it must be."""
    shape = buffer.actions.shape
    if not isinstance(found, tuple) or len(found) not in (2, 3):
        raise UserError(
            "advantages() of the algorithm must return two or three arrays, advantages, valid and perhaps targets, "
            f"not {kind_of(found)}"
        )
    kinds = {"advantages": np.float32, "valid": np.bool_, "targets": np.float32}
    for (what, kind), array in zip(kinds.items(), found, strict=False):
        if getattr(array, "shape", None) != shape or array.dtype != kind:
            raise UserError(
                f"advantages() of the algorithm must return {what} as {np.dtype(kind)} of shape {shape}, "
                f"not {kind_of(array)}"
            )
    advantages, valid, *targets = found
    if not all(np.isfinite(numbers[valid]).all() for numbers in (advantages, *targets)):
        raise UserError("advantages() of the algorithm must return finite numbers where they are valid")
    return advantages, valid, targets[0] if targets else None


def check_loss_of(found: Any) -> Loss:
    """What `loss_for()` of an algorithm returned, as a function that raises `UserError` unless it returns what it
    must."""
    if not callable(found):
        raise UserError(f"loss_for() of the algorithm must return a function, not {kind_of(found)}")

    def checked(logits: Tensor, values: Tensor, samples: Samples) -> tuple[Tensor, dict[str, Tensor]]:
        result = found(logits, values, samples)
        if not isinstance(result, tuple) or len(result) != 2 or not isinstance(result[1], Mapping):
            raise UserError(f"the loss of the algorithm must be a tensor and metrics by name, not {kind_of(result)}")
        loss, metrics = result
        if wrong := [name for name in metrics if not isinstance(name, str) or name.startswith(OF_THE_RUN)]:
            raise UserError(f"metrics of the algorithm must be called losses/NAME or so, not {format_value(wrong[0])}")
        if not isinstance(loss, Tensor) or loss.numel() != 1:
            raise UserError(f"loss of the algorithm must be a tensor of one number, not {kind_of(loss)}")
        if not loss.requires_grad:
            raise UserError("the loss of the algorithm must depend on the logits or values: it has no gradient")
        return loss, {name: metric_of(name, value) for name, value in metrics.items()}

    return checked


def metric_of(name: str, value: Any) -> Tensor:
    """A metric as a tensor; raises `UserError` unless it is one number."""
    if isinstance(value, Tensor) and value.numel() == 1 and not value.is_complex():
        return value if value.is_floating_point() else value.double()  # whole ones could not be averaged
    number = nan if isinstance(value, Tensor) else number_of(value)
    if isnan(number):
        raise UserError(f"{format_value(name)} of the algorithm must be one number, not {kind_of(value)}")
    return torch.tensor(number, dtype=torch.float64)


def kind_of(value: Any) -> str:
    """What a value is, in words."""
    if isinstance(value, np.ndarray | Tensor):
        return f"{value.dtype} of shape {tuple(value.shape)}"
    return f"{len(value)} values" if isinstance(value, tuple) else format_value(value)
