"""The state of a run that changes, beside the weights of its network: what a checkpoint holds to go on from."""

from collections.abc import Sequence

import torch
from torch import Tensor

from africana_env import UserError
from africana_env.engine.process.errors import format_name
from africana_training.algorithms.state import algorithm_state, load_algorithm_state
from africana_training.runs.generators import generators_state, put_generators_state
from africana_training.runs.run import Run
from africana_training.tensors import kinds_of, part


def state_of(run: Run) -> dict[str, Tensor]:
    """The state, for `load_state`."""
    with run.process.entered():
        state = {"generator": run.generator.get_state(), **generators_state(run.process.device)}
        for index, values in run.optimizer.state_dict()["state"].items():
            state |= {f"optimizer.{index}.{name}": value for name, value in values.items()}
        parts = {"league": run.league.state_dict(), "rollout": run.rollout.state_dict()}
        for name, values in {**parts, "algorithm": algorithm_state(run.algorithm)}.items():
            state |= {f"{name}.{key}": value for key, value in values.items()}
        return {name: value.cpu() for name, value in state.items()}


def load_state(run: Run, state: dict[str, Tensor]) -> None:
    """Restore a state; raises `UserError` unless it is one of such a run."""
    with run.process.entered():
        load_algorithm_state(run.algorithm, part(state, "algorithm."))
        try:
            _load(run, state)
            if kinds_of(state_of(run)) != kinds_of(state):  # something is missing, or was not saved like this
                raise ValueError("the state of another run")
        except (KeyError, IndexError, TypeError, ValueError, RuntimeError, UserError):
            raise UserError(
                f"{format_name(run.config.run_folder)} was saved by another version: begin anew with --run_folder"
            ) from None


def _load(run: Run, state: dict[str, Tensor]) -> None:
    """`load_state`, with errors of several types."""
    moments: dict[int, dict[str, Tensor]] = {}
    for name, value in part(state, "optimizer.").items():
        index, _, key = name.partition(".")
        moments.setdefault(int(index), {})[key] = value
    check_moments(moments, [parameter.shape for parameter in run.network.parameters()])
    run.optimizer.load_state_dict({**run.optimizer.state_dict(), "state": moments})
    run.league.load_state_dict(part(state, "league."), run.network)
    run.rollout.load_state_dict(part(state, "rollout."))
    run.generator.set_state(state["generator"])
    put_generators_state(state, run.process.device)


def check_moments(moments: dict[int, dict[str, Tensor]], shapes: Sequence[torch.Size]) -> None:
    """Raise `ValueError` unless these are the moments of Adam for parameters of these shapes, by index: Adam itself
    would fail only at its next step. A parameter that had no gradient yet has no moments."""
    for number, kept in moments.items():
        if number not in range(len(shapes)):
            raise ValueError("moments of another network")
        fits = {"step": torch.Size(), "exp_avg": shapes[number], "exp_avg_sq": shapes[number]}
        if {name: value.shape for name, value in kept.items()} != fits:
            raise ValueError("moments of another network")
        if not all(bool(value.isfinite().all()) for value in kept.values()):
            raise ValueError("not a number")
        if kept["step"] < 0 or bool((kept["exp_avg_sq"] < 0).any()):
            raise ValueError("a negative moment")
