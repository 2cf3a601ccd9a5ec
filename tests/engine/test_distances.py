"""Distances on maps, against a search from each place."""

from random import Random

import numpy as np
import pytest

from africana_env.engine.game.distances import distances


def searched(number, edges):
    found = []
    for start in range(number):
        away, fresh = {start: 0}, [start]
        for here in fresh:
            for there in [other for edge in edges for other in edge if here in edge and other not in away]:
                away[there] = away[here] + 1
                fresh.append(there)
        found.append([away.get(place, number) for place in range(number)])
    return found


@pytest.mark.parametrize("count", [0, 1, 6, 12, 30])
def test_distances_are_those_of_a_search(count):
    random = Random(count)
    edges = [tuple(random.sample(range(12), 2)) for _ in range(count)]
    assert distances(12, edges).tolist() == searched(12, edges)
    assert distances(12, np.array(edges).reshape(-1, 2)).tolist() == searched(12, edges)
