"""The interface of an algorithm, loading one by name, and checks of custom ones."""

import hashlib
import pickle
from collections.abc import Callable, Mapping
from contextlib import suppress
from math import isfinite, isnan, nan, prod
from numbers import Real
from typing import Any, Protocol

import numpy as np
import torch
from torch import Tensor, nn

from africana_env import UserError
from africana_env.engine.process.errors import error_reason, format_value
from africana_env.engine.process.user_code import import_function, working
from africana_training.rollout.rollout import RolloutBuffer
from africana_training.rollout.samples import Samples
from africana_training.tensors import DTYPES, kinds_of

Loss = Callable[[Tensor, Tensor, Samples], tuple[Tensor, dict[str, Tensor]]]
"""A function of the network's logits (decisions, actions), its values (decisions,) and the samples of a minibatch.
Returns the loss to minimise, and metrics."""
GRAD_NORM, EXPLAINED_VARIANCE = "losses/grad_norm", "losses/explained_variance"
"""Metrics that every update logs."""


class Algorithm(Protocol):
    """How to learn from rollouts: an advantage estimator and a loss.

    An algorithm with memory between updates, such as a target network, also has `state_dict()`, which returns tensors
    by name, and `load_state_dict(state)`. Checkpoints save it.
    """

    def anneal(self, share_done: float) -> dict[str, float]:
        """Return the coefficients that change during a run, by name, when `share_done` (0 to 1) of it is done. They are
        logged as `charts/NAME`."""

    def advantages(self, buffer: RolloutBuffer, gamma: float) -> tuple[np.ndarray, ...]:
        """Return the advantage of each decision of a rollout, `float32` (seats + steps, games), and which decisions are
        valid, `bool` of this shape. `gamma` is the discount; see `seat_advantages`.

        An optional third array, shaped like the first, holds the value targets. The default is `buffer.values` plus the
        advantages.
        """

    def loss_for(self, network: nn.Module, annealed: Mapping[str, float]) -> Loss:
        """Return the loss that an update minimises. `network` is the policy that played the rollout; `annealed` is the
        result of `anneal` for this update."""


RESERVED = ("charts/", "time/", GRAD_NORM, EXPLAINED_VARIANCE)
"""Prefixes of metrics that the run itself logs."""
METHODS = ("anneal", "advantages", "loss_for")
LOGGED = ("SPS", "learning_rate", "decisions_per_game")
"""Names under `charts/` that every run logs."""


def load_algorithm(name: str, algorithms: Mapping[str, Algorithm], settings: Mapping[str, Any]) -> Algorithm:
    """Return the algorithm `name`: one of `algorithms`, or the class or function `MODULE:NAME` called with `settings`.

    Raises `UserError` if it does not exist or lacks a method, if `anneal()` or `state_dict()` returns something
    invalid, or if one of `algorithms` is given `settings`.
    """
    if name in algorithms:
        if settings:
            raise UserError(f"algorithm_settings are for algorithms MODULE:NAME: set {name}.NAME for {name}")
        return algorithms[name]
    if ":" not in name:
        raise UserError(f"unknown algorithm {format_value(name)}: use {', '.join(algorithms)}, or MODULE:NAME")
    make = import_function(name, "algorithm")
    with working(name, "algorithm"):
        algorithm: Any = make(**settings)
    if missing := [method for method in METHODS if not callable(getattr(algorithm, method, None))]:
        raise UserError(f"the algorithm {format_value(name)} does not work: it has no method {missing[0]}")
    for one, other in (("state_dict", "load_state_dict"), ("load_state_dict", "state_dict")):
        if callable(getattr(algorithm, one, None)) and not callable(getattr(algorithm, other, None)):
            raise UserError(f"the algorithm {format_value(name)} does not work: it has {one}, but no {other}")
    check_annealed(algorithm, 0.0)
    algorithm_state(algorithm)
    return algorithm


def check_annealed(algorithm: Algorithm, share_done: float) -> dict[str, float]:
    """Return the result of `anneal`. Raises `UserError` unless it is finite numbers by name."""
    found = algorithm.anneal(share_done)
    numbers = {name: number_of(value) for name, value in found.items()} if isinstance(found, Mapping) else {None: nan}
    if not all(isinstance(name, str) and isfinite(value) for name, value in numbers.items()):
        raise UserError(f"anneal() of the algorithm must return finite numbers by name, not {format_value(found)}")
    if taken := [name for name in found if name in LOGGED]:
        raise UserError(f"anneal() of the algorithm must not return {taken[0]}, which every run logs")
    return numbers


def number_of(value: Any) -> float:
    """Return `value` as a float if it is a real number, or an array or tensor of one number; else nan."""
    if isinstance(value, np.ndarray | Tensor) and prod(value.shape) == 1:
        value = value.item()
    with suppress(OverflowError):
        return float(value) if isinstance(value, Real) else nan
    return nan


def check_advantages(buffer: RolloutBuffer, found: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
    """Return the result of `advantages()`, with None for missing targets. Raises `UserError` if it is invalid."""
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
    """Return the result of `loss_for()` as a function that raises `UserError` for an invalid loss or metric."""
    if not callable(found):
        raise UserError(f"loss_for() of the algorithm must return a function, not {kind_of(found)}")

    def checked(logits: Tensor, values: Tensor, samples: Samples) -> tuple[Tensor, dict[str, Tensor]]:
        result = found(logits, values, samples)
        if not isinstance(result, tuple) or len(result) != 2 or not isinstance(result[1], Mapping):
            raise UserError(f"the loss of the algorithm must be a tensor and metrics by name, not {kind_of(result)}")
        loss, metrics = result
        if wrong := [name for name in metrics if not isinstance(name, str) or name.startswith(RESERVED)]:
            raise UserError(f"metrics of the algorithm must have names like losses/NAME, not {format_value(wrong[0])}")
        if not isinstance(loss, Tensor) or loss.numel() != 1:
            raise UserError(f"loss of the algorithm must be a tensor of one number, not {kind_of(loss)}")
        if not loss.requires_grad:
            raise UserError("the loss of the algorithm must depend on the logits or values: it has no gradient")
        return loss, {name: metric_of(name, value) for name, value in metrics.items()}

    return checked


def metric_of(name: str, value: Any) -> Tensor:
    """Return a metric as a tensor. Raises `UserError` unless it is one number."""
    if isinstance(value, Tensor) and value.numel() == 1 and not value.is_complex():
        return value if value.is_floating_point() else value.double()  # integers cannot be averaged
    number = nan if isinstance(value, Tensor) else number_of(value)
    if isnan(number):
        raise UserError(f"{format_value(name)} of the algorithm must be one number, not {kind_of(value)}")
    return torch.tensor(number, dtype=torch.float64)


def kind_of(value: Any) -> str:
    if isinstance(value, np.ndarray | Tensor):
        return f"{value.dtype} of shape {tuple(value.shape)}"
    return f"{len(value)} values" if isinstance(value, tuple) else format_value(value)


# Memory of an algorithm between updates


def algorithm_state(algorithm: Any) -> dict[str, Tensor]:
    """Return copies of the tensors of `state_dict()`, none if there is no such method. Raises `UserError` unless
    checkpoints can hold them."""
    if not has_state(algorithm):
        return {}
    found = algorithm.state_dict()
    if not isinstance(found, Mapping) or not all(
        isinstance(name, str) and isinstance(value, Tensor) and value.dtype in DTYPES for name, value in found.items()
    ):
        types = ", ".join(str(each).removeprefix("torch.") for each in DTYPES)
        raise UserError(f"state_dict() of the algorithm must return tensors of {types} by name")
    return {name: value.detach().clone() for name, value in found.items()}


def load_algorithm_state(algorithm: Any, state: dict[str, Tensor]) -> None:
    """Restore the result of `algorithm_state`. Raises `UserError` if something is not restored."""
    if not has_state(algorithm):
        return
    try:
        algorithm.load_state_dict(state)
    except KeyError as error:
        raise UserError(
            f"load_state_dict() of the algorithm needs {error_reason(error)}, which was not saved"
        ) from None
    saved, restored = kinds_of(state), kinds_of(algorithm_state(algorithm))
    for name in sorted({*saved, *restored}):
        if saved.get(name) != restored.get(name):
            raise UserError(
                f"load_state_dict() of the algorithm does not restore what state_dict() returned: {format_value(name)}"
            )


def has_state(algorithm: Any) -> bool:
    return callable(getattr(algorithm, "state_dict", None))


def attributes_of(algorithm: Any) -> dict[str, str]:
    """Return a digest of each attribute of an algorithm without `state_dict()`, to notice unsaved changes."""
    attributes = {} if has_state(algorithm) else getattr(algorithm, "__dict__", {})  # classes with slots have none
    return {name: value_digest(value) for name, value in attributes.items()}


def value_digest(value: Any) -> str:
    """Return a text that changes with a value. If the value cannot be pickled, it changes only with its identity."""
    try:
        return hashlib.sha256(pickle.dumps(value)).hexdigest()
    except Exception:  # `__reduce__` may raise anything
        return f"{type(value)} {id(value)}"


def changed_attributes(algorithm: Any, before: Mapping[str, str]) -> list[str]:
    """Return the names of attributes that have changed since `attributes_of` returned `before`."""
    now = attributes_of(algorithm)
    return sorted(name for name in {*before, *now} if before.get(name) != now.get(name))
