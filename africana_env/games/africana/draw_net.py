"""Draw the routes of a map: a connected net without crossings over given places."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from africana_env.engine.game.distances import distances
from africana_env.engine.game.draws import Draws
from africana_env.games.africana.axes import Numbers
from africana_env.games.africana.rules.state import LOCATIONS

Edge = tuple[int, int]

SHORTCUTS = (3, 6)
"""Routes drawn last, where they shorten distances most."""
CLEARANCE = 3.0
"""Least distance from a route to a place that it passes, on a map of side 100."""
NEARLY = 4
"""Each shortcut is drawn from this many of the best ones."""


def draw_net(
    places: np.ndarray,
    is_south: Sequence[bool],
    kept: Sequence[Edge],
    starts: Sequence[int],
    numbers: Numbers,
    draws: Draws,
) -> list[Edge] | None:
    """Return the routes between `places`, `float64` of shape (places, 2), or None if there is no such net.

    Routes are added in this order: those in `kept`; a spanning tree; enough across the equator and at each place; the
    shortest, by lengths with noise; shortcuts, which also even out the mean distances from the places `starts`."""
    net = Net(places, is_south, numbers)
    least, _ = numbers.routes_each
    least_crossings, _ = numbers.crossings
    for one, other in kept:
        net.add(net.number[min(one, other), max(one, other)])
    lengths = [length * draws.between(0.7, 1.3) for length in apart(places[net.one], places[net.other]).tolist()]
    by_length = sorted(range(len(lengths)), key=lengths.__getitem__)
    ends = list(zip(net.one.tolist(), net.other.tolist(), strict=True))
    for pair in by_length:  # Kruskal
        if net.group[ends[pair][0]] != net.group[ends[pair][1]]:
            net.add_if_free(pair)
    for pair in by_length:
        if net.crossings < least_crossings and net.across[pair]:
            net.add_if_free(pair)
    for pair in by_length:
        if min(net.degree[ends[pair][0]], net.degree[ends[pair][1]]) < least:
            net.add_if_free(pair)
    shortcuts = draws.within(*SHORTCUTS)
    wanted = draws.within(*numbers.routes) * len(places) // LOCATIONS
    for pair in by_length:
        if len(net.edges) < wanted - shortcuts:
            net.add_if_free(pair)
    while len(net.edges) < wanted and (free := [pair for pair in by_length if net.is_free(pair)]):
        found = with_route(distances(len(places), net.edges), net.one[free], net.other[free])
        length = found.sum(axis=(1, 2))
        if starts:
            length += len(places) * np.ptp(found[:, starts].sum(axis=2), axis=1)
        net.add(free[draws.choice(np.argsort(length, kind="stable")[:NEARLY].tolist())])
    too_many = not kept and len(net.edges) > numbers.routes[1] * len(places) // LOCATIONS
    if too_many or min(net.degree) < least or net.crossings < least_crossings:
        return None
    return sorted(net.edges)


class Net:
    """Routes between places, without crossings. Pairs of places are numbered."""

    def __init__(self, places: np.ndarray, is_south: Sequence[bool], numbers: Numbers) -> None:
        pairs = list(combinations(range(len(places)), 2))
        self.number = {pair: number for number, pair in enumerate(pairs)}
        self.one, self.other = np.array(pairs).T
        self.edges: list[Edge] = []
        self.degree = [0] * len(places)
        self.group = list(range(len(places)))
        """By place: connected places have the same number."""
        self.across = [is_south[one] != is_south[other] for one, other in pairs]
        """By pair: whether it crosses the equator."""
        self.crossings = 0
        """Routes across the equator."""
        self._most_each, self._most_crossings = numbers.routes_each[1], numbers.crossings[1]
        self._cross = crossing_pairs(places, self.one, self.other)
        self._blocked = passing_pairs(places, self.one, self.other)
        """By pair: whether it has a route, crosses one, or passes close to a third place."""

    def add(self, pair: int) -> None:
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
        """Return whether a route can be added without a crossing or exceeding a limit."""
        if self._blocked[pair] or (self.across[pair] and self.crossings >= self._most_crossings):
            return False
        return max(self.degree[self.one[pair]], self.degree[self.other[pair]]) < self._most_each

    def add_if_free(self, pair: int) -> None:
        if self.is_free(pair):
            self.add(pair)


def apart(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return distances between places of shape (..., 2). Horizontal ones count less, since names are wide."""
    return np.hypot(0.7 * (one[..., 0] - other[..., 0]), one[..., 1] - other[..., 1])


def sides(places: np.ndarray, one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return the distance of each place from each line, times the line's length, positive on its left.

    Lines go from `one` to `other`; the result has shape (pairs, places)."""
    along, away = places[other] - places[one], places[None] - places[one, None]
    return along[:, None, 0] * away[..., 1] - along[:, None, 1] * away[..., 0]


def passing_pairs(places: np.ndarray, one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return which lines from `one` to `other` pass a third place within `CLEARANCE`, `bool` of shape (pairs,)."""
    along, away = places[other] - places[one], places[None] - places[one, None]
    length = np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)  # two places may coincide
    reached = (along[:, None] * away).sum(axis=2) / length
    near = np.abs(sides(places, one, other)) / length < CLEARANCE
    return (near & (reached > 1e-9) & (reached < length - 1e-9)).sum(axis=1) > 0


def crossing_pairs(places: np.ndarray, one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return which lines from `one` to `other` cross each other, `bool` of shape (pairs, pairs)."""
    side = sides(places, one, other)
    parts = side[:, one] * side[:, other] <= 0
    shared = (one[:, None] == one) | (one[:, None] == other) | (other[:, None] == one) | (other[:, None] == other)
    return parts & parts.T & ~shared


def with_route(distance: np.ndarray, one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return the distances with one more route, for each route from `one` to `other`: (routes, places, places)."""
    there = distance[one][:, :, None] + 1 + distance[other][:, None, :]
    return np.minimum(distance, np.minimum(there, there.transpose(0, 2, 1)))
