"""What an algorithm remembers from one update to the next, such as a target network."""

import hashlib
import pickle
from collections.abc import Mapping
from typing import Any

from torch import Tensor

from africana_env import UserError
from africana_env.engine.process.errors import error_reason, format_value
from africana_training.tensors import DTYPES, kinds_of


def algorithm_state(algorithm: Any) -> dict[str, Tensor]:
    """Copies of the tensors that `state_dict()` of an algorithm returns, none if it has no such method; raises
    `UserError` unless they are what checkpoints hold."""
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
    """Let an algorithm go on from what `algorithm_state` returned; raises `UserError` if it does not restore all."""
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
    """Whether an algorithm says what it remembers."""
    return callable(getattr(algorithm, "state_dict", None))


def check_methods_of_state(name: str, algorithm: Any) -> None:
    """Raise `UserError` if an algorithm has only one of the two methods."""
    for there, missing in (("state_dict", "load_state_dict"), ("load_state_dict", "state_dict")):
        if callable(getattr(algorithm, there, None)) and not callable(getattr(algorithm, missing, None)):
            raise UserError(f"the algorithm {format_value(name)} does not work: it has {there}, but no {missing}")


def attributes_of(algorithm: Any) -> dict[str, str]:
    """A digest of each attribute of an algorithm that does not say what it remembers."""
    attributes = {} if has_state(algorithm) else getattr(algorithm, "__dict__", {})  # slots have none
    return {name: value_digest(value) for name, value in attributes.items()}


def value_digest(value: Any) -> str:
    """A text that changes with a value; of what cannot be pickled, only where another takes its place."""
    try:
        return hashlib.sha256(pickle.dumps(value)).hexdigest()
    except Exception:  # whatever a `__reduce__` raises
        return f"{type(value)} {id(value)}"


def changed_attributes(algorithm: Any, before: Mapping[str, str]) -> list[str]:
    """The names of the attributes that are others than when `attributes_of` returned `before`."""
    now = attributes_of(algorithm)
    return sorted(name for name in {*before, *now} if before.get(name) != now.get(name))
