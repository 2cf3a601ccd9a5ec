"""The state of a learner, Adam's, as a file: with the policy's file all that training needs to go on."""

from pathlib import Path

from torch.optim import Adam

from africana_env import UserError
from training.policy import load_tensors, save_tensors


def save_learner(path: Path, optimizer: Adam, decisions: int) -> None:
    """Save the state of `optimizer` after so many decisions."""
    state = optimizer.state_dict()["state"]
    tensors = {f"{index}.{name}": value for index, values in state.items() for name, value in values.items()}
    save_tensors(path, tensors, {"decisions": str(decisions)})


def load_learner(path: Path, optimizer: Adam) -> int:
    """Bring `optimizer` to the state in a file and return after how many decisions it was saved; raises `UserError` if
    the file is missing, damaged, or of another network."""
    tensors, metadata = load_tensors(path, "learner's state")
    parameters = [parameter for group in optimizer.param_groups for parameter in group["params"]]
    expected = {
        f"{index}.{name}": shape
        for index, parameter in enumerate(parameters)
        for name, shape in (("step", ()), ("exp_avg", parameter.shape), ("exp_avg_sq", parameter.shape))
    }
    decisions = metadata.get("decisions", "")
    fits = not tensors or {name: tensor.shape for name, tensor in tensors.items()} == expected
    if not (fits and decisions.isdecimal()):
        raise UserError(f"{path} does not fit the policy beside it: put back the learner's state of this run")
    state: dict[int, dict] = {}
    for name, tensor in tensors.items():
        number, _, key = name.partition(".")
        state.setdefault(int(number), {})[key] = tensor
    optimizer.load_state_dict({**optimizer.state_dict(), "state": state})
    return int(decisions)
