"""The state of a run besides its network's weights: what a checkpoint saves to resume from."""

from collections.abc import Sequence

import torch
from torch import Tensor

from africana_env import UserError
from africana_env.engine.process.errors import format_name
from africana_training.algorithms.registry import algorithm_state, load_algorithm_state
from africana_training.process import generators_state, put_generators_state
from africana_training.runs.run import Run
from africana_training.tensors import kinds_of, part


def state_of(run: Run) -> dict[str, Tensor]:
    """Return the state, for `load_state`."""
    with run.process.entered():
        state = {"generator": run.generator.get_state(), **generators_state(run.process.device)}
        for index, values in run.optimizer.state_dict()["state"].items():
            state |= {f"optimizer.{index}.{name}": value for name, value in values.items()}
        parts = {"league": run.league.state_dict(), "rollout": run.rollout.state_dict()}
        for name, values in {**parts, "algorithm": algorithm_state(run.algorithm)}.items():
            state |= {f"{name}.{key}": value for key, value in values.items()}
        return {name: value.cpu() for name, value in state.items()}


def load_state(run: Run, state: dict[str, Tensor]) -> None:
    """Restore a state. Raises `UserError` if it does not fit the run."""
    with run.process.entered():
        load_algorithm_state(run.algorithm, part(state, "algorithm."))
        try:
            _load(run, state)
            if kinds_of(state_of(run)) != kinds_of(state):  # something is missing or has another form
                raise ValueError("the state of another run")
        except (KeyError, IndexError, TypeError, ValueError, RuntimeError, UserError):
            raise UserError(
                f"{format_name(run.config.run_folder)} was saved by another version: start a new run with "
                "--run_folder NAME"
            ) from None


def _load(run: Run, state: dict[str, Tensor]) -> None:
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
    """Raise `ValueError` unless these are Adam's moments, by parameter index, for parameters of these shapes. Adam
    itself would fail only at its next step. A parameter without a gradient so far has no moments."""
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
