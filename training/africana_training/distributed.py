"""Several processes that train one network, started by `torchrun`. Each plays separate games, and all make the same
steps along their mean gradient.

All processes must call the communicating functions in the same order. In a single process these change nothing. Losses
are divided by means over processes, such as the mean number of decisions. So the mean of their gradients is exactly the
gradient of all decisions, even if processes have different numbers of decisions.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, TypeVar

import numpy as np
import torch
import torch.distributed as dist
from torch import Tensor, nn

from africana_env import UserError
from africana_env.engine.process.process_state import usable_cores
from africana_training.process import limited_threads

T = TypeVar("T")
PATIENCE = timedelta(days=1)
"""How long a process waits for others, such as for ratings by the first. `torchrun` ends all when one fails."""


@contextmanager
def joined() -> Iterator[None]:
    """Join the processes started by `torchrun`, if any. Each uses an equal share of the cores."""
    if is_joined():
        yield
        return
    if not (dist.is_available() and dist.is_torchelastic_launched()):
        if os.environ.get("WORLD_SIZE", "1") not in ("", "0", "1"):
            raise UserError("start several processes by torchrun, or unset WORLD_SIZE to train in this one alone")
        yield
        return
    on_cuda = torch.cuda.is_available() and dist.is_nccl_available()
    with limited_threads(max(1, usable_cores() // int(os.environ["LOCAL_WORLD_SIZE"]))):
        with process_errors():
            dist.init_process_group("cpu:gloo,cuda:nccl" if on_cuda else "gloo", timeout=PATIENCE)
        try:
            yield
        finally:
            dist.destroy_process_group()


@contextmanager
def process_errors() -> Iterator[None]:
    """Raise `UserError` when another process no longer answers."""
    try:
        yield
    except RuntimeError as error:
        raise UserError("another process of this run has failed, see its message: stopping") from error


def rank() -> int:
    """Return the number of this process, from 0. Process 0 displays and writes for all."""
    return dist.get_rank() if is_joined() else 0


def world_size() -> int:
    """Return the number of processes."""
    return dist.get_world_size() if is_joined() else 1


def is_joined() -> bool:
    """Whether this process has joined others."""
    return dist.is_available() and dist.is_initialized()


def local_rank() -> int:
    """Return the number of this process on its machine, which is also its device's."""
    return int(os.environ.get("LOCAL_RANK", 0)) if is_joined() else 0


def own_seed(seed: int) -> int:
    """Return the seed of this process, from 0 to 2**63 - 1. Process 0 uses `seed` itself."""
    return seed if rank() == 0 else int(np.random.SeedSequence([seed, rank()]).generate_state(1, np.uint64)[0] >> 1)


def average(tensor: Tensor) -> Tensor:
    """Return the mean over all processes, bit for bit the same in each."""
    if not is_joined():
        return tensor
    total = tensor.detach().clone()
    with process_errors():
        dist.all_reduce(total)
    return total / world_size()


def as_tensor(numbers: Sequence[float]) -> Tensor:
    """Return a `float64` tensor (numbers,) on the CPU, whatever the default device."""
    return torch.tensor(numbers, dtype=torch.float64, device="cpu")


def average_number(number: float) -> float:
    """Return the mean of a number over all processes."""
    return average(as_tensor([number])).item() if is_joined() else number


def average_metrics(metrics: Mapping[str, float]) -> dict[str, float]:
    """Return the means of metrics over all processes, by name."""
    means = average(as_tensor(list(metrics.values()))).tolist()
    return dict(zip(metrics, means, strict=True))


def average_gradients(network: nn.Module) -> None:
    """Replace the gradients of a network by their means over all processes."""
    if is_joined():
        gradients = [parameter.grad for parameter in network.parameters() if parameter.grad is not None]
        means = average(nn.utils.parameters_to_vector(gradients))
        for gradient, mean in zip(gradients, means.split([each.numel() for each in gradients]), strict=True):
            gradient.copy_(mean.view_as(gradient))


def copy_from_first(tensors: Iterable[Tensor]) -> None:
    """Copy tensors, such as a network's buffers, from process 0."""
    if is_joined():
        for tensor in tensors:
            with process_errors():
                dist.broadcast(tensor.detach(), 0)


def check_equal(network: nn.Module) -> None:
    """Raise `UserError` unless the weights are the same in all processes, bit for bit."""
    if not is_joined():
        return
    weights = nn.utils.parameters_to_vector(network.parameters()).detach()
    least, most = weights.clone(), weights.clone()
    with process_errors():
        dist.all_reduce(least, dist.ReduceOp.MIN)
        dist.all_reduce(most, dist.ReduceOp.MAX)
    if not torch.equal(least, most):
        raise UserError("the processes of this run have different weights: resume it from its last checkpoint")


def on_any(*flags: bool) -> list[bool]:
    """Return whether each flag is set in any process."""
    return [share > 0 for share in average(as_tensor(flags)).tolist()]


def gather(value: T) -> list[T]:
    """Return the values of all processes by rank in process 0, and an empty list in the others."""
    if not is_joined():
        return [value]
    values: list[Any] = [None] * world_size() if rank() == 0 else []
    with process_errors():
        dist.gather_object(value, values or None)
    return values


def from_first(value: T) -> T:
    """Return the value of process 0 in all processes."""
    if not is_joined():
        return value
    values = [value]
    with process_errors():
        dist.broadcast_object_list(values)
    return values[0]
