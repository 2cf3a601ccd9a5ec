"""The number of cards lacking to get to each location, against a search over all orders of cards."""

from heapq import heappop, heappush

import numpy as np
import pytest

from africana_env.engine.editions.editions import load_editions
from africana_env.games.africana import GAME
from africana_env.games.africana.entities import scratch_dtype
from africana_env.games.africana.lacking import LOWEST_BIT, MAX_LACKING, count_lacking
from africana_env.games.africana.rules.state import COLOURS, LOCATIONS


def lacking_by_trying(tables, here, joker, cards):
    """Return the fewest missing cards for each location, by a shortest path over locations and remaining hands."""
    least = [MAX_LACKING + 1] * LOCATIONS
    queue, seen = [(0, here, (*cards, joker))], set()
    while queue:
        lacking, place, hand = heappop(queue)
        if (place, hand) in seen or lacking > MAX_LACKING:
            continue
        seen.add((place, hand))
        least[place] = min(least[place], lacking)
        for there in tables.route[place][: tables.num_routes[place]].tolist():
            heappush(queue, (lacking + 1, there, hand))
            for kind, count in enumerate(hand):
                if count > 0 and (kind == COLOURS or tables.symbol[there, kind]):
                    left = (*hand[:kind], count - 1, *hand[kind + 1 :])
                    heappush(queue, (lacking, there, left))
    return least


@pytest.mark.parametrize("edition", ["reconstructed", "mini", "generated:0", "generated:1"])
def test_it_finds_what_trying_everything_finds(edition):
    tables = load_editions(GAME, edition).tables[0]
    scratch, generator = np.zeros(1, scratch_dtype)[0], np.random.default_rng(5)
    locations = int((tables.distance[0] < LOCATIONS).sum())
    for _ in range(25):
        here, joker = int(generator.integers(locations)), int(generator.integers(2))
        scratch.cards[:] = generator.multinomial(generator.integers(6), [1 / COLOURS] * COLOURS)
        count_lacking(tables, here, joker, scratch)
        assert scratch.lacking.tolist() == lacking_by_trying(tables, here, joker, scratch.cards.tolist())


def test_the_lowest_bit_is_found():
    assert [int(LOWEST_BIT[(1 << number) % 37]) for number in range(LOCATIONS)] == [*range(LOCATIONS)]
