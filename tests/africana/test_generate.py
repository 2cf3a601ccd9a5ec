"""Maps of generated editions: connected, without crossings, and like a printed one."""

from itertools import combinations

import numpy as np
import pytest

from africana_env import load_edition, load_game
from africana_env.engine.game.distances import distances
from africana_env.engine.game.draws import Draws
from africana_env.engine.game.edition_data import is_known
from africana_env.games.africana.draw_net import (
    CROSSINGS,
    MAX_ROUTES,
    MIN_ROUTES,
    ROUTES,
    crossing_pairs,
    passing_pairs,
    with_route,
)
from africana_env.games.africana.generate import MAX_USES, MEAN_DISTANCE, MIN_JOURNEY, START_SPREAD, draw_edition

GAME = load_game("africana_v0")
NUMBERS = range(12)


@pytest.fixture(scope="module", params=NUMBERS)
def edition(request):
    return load_edition(GAME, f"generated:{request.param}")


def pairs_of(edition):
    names = [entry["name"] for entry in edition.data["locations"]]
    return np.array([[names.index(name) for name in entry["between"]] for entry in edition.data["routes"]])


def test_routes_are_like_those_of_a_printed_map(edition):
    tables, pairs = edition.tables[0], pairs_of(edition)
    assert ROUTES[0] <= len(pairs) <= ROUTES[1]
    assert MIN_ROUTES <= tables.num_routes.min() <= tables.num_routes.max() <= MAX_ROUTES
    assert CROSSINGS[0] <= (tables.half[pairs[:, 0]] != tables.half[pairs[:, 1]]).sum() <= CROSSINGS[1]
    means = tables.distance.sum(axis=0) / 21
    assert MEAN_DISTANCE[0] <= means.mean() <= MEAN_DISTANCE[1]
    assert np.ptp(means[tables.start_location]) <= START_SPREAD
    places = np.array([entry["position"] for entry in edition.data["locations"]], float)
    assert not np.triu(crossing_pairs(places, *pairs.T), 1).any()
    assert not passing_pairs(places, *pairs.T).any()


def test_halves_lie_on_their_sides(edition):
    rows = {
        half: [entry["position"][1] for entry in edition.data["locations"] if entry["half"] == half]
        for half in ("north", "south")
    }
    assert (len(rows["north"]), len(rows["south"])) == (11, 11)
    assert max(rows["north"]) < 54 < min(rows["south"])


def test_cards_lead_far_enough_and_nowhere_too_often(edition):
    tables = edition.tables[0]
    assert tables.distance[tables.expedition_start, tables.expedition_target].min() >= MIN_JOURNEY
    ends = np.concatenate([tables.expedition_start, tables.expedition_target])
    assert np.bincount(ends, minlength=22).max() <= MAX_USES + 1
    assert (tables.half[tables.adventure_target] != tables.adventure_book).all()
    assert set(np.bincount(tables.adventure_target, minlength=22)) <= {1, 2}
    silver = [tables.expedition_silver[tables.expedition_back == back].mean() for back in range(3)]
    points = [tables.expedition_points[tables.expedition_back == back].mean() for back in range(3)]
    assert silver == sorted(silver, reverse=True)
    assert points == sorted(points)


def test_symbols_are_spread_evenly(edition):
    tables = edition.tables[0]
    assert set(tables.symbol.sum(axis=1)) == {1, 2}
    assert np.ptp(tables.symbol.sum(axis=0)) <= 4
    assert tables.travel_cards.sum() == 60


def test_crossings_by_hand():
    places = np.array([[0, 0], [10, 10], [0, 10], [10, 0], [5, 20], [20, 10.5]], float)
    pairs = list(combinations(range(6), 2))
    one, other = np.array(pairs).T
    cross = crossing_pairs(places, one, other)
    number = {pair: index for index, pair in enumerate(pairs)}
    assert cross[number[0, 1], number[2, 3]]
    assert not cross[number[0, 2], number[1, 3]]
    assert not cross[number[0, 1], number[0, 3]]  # they meet
    assert (cross == cross.T).all()
    passing = passing_pairs(places, one, other)
    assert passing[number[2, 5]]  # nearly through place 1
    assert not passing[number[0, 1]]


def test_distances_with_one_more_route_are_those_of_the_larger_net():
    edges = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]
    before = distances(6, edges)
    assert before[0, 5] == 5
    found = with_route(before, np.array([0, 1]), np.array([5, 4]))
    for number, more in enumerate([(0, 5), (1, 4)]):
        assert found[number].tolist() == distances(6, [*edges, more]).tolist()


def keep_known(entry, field):
    return field == "position" or is_known(entry, field)


def test_a_map_that_is_known_as_a_whole_stays_as_it_is():
    data = load_edition(GAME, "generated:5").data
    known = [{**entry, "status": "documented"} for entry in data["routes"]]
    drawn = draw_edition({**data, "routes": known}, keep_known, Draws(1))
    assert {frozenset(entry["between"]) for entry in drawn["routes"]} == {
        frozenset(entry["between"]) for entry in known
    }
    fewer = draw_edition({**data, "routes": [*known[:4], *data["routes"][4:]]}, keep_known, Draws(1))
    assert fewer is None or fewer["routes"] != drawn["routes"]
