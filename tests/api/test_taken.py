"""The decisions of a batch's games, across new games."""

import numpy as np
import pytest

from africana_env.api.learner import Taken


@pytest.mark.parametrize("dtype", [np.uint16, np.int64, list])
def test_each_game_has_the_decisions_since_it_began(dtype):
    generator = np.random.default_rng(0)
    taken, expected = Taken(3), [[], [], []]
    for _ in range(200):
        restarts, rows = generator.random(3) < 0.1, generator.random(3) < 0.7
        if restarts.any():
            taken.restart(restarts)
        actions = generator.integers(0, 1000, 3)
        taken.add(actions.tolist() if dtype is list else actions.astype(dtype), rows)
        for row in range(3):
            expected[row] = ([] if restarts[row] else expected[row]) + [int(actions[row])] * bool(rows[row])
        assert [taken.of(row) for row in range(3)] == expected
