"""Datasets for PyTorch's `DataLoader`."""

from collections.abc import Iterator

import torch
from torch import Tensor
from torch.utils.data import IterableDataset, get_worker_info

from africana_env import RewardName
from africana_env.data.dataset import Dataset


class DecisionBatches(IterableDataset[dict[str, Tensor]]):
    """The decisions of a dataset, up to one of each of `num_games` games at a time, as tensors by name: `observation`
    (`uint8`), `action_mask` (`int8`), `action`, `reward_to_go` (`float32`), `seat`, `bot`, `game` and `number`, see
    `africana_env.data.Decisions`. For `DataLoader(..., batch_size=None)`; each of its workers reads files of its own.
    """

    def __init__(
        self, dataset: Dataset, num_games: int = 1024, reward: RewardName = "outcome", entities: bool = False
    ) -> None:
        super().__init__()
        self.dataset = dataset
        self.num_games = num_games
        self.reward: RewardName = reward
        self.entities = entities

    def __iter__(self) -> Iterator[dict[str, Tensor]]:
        worker = get_worker_info()
        share = (0, 1) if worker is None else (worker.id, worker.num_workers)
        for some in self.dataset.batches(self.num_games, self.reward, self.entities, *share):
            yield {name: torch.from_numpy(values) for name, values in vars(some).items()}
