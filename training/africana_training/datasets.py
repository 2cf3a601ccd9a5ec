"""Datasets for PyTorch's `DataLoader`."""

from collections.abc import Iterator

import torch
from torch import Tensor
from torch.utils.data import IterableDataset, get_worker_info

from africana_env import ObservationName, RewardName
from africana_env.data.dataset import Dataset
from africana_env.data.shuffle import shuffled

NUM_GAMES = 256
"""Games that are read at once."""


class DecisionBatches(IterableDataset[dict[str, Tensor]]):
    """The decisions of a dataset in shuffled minibatches of `batch_size`, see `africana_env.data.shuffled`.

    A minibatch is a dictionary of tensors: `observation` (`uint8`), `action_mask` (`int8`), `action`, `reward_to_go`
    (`float32`), `seat`, `bot`, `game` and `number`, see `africana_env.data.Decisions`. PyTorch draws a new order each
    time; `torch.manual_seed` repeats it.

    Pass it to `DataLoader(..., batch_size=None)`. Each worker reads separate files.
    """

    def __init__(
        self,
        dataset: Dataset,
        batch_size: int = 1024,
        *,
        reward: RewardName = "outcome",
        observation: ObservationName = "features",
    ) -> None:
        super().__init__()
        self.dataset = dataset
        self.batch_size = batch_size
        self.reward: RewardName = reward
        self.observation: ObservationName = observation

    def __iter__(self) -> Iterator[dict[str, Tensor]]:
        worker = get_worker_info()
        number, of = (0, 1) if worker is None else (worker.id, worker.num_workers)
        seed = int(torch.empty((), dtype=torch.int64).random_())  # each worker has its own PyTorch generator
        read = self.dataset.batches(
            NUM_GAMES, reward=self.reward, observation=self.observation, worker=number, num_workers=of, seed=seed
        )
        for some in shuffled(read, self.batch_size, seed=seed):
            yield {name: torch.from_numpy(values) for name, values in vars(some).items()}
