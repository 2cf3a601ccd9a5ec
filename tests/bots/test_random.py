"""The bot that plays uniformly random legal actions."""

import numpy as np
import pytest

from africana_env.bots.random import random_action
from africana_env.engine.game.rng import generator_dtype


def choices(mask, number, function=random_action):
    """`number` choices with the same mask."""
    generator = np.zeros(1, generator_dtype)
    generator["seed"] = len(mask)
    return np.array([function(None, None, mask, generator[0], None) for _ in range(number)])


def some_mask(size, share, seed):
    """A mask with about this share of legal actions, and at least one."""
    rng = np.random.default_rng(seed)
    mask = (rng.random(size) < share).astype(np.int8)
    mask[rng.integers(size)] = 1
    return mask


@pytest.mark.parametrize("size", [1, 2, 7, 8, 9, 15, 16, 17, 64, 141, 357])
@pytest.mark.parametrize("share", [0.0, 0.1, 1.0])
def test_every_legal_action_is_as_likely_as_the_others(size, share):
    mask = some_mask(size, share, seed=size)
    legal = np.flatnonzero(mask)
    counts = np.bincount(choices(mask, 200 * len(legal)), minlength=size)
    assert counts[mask == 0].sum() == 0
    assert np.abs(counts[legal] - 200).max() < 200 * 0.4


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("size", [5, 8, 130, 357])
def test_choices_are_the_same_without_compilation(size):
    function = getattr(random_action, "py_func", random_action)
    for share in (0.05, 1.0):
        mask = some_mask(size, share, seed=size)
        assert np.array_equal(choices(mask, 100, function), choices(mask, 100))
