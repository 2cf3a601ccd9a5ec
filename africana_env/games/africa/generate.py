"""Drawing the data of an edition: the shape of the land, its cities and the mix of the markers.

What the rulebook documents stays: how many spaces, cities and markers there are, the goods, the monuments, the base
camps and the actions of a turn.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from africana_env.engine.contract import Keep
from africana_env.engine.draws import Draws, exchanged
from africana_env.games.africa.edition import NEIGHBOURS, is_city

Place = tuple[int, int]

WIDTH, HEIGHT = 13, 14
"""Hexagons that the land may be wide and high."""
ROUNDNESS = 0.7
"""A place at sea becomes land with this chance to the power of its neighbours at sea: the less, the rounder."""
CANDIDATES = 8
"""Places on the coast that are tried for a city: the one furthest from all others is taken."""
SWAPS = 12
"""Markers that become markers of another kind."""
MARKERS = (3, 12)
"""Markers of a kind, at least and at most; of a value of gold or gems at most 8."""
MAX_MINERALS = 8


def draw_edition(data: Mapping[str, Any], keep: Keep, draws: Draws) -> dict[str, Any]:
    """Data like `data`, drawn anew but for the fields of entries that `keep(entry, field)` names."""
    return {**data, "spaces": draw_spaces(data["spaces"], keep, draws), **draw_markers(data, keep, draws)}


def draw_spaces(known: Sequence[Mapping[str, Any]], keep: Keep, draws: Draws) -> list[dict[str, Any]]:
    """Land of as many hexagons, in the order of the rows. If one space is to be kept where it is, all are."""
    if any(keep(entry, "q") for entry in known):
        return [dict(entry) for entry in known]
    land = draw_land(len(known), draws)
    cities = draw_cities(land, sum(map(is_city, known)), draws)
    rows = sorted(land, key=lambda place: (place[1], place[0]))
    spaces = []
    for entry, (q, r) in zip(known, rows, strict=True):
        space = {"name": entry["name"], "q": q, "r": r, "status": "assumed"}
        spaces.append({**space, "city": True} if (q, r) in cities else space)
    return spaces


def draw_land(size: int, draws: Draws) -> set[Place]:
    """Connected places, grown from one: those with many neighbours on land are likely to be next."""
    land: set[Place] = {(0, 0)}
    coast: list[Place] = list(NEIGHBOURS)
    """Places at sea, as often as they have neighbours on land."""
    west, east, north, south = 0, 0, 0, 0
    while len(land) < size:
        # The more neighbours, the likelier: once for each of them, and then by chance.
        place = coast[draws.below(len(coast))]
        q, r = place
        column = q + r // 2
        is_inside = max(south, r) - min(north, r) < HEIGHT and max(east, column) - min(west, column) < WIDTH
        if is_inside and draws.fraction() < ROUNDNESS ** (6 - coast.count(place)):
            west, east, north, south = min(west, column), max(east, column), min(north, r), max(south, r)
            land.add(place)
            coast = [other for other in coast if other != place]
            coast += [near for near in around(place) if near not in land]
        elif not is_inside:
            coast = [other for other in coast if other != place]
    north -= north % 2  # rows keep their shift
    return {(q - west + north // 2, r - north) for q, r in land}


def around(place: Place) -> list[Place]:
    """The six places next to one."""
    return [(place[0] + q, place[1] + r) for q, r in NEIGHBOURS]


def draw_cities(land: set[Place], number: int, draws: Draws) -> set[Place]:
    """Places on the coast, far from each other."""
    coast = sorted(place for place in land if not land.issuperset(around(place)))
    cities = [draws.choice(coast)]
    while len(cities) < number:
        tried = [draws.choice(coast) for _ in range(CANDIDATES)]
        cities.append(max(tried, key=lambda place: min(steps(place, city) for city in cities)))
    return {*cities}


def steps(one: Place, other: Place) -> int:
    """Steps from one place to another over an endless map."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def draw_markers(data: Mapping[str, Any], keep: Keep, draws: Draws) -> dict[str, Any]:
    """The sections of nomads, species and minerals, with some markers become markers of another kind."""
    kinds = [data["nomads"], *data["species"], *data["minerals"]]
    most = [MARKERS[1]] * (1 + len(data["species"])) + [MAX_MINERALS] * len(data["minerals"])
    counts = [entry["count"] for entry in kinds]
    free = [number for number, entry in enumerate(kinds) if not keep(entry, "count")]
    for _ in range(SWAPS if len(free) > 1 else 0):
        less, more = draws.shuffled(free)[:2]
        if counts[less] > MARKERS[0] and counts[more] < most[more]:
            counts[less] -= 1
            counts[more] += 1
    drawn = [{**entry, "count": count} for entry, count in zip(kinds, counts, strict=True)]
    species = 1 + len(data["species"])
    return {"nomads": drawn[0], "species": drawn[1:species], "minerals": drawn[species:]}


def shuffle_edition(data: Mapping[str, Any], draws: Draws) -> dict[str, Any]:
    """The edition with spaces, species and goods in another order and under each other's names."""
    new = dict(data)
    for section in ("spaces", "species", "goods"):
        names = exchanged([entry["name"] for entry in data[section]], draws)
        new[section] = draws.shuffled([{**entry, "name": names[entry["name"]]} for entry in data[section]])
    return new
