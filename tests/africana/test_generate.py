"""Maps of generated editions: connected, without crossings, and like a printed one."""

from itertools import combinations

import numpy as np
import pytest

from africana_env import load_edition, load_game
from africana_env.engine.game.distances import distances
from africana_env.engine.game.draws import Draws
from africana_env.engine.game.edition_data import is_known
from africana_env.games.africana.axes import AXES, Numbers
from africana_env.games.africana.draw_net import crossing_pairs, passing_pairs, with_route
from africana_env.games.africana.generate import START_SPREAD, draw_edition, max_uses
from africana_env.games.africana.rules.state import LOCATIONS

GAME = load_game("africana_v0")
LEVELS = {f"{axis.name}={name}": numbers for axis in AXES for name, numbers in axis.levels.items()}
SETS = [*((f"generated:{number}", {}) for number in range(12))]
SETS += [(f"generated:{number},{level}", numbers) for level, numbers in LEVELS.items() for number in range(3)]


@pytest.fixture(scope="module", params=SETS, ids=lambda drawn: drawn[0])
def drawn(request):
    """An edition and the numbers that it was drawn from."""
    name, numbers = request.param
    return load_edition(GAME, name), Numbers(**numbers)


def pairs_of(edition):
    names = [entry["name"] for entry in edition.data["locations"]]
    return np.array([[names.index(name) for name in entry["between"]] for entry in edition.data["routes"]])


def test_routes_are_like_those_of_a_printed_map(drawn):
    edition, numbers = drawn
    tables, pairs = edition.tables[0], pairs_of(edition)
    places = np.array([entry["position"] for entry in edition.data["locations"]], float)
    number = len(places)
    least, most = (routes * number // LOCATIONS for routes in numbers.routes)
    assert least <= len(pairs) <= most
    routes = tables.num_routes[:number]
    assert numbers.routes_each[0] <= routes.min() <= routes.max() <= numbers.routes_each[1]
    crossings = (tables.half[pairs[:, 0]] != tables.half[pairs[:, 1]]).sum()
    assert numbers.crossings[0] <= crossings <= numbers.crossings[1]
    means = tables.distance[:number, :number].sum(axis=0) / (number - 1)
    low, high = numbers.mean_distance
    assert low <= means.mean() * np.sqrt(LOCATIONS / number) <= high
    assert np.ptp(means[tables.start_location]) <= START_SPREAD
    assert not np.triu(crossing_pairs(places, *pairs.T), 1).any()
    assert not passing_pairs(places, *pairs.T).any()


def test_halves_lie_on_their_sides(drawn):
    edition, numbers = drawn
    rows = {
        half: [entry["position"][1] for entry in edition.data["locations"] if entry["half"] == half]
        for half in ("north", "south")
    }
    assert len(rows["north"]) == len(rows["south"]) == (numbers.half_locations or 11)
    assert max(rows["north"]) < 54 < min(rows["south"])


def test_cards_lead_far_enough_and_nowhere_too_often(drawn):
    edition, numbers = drawn
    tables, cards, locations = edition.tables[0], edition.data["expeditions"], edition.data["locations"]
    ends = np.array([tables.expedition_start, tables.expedition_target])[:, : len(cards)]
    least, most = numbers.journey
    assert least <= tables.distance[*ends].min() <= tables.distance[*ends].max() <= most
    assert np.bincount(ends.ravel()).max() <= max_uses(cards, locations) + 1
    assert (tables.half[tables.adventure_target] != tables.adventure_book).all()
    assert np.ptp(np.bincount(tables.adventure_target, minlength=len(locations))) <= 1


def test_expeditions_are_paid_and_left_out_by_the_numbers(drawn):
    edition, numbers = drawn
    tables, number = edition.tables[0], len(edition.data["expeditions"])
    backs, silver, points = (
        tables[name][:number] for name in ("expedition_back", "expedition_silver", "expedition_points")
    )
    assert number == sum(numbers.expeditions or (34,))
    assert tables.removed[2:].tolist() == list(numbers.removed or (10, 7, 4))
    if numbers.points_noise == Numbers().points_noise:
        means = [points[backs == back].mean() for back in range(3)]
        assert means == sorted(means)
    if numbers.silver_noise == Numbers().silver_noise:
        means = [silver[backs == back].mean() for back in range(3)]
        assert means == sorted(means, reverse=True)
    if numbers.far_pay == 0:
        assert len({*zip(backs.tolist(), silver.tolist(), points.tolist(), strict=True)}) == 3
    if numbers.silver_noise == (-2,):
        assert silver.max() == 3


def test_symbols_are_spread_evenly(drawn):
    edition, numbers = drawn
    tables = edition.tables[0]
    symbols = tables.symbol[: len(edition.data["locations"])]
    assert {*symbols.sum(axis=1)} <= {1, 2}
    assert np.ptp(symbols.sum(axis=0)) <= 4
    if numbers.travel_cards is None:
        assert tables.travel_cards.sum() == 60
    else:
        assert sorted(tables.travel_cards.tolist()) == sorted(numbers.travel_cards)


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
    drawn = draw_edition({**data, "routes": known}, keep_known, Draws(1), {})
    assert {frozenset(entry["between"]) for entry in drawn["routes"]} == {
        frozenset(entry["between"]) for entry in known
    }
    fewer = draw_edition({**data, "routes": [*known[:4], *data["routes"][4:]]}, keep_known, Draws(1), {})
    assert fewer is None or fewer["routes"] != drawn["routes"]
