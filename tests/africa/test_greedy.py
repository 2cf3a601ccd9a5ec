"""Where `greedy` starts."""

import numpy as np
import pytest
from africa.lockstep import GAME

from africana_env import Batch, make_opponent


@pytest.mark.parametrize("players", GAME.players)
def test_start_is_the_city_farthest_from_the_researchers_on_the_map(players):
    batch = Batch(GAME, 1, players)
    batch.reset(0)
    tables = batch.edition.tables[0]
    cities = np.flatnonzero(tables.city)
    greedy = make_opponent("greedy", GAME, 1)
    taken: list[int] = []
    for _ in range(players):
        away = tables.distance[:, taken or cities].sum(1)
        actions = np.zeros(1, np.int64)
        greedy.act(batch, batch.running, actions)
        assert away[actions[0]] == max(away[city] for city in cities if city not in taken)
        taken.append(int(actions[0]))
        batch.step(actions)
    assert set(taken) <= set(cities)
