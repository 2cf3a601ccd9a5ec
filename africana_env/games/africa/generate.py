"""Draw the data of an edition: the shape of the land, its cities and the mix of the markers.

Documented data stay: the number of spaces, cities and markers, the goods, the monuments, the base camps and the actions
of a turn.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from africana_env.engine.game.contract import Keep
from africana_env.engine.game.draws import Draws, exchanged
from africana_env.engine.game.edition_checks import reachable
from africana_env.engine.game.edition_data import assumed, with_values
from africana_env.games.africa.axes import Numbers
from africana_env.games.africa.edition import FARTHEST, around, is_city
from africana_env.games.africa.rules import state as rules

Place = tuple[int, int]

CANDIDATES = 8
"""Places on the coast tried for a city; the one farthest from all others is taken."""
LAST_OF_TWO = 2
"""Monuments left when a game of two players ends."""


def draw_edition(
    data: Mapping[str, Any], keep: Keep, draws: Draws, changes: Mapping[str, Any]
) -> dict[str, Any] | None:
    """Return `data` with all fields redrawn except where `keep(entry, field)`, or None if kept places do not fit.
    `changes` are numbers of `axes` that are not standard."""
    numbers = Numbers(**changes)
    resized = sized(data, numbers, draws)
    spaces = None if resized is None else draw_spaces(resized["spaces"], keep, numbers, draws)
    if resized is None or spaces is None:
        return None
    return {**resized, "spaces": spaces, **draw_markers(resized, keep, numbers, draws)}


def sized(data: Mapping[str, Any], numbers: Numbers, draws: Draws) -> Mapping[str, Any] | None:
    """Return the data with the numbers of spaces and markers that are not standard, or None if there is no room."""
    known = data["structure"]
    size, cities = numbers.spaces or known["spaces"], numbers.cities or known["cities"]
    if (size, cities, numbers.minerals, numbers.monuments) == (known["spaces"], known["cities"], None, None):
        return data
    markers = size - cities
    usual = round(data["monuments"]["count"] * markers / known["markers"])
    monuments, last_of_two = numbers.monuments or (usual, usual - LAST_OF_TWO)
    kinds = [data["nomads"], *data["species"], *data["minerals"], *data["goods"]]
    counts = fitted_counts(kinds, markers - monuments, numbers, draws)
    if counts is None:
        return None
    drawn = [assumed(entry, count=count) for entry, count in zip(kinds, counts, strict=True)]
    return {
        **data,
        "structure": assumed(known, spaces=size, cities=cities, markers=markers),
        "monuments": assumed(data["monuments"], count=monuments, last_of_two=last_of_two),
        "spaces": sized_spaces(data["spaces"], size, cities),
        **by_section(data, drawn),
    }


def fitted_counts(kinds: Sequence[Mapping[str, Any]], total: int, numbers: Numbers, draws: Draws) -> list[int] | None:
    """Return how many markers of each kind there are, `total` in all, or None if there is no room. Random kinds get
    more or fewer than before; minerals only if `numbers.minerals` does not fix them."""
    counts, free = [], []
    limits = (
        (rules.MAX_OF_A_KIND, 1 + rules.SPECIES),
        (rules.MAX_OF_A_MINERAL, rules.MINERALS * rules.MAX_VALUE),
        (rules.GOODS_OF_A_KIND, rules.GOODS),
    )
    most = [limit for limit, number in limits for _ in range(number)]
    for number, entry in enumerate(kinds):
        if "value" in entry and numbers.minerals is not None:
            counts.append(numbers.minerals[entry["value"] - 1])
        else:
            counts.append(entry["count"])
            free.append(number)
    if total < sum(counts) - sum(counts[kind] for kind in free):
        return None
    while (missing := total - sum(counts)) != 0:
        if missing > 0:
            counts[draws.choice([kind for kind in free if counts[kind] < most[kind]])] += 1
        else:
            counts[draws.choice([kind for kind in free for _ in range(counts[kind])])] -= 1
    return counts


def by_section(data: Mapping[str, Any], drawn: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return entries in the order of nomads, species, minerals and goods by section."""
    species, minerals = 1 + len(data["species"]), 1 + len(data["species"]) + len(data["minerals"])
    found = {"nomads": drawn[0], "species": [*drawn[1:species]], "minerals": [*drawn[species:minerals]]}
    return found | ({"goods": [*drawn[minerals:]]} if len(drawn) > minerals else {})


def sized_spaces(spaces: list[dict[str, Any]], size: int, cities: int) -> list[dict[str, Any]]:
    """Return the first `size` spaces, the first `cities` as cities. `draw_spaces` gives them places."""
    found = []
    for number, entry in enumerate(spaces[:size]):
        found.append({"name": entry["name"], "q": entry["q"], "r": entry["r"], "status": "assumed"})
        if number < cities:
            found[-1]["city"] = True
    return found


def draw_spaces(
    known: Sequence[Mapping[str, Any]], keep: Keep, numbers: Numbers, draws: Draws
) -> list[dict[str, Any]] | None:
    """Return the spaces on new land of the same size, or None. Places that are not kept are in order of rows.

    A single coordinate is never kept, since it fixes no place."""
    fixed = {number: place_of(entry) for number, entry in enumerate(known) if keep(entry, "q") and keep(entry, "r")}
    is_known_city = {number: is_city(entry) for number, entry in enumerate(known) if keep(entry, "city")}
    land = draw_land(len(known), set(fixed.values()), numbers, draws)
    if land is None:
        return None
    cities = [place for number, place in fixed.items() if is_known_city.get(number)]
    others = {place for number, place in fixed.items() if is_known_city.get(number) is False}
    if not draw_cities(land, others, cities, sum(map(is_city, known)), draws):
        return None
    rows = sorted(land - {*fixed.values()}, key=lambda place: (place[1], place[0]))
    places = dict(fixed)
    for wanted in (True, False, None):
        for number in range(len(known)):
            if number in places or is_known_city.get(number) is not wanted:
                continue
            found = next((place for place in rows if wanted is None or (place in cities) == wanted), None)
            if found is None:
                return None
            rows.remove(found)
            places[number] = found
    return [space(entry, keep, places[number], places[number] in cities) for number, entry in enumerate(known)]


def place_of(entry: Mapping[str, Any]) -> Place:
    return entry["q"], entry["r"]


def space(entry: Mapping[str, Any], keep: Keep, place: Place, city: bool) -> dict[str, Any]:
    """Return a space at a place. Fields that were kept stay documented."""
    new = {"name": entry["name"], "q": place[0], "r": place[1], **({"city": True} if city else {})}
    if not city and entry.get("city") is False and keep(entry, "city"):
        new["city"] = False
    kept = [field for field in new if keep(entry, field) and entry.get(field) == new[field]]
    if not kept:
        return {**new, "status": "assumed"}
    status = {field: "documented" if field in kept else "assumed" for field in new}
    source = {"source": entry["source"]} if "source" in entry else {}
    return {**new, "status": "documented" if len(kept) == len(new) else status, **source}


def draw_land(size: int, kept: set[Place], numbers: Numbers, draws: Draws) -> set[Place] | None:
    """Return `size` connected places including `kept`, or None if these are not enough.

    Land grows from `kept`, or from one place, by the chances `numbers.land`."""
    land = connected(kept, draws) if kept else {(0, 0)}
    if len(land) > size:
        return None
    coast = [near for place in land for near in around(*place) if near not in land]
    """Sea places, once for each neighbour on land."""
    columns, rows = [q + r // 2 for q, r in land], [r for _, r in land]
    west, east, north, south = min(columns), max(columns), min(rows), max(rows)
    width, height = max(numbers.width, east - west + 1), max(numbers.height, south - north + 1)
    while len(land) < size:
        if not coast:
            return None

        place = coast[draws.below(len(coast))]
        q, r = place
        column = q + r // 2
        is_inside = max(south, r) - min(north, r) < height and max(east, column) - min(west, column) < width
        is_inside &= max(abs(q), abs(r)) <= FARTHEST
        if is_inside and draws.fraction() < numbers.land[coast.count(place)]:
            west, east, north, south = min(west, column), max(east, column), min(north, r), max(south, r)
            land.add(place)
            coast = [other for other in coast if other != place]
            coast += [near for near in around(*place) if near not in land]
        elif not is_inside:
            coast = [other for other in coast if other != place]
    if kept:
        return land
    north -= north % 2  # rows keep their shift
    return {(q - west + north // 2, r - north) for q, r in land}


def connected(kept: set[Place], draws: Draws) -> set[Place]:
    """Return these places and shortest connections between them."""
    land = {*kept}
    while True:
        reached = reachable(min(land), lambda place: land.intersection(around(*place)))
        if len(reached) == len(land):
            return land
        gaps = [(steps(one, other), one, other) for one in sorted(reached) for other in sorted(land - reached)]
        least = min(gaps)[0]
        _, here, there = draws.choice([gap for gap in gaps if gap[0] == least])
        while here != there:
            here = draws.choice([near for near in around(*here) if steps(near, there) < steps(here, there)])
            land.add(here)


def draw_cities(land: set[Place], others: set[Place], cities: list[Place], number: int, draws: Draws) -> bool:
    """Add distant places on the coast, not in `others`, to `cities` up to `number`. Return whether there are enough."""
    coast = sorted(place for place in land - others if not land.issuperset(around(*place)))
    while coast and len(cities) < number:
        tried = [draws.choice(coast) for _ in range(CANDIDATES if cities else 1)]
        cities.append(max(tried, key=lambda place: min((steps(place, city) for city in cities), default=0)))
    return len({*cities}) == number


def steps(one: Place, other: Place) -> int:
    """Return the steps between places on an endless map."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def draw_markers(data: Mapping[str, Any], keep: Keep, numbers: Numbers, draws: Draws) -> dict[str, Any]:
    """Return the nomads, species and minerals, with some markers moved from one kind to another."""
    kinds = [data["nomads"], *data["species"], *data["minerals"]]
    limits = [numbers.kind] * (1 + len(data["species"])) + [numbers.mineral] * len(data["minerals"])
    counts = [entry["count"] for entry in kinds]
    stays = "value" if numbers.minerals is not None else "none"
    free = [number for number, entry in enumerate(kinds) if not keep(entry, "count") and stays not in entry]
    for _ in range(numbers.swaps if len(free) > 1 else 0):
        less, more = draws.shuffled(free)[:2]
        if counts[less] > limits[less][0] and counts[more] < limits[more][1]:
            counts[less] -= 1
            counts[more] += 1
    return by_section(data, [{**entry, "count": count} for entry, count in zip(kinds, counts, strict=True)])


def shuffle_edition(data: Mapping[str, Any], draws: Draws) -> dict[str, Any]:
    """Return the edition with shuffled spaces, species and goods, and shuffled names."""
    new = dict(data)
    for section in ("spaces", "species", "goods"):
        names = exchanged([entry["name"] for entry in data[section]], draws)
        new[section] = draws.shuffled([with_values(entry, name=names[entry["name"]]) for entry in data[section]])
    return new
