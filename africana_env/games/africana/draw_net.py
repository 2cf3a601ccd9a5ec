"""Drawing the routes of a map: a net without crossings over places that are given."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from africana_env.engine.game.distances import distances
from africana_env.engine.game.draws import Draws
from africana_env.games.africana.rules.state import LOCATIONS

Edge = tuple[int, int]

MIN_ROUTES, MAX_ROUTES = 2, 5
"""At a location."""
CROSSINGS = (4, 6)
"""Routes across the equator, at least and at most."""
ROUTES = (30, 34)
"""On a map of 22 places, at least and at most; on a smaller one as many for a place."""
SHORTCUTS = (3, 6)
"""Routes that are drawn last, each where it shortens the ways on the map most or nearly so."""
CLEARANCE = 3.0
"""How far a route passes a place where it does not lead; the map has a side of 100."""
NEARLY = 4
"""From so many of the best shortcuts one is drawn."""


def draw_net(
    places: np.ndarray, is_south: Sequence[bool], kept: Sequence[Edge], starts: Sequence[int], draws: Draws
) -> list[Edge] | None:
    """The routes between `places`, `float64` of shape (places, 2): those in `kept`, what connects all, enough across
    the equator and at each place, then the shortest that cross no other, each taken for a little longer or shorter than
    it is, and some shortcuts, rather those that bring the mean distances from the places `starts` nearer to each other.
    None if there is no such net."""
    net = Net(places, is_south)
    for one, other in kept:
        net.add(net.number[min(one, other), max(one, other)])
    lengths = [length * draws.between(0.7, 1.3) for length in apart(places[net.one], places[net.other]).tolist()]
    by_length = sorted(range(len(lengths)), key=lengths.__getitem__)
    ends = list(zip(net.one.tolist(), net.other.tolist(), strict=True))
    for pair in by_length:  # Kruskal
        if net.group[ends[pair][0]] != net.group[ends[pair][1]]:
            net.add_if_free(pair)
    for pair in by_length:
        if net.crossings < CROSSINGS[0] and net.across[pair]:
            net.add_if_free(pair)
    for pair in by_length:
        if min(net.degree[ends[pair][0]], net.degree[ends[pair][1]]) < MIN_ROUTES:
            net.add_if_free(pair)
    shortcuts = draws.within(*SHORTCUTS)
    wanted = draws.within(*ROUTES) * len(places) // LOCATIONS
    for pair in by_length:
        if len(net.edges) < wanted - shortcuts:
            net.add_if_free(pair)
    while len(net.edges) < wanted and (free := [pair for pair in by_length if net.is_free(pair)]):
        found = with_route(distances(len(places), net.edges), net.one[free], net.other[free])
        length = found.sum(axis=(1, 2))
        if starts:
            length += len(places) * np.ptp(found[:, starts].sum(axis=2), axis=1)
        net.add(free[draws.choice(np.argsort(length, kind="stable")[:NEARLY].tolist())])
    if min(net.degree) < MIN_ROUTES or net.crossings < CROSSINGS[0]:
        return None
    return sorted(net.edges)


class Net:
    """Routes between places, none of which crosses another. Pairs of places are numbered."""

    def __init__(self, places: np.ndarray, is_south: Sequence[bool]) -> None:
        pairs = list(combinations(range(len(places)), 2))
        self.number = {pair: number for number, pair in enumerate(pairs)}
        self.one, self.other = np.array(pairs).T
        self.edges: list[Edge] = []
        self.degree = [0] * len(places)
        self.group = list(range(len(places)))
        """Places that routes connect have the same number."""
        self.across = [is_south[one] != is_south[other] for one, other in pairs]
        """Whether a pair lies on both sides of the equator."""
        self.crossings = 0
        """Routes across the equator."""
        self._cross = crossing_pairs(places, self.one, self.other)
        self._blocked = passing_pairs(places, self.one, self.other)
        """Which pairs are connected, cross a route or would seem to lead through a third place."""

    def add(self, pair: int) -> None:
        """A route."""
        one, other = int(self.one[pair]), int(self.other[pair])
        self.edges.append((one, other))
        self.degree[one] += 1
        self.degree[other] += 1
        self.crossings += self.across[pair]
        self._blocked |= self._cross[pair]
        self._blocked[pair] = True
        old, new = self.group[one], self.group[other]
        self.group = [new if number == old else number for number in self.group]

    def is_free(self, pair: int) -> bool:
        """Whether there is room for a route: it crosses no other, and there are not enough already."""
        if self._blocked[pair] or (self.across[pair] and self.crossings >= CROSSINGS[1]):
            return False
        return max(self.degree[self.one[pair]], self.degree[self.other[pair]]) < MAX_ROUTES

    def add_if_free(self, pair: int) -> None:
        """A route, if there is room for it."""
        if self.is_free(pair):
            self.add(pair)


def apart(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """How far places are apart, shape (..., 2) each; names are wide, so places side by side count as nearer."""
    return np.hypot(0.7 * (one[..., 0] - other[..., 0]), one[..., 1] - other[..., 1])


def sides(places: np.ndarray, one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Above 0 where a place is to the left of the line from `one` to `other`: its distance times the line's length,
    shape (pairs, places)."""
    along, away = places[other] - places[one], places[None] - places[one, None]
    return along[:, None, 0] * away[..., 1] - along[:, None, 1] * away[..., 0]


def passing_pairs(places: np.ndarray, one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Which straight lines from `one` to `other` pass a third place within `CLEARANCE`, `bool` of shape (pairs,)."""
    along, away = places[other] - places[one], places[None] - places[one, None]
    length = np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)  # two places may be given as one
    reached = (along[:, None] * away).sum(axis=2) / length
    near = np.abs(sides(places, one, other)) / length < CLEARANCE
    return (near & (reached > 1e-9) & (reached < length - 1e-9)).sum(axis=1) > 0


def crossing_pairs(places: np.ndarray, one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Which straight lines from `one` to `other` cross which, `bool` of shape (pairs, pairs)."""
    side = sides(places, one, other)
    parts = side[:, one] * side[:, other] <= 0
    shared = (one[:, None] == one) | (one[:, None] == other) | (other[:, None] == one) | (other[:, None] == other)
    return parts & parts.T & ~shared


def with_route(distance: np.ndarray, one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The distances with one more route from `one` to `other`, for several of them: shape (routes, places, places)."""
    there = distance[one][:, :, None] + 1 + distance[other][:, None, :]
    return np.minimum(distance, np.minimum(there, there.transpose(0, 2, 1)))
