"""Datasets in PyTorch's loader: every decision once, however many workers."""

import pytest
import torch
from africana_training.datasets import DecisionBatches
from torch.utils.data import DataLoader

from africana_env import load_game
from africana_env.data import Dataset, record, record_dataset, shuffle


@pytest.mark.parametrize("workers", [0, pytest.param(2, marks=pytest.mark.slow)])
def test_every_decision_comes_once(workers, tmp_path, monkeypatch):
    monkeypatch.setattr(record, "PART_GAMES", 3)
    record_dataset(load_game("afritoria_v0"), ["random"], 7, tmp_path, 2)
    dataset = Dataset(tmp_path)
    # Processes that are started afresh: those that are forked have no threads of Numba's.
    start = "spawn" if workers else None
    loader = DataLoader(
        DecisionBatches(dataset, 4, reward="lead"), batch_size=None, num_workers=workers, multiprocessing_context=start
    )
    found = list(loader)
    keys = {
        (int(game), int(number)) for some in found for game, number in zip(some["game"], some["number"], strict=True)
    }
    assert len(keys) == sum(len(some["action"]) for some in found) == dataset.num_decisions
    assert all(some["observation"].dtype == torch.uint8 for some in found)
    chosen = [some["action_mask"].gather(1, some["action"][:, None]) for some in found]
    assert torch.cat(chosen).all()


def test_each_epoch_has_another_order_which_torch_decides(tmp_path):
    record_dataset(load_game("afritoria_v0"), ["random"], 7, tmp_path, 2)
    loader = DataLoader(DecisionBatches(Dataset(tmp_path), 64), batch_size=None)

    def order():
        return [
            (int(game), int(number))
            for some in loader
            for game, number in zip(some["game"], some["number"], strict=True)
        ]

    torch.manual_seed(1)
    first, second = order(), order()
    assert first != second
    assert sorted(first) == sorted(second)
    torch.manual_seed(1)
    assert order() == first


def test_each_epoch_reads_the_files_in_another_order(tmp_path, monkeypatch):
    """Otherwise distant parts of a large dataset are never mixed."""
    monkeypatch.setattr(record, "PART_GAMES", 1)
    monkeypatch.setattr(shuffle, "BUFFER", 64)
    record_dataset(load_game("afritoria_v0"), ["random"], 6, tmp_path, 2)
    loader = DataLoader(DecisionBatches(Dataset(tmp_path), 8), batch_size=None)
    torch.manual_seed(1)
    first = [int(next(iter(loader))["game"][0]) for _ in range(20)]
    assert {*first} == {*range(6)}
