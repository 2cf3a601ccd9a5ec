"""Check an edition's data and fill the tables from it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from africana_env.engine.game.distances import distances
from africana_env.engine.game.edition_checks import Fault, check_counts, check_names, reachable
from africana_env.engine.game.edition_data import Column
from africana_env.games.africa.rules import state as rules
from africana_env.games.africa.rules.action_space import WALK_STEPS
from africana_env.games.africa.rules.names import MINERAL_NAMES, OTHER_NAMES, marker_names

FARTHEST = 50
"""The largest coordinate."""
NEIGHBOURS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""Change of q and r by direction, from east counterclockwise."""

_word = Column(str)
_count = Column(int, 0, rules.MAX_OF_A_KIND)

SECTIONS: dict[str, dict[str, Column]] = {
    "species": {"name": _word, "count": _count},
    "minerals": {
        "kind": Column(str, words=MINERAL_NAMES),
        "value": Column(int, 1, rules.MAX_VALUE),
        "count": Column(int, 0, rules.MAX_OF_A_MINERAL),
    },
    "goods": {"name": _word, "count": Column(int, 0, rules.GOODS_OF_A_KIND)},
    "spaces": {
        "name": _word,
        "q": Column(int, -FARTHEST, FARTHEST),
        "r": Column(int, -FARTHEST, FARTHEST),
        "city": Column(bool, optional=True),
    },
    "turn": {"actions": Column(int, 1, rules.MAX_ACTIONS)},
    "camps": {
        "supply": Column(int, 0, rules.MAX_SUPPLY),
        "supply_of_two": Column(int, 0, rules.MAX_SUPPLY),
        "per_player": Column(int, 0, rules.MAX_FIRST_CAMPS),
    },
    "monuments": {"count": Column(int, 1, rules.MAX_OF_A_KIND), "last_of_two": Column(int, 1, rules.MAX_OF_A_KIND)},
    "nomads": {"count": _count},
}
SINGLE = ("turn", "camps", "monuments", "nomads")
"""Sections with a single entry."""


def check_edition(data: Mapping[str, Any], fault: Fault) -> None:
    """Pass every fault to `fault`. The sections have been checked against `SECTIONS`."""
    check_structure(data, fault)
    check_markers(data, fault)
    check_map(data, fault)


def marker_counts(data: Mapping[str, Any]) -> list[int]:
    counts = [0] * rules.MARKER_KINDS
    for species, entry in enumerate(data["species"][: rules.SPECIES]):
        counts[rules.ANIMAL + species] = entry["count"]
    for good, entry in enumerate(data["goods"][: rules.GOODS]):
        counts[rules.GOOD + good] = entry["count"]
    for entry in data["minerals"]:
        counts[rules.MINERAL + rules.MAX_VALUE * MINERAL_NAMES.index(entry["kind"]) + entry["value"] - 1] = entry[
            "count"
        ]
    counts[rules.NOMAD] = data["nomads"]["count"]
    counts[rules.MONUMENT] = data["monuments"]["count"]
    return counts


def is_city(entry: Mapping[str, Any]) -> bool:
    return entry.get("city", False)


def check_structure(data: Mapping[str, Any], fault: Fault) -> None:
    """Check the number of spaces and markers against [structure] and the limits of the rules."""
    cities = sum(is_city(entry) for entry in data["spaces"])
    found = {"spaces": len(data["spaces"]), "cities": cities, "markers": sum(marker_counts(data))}
    check_counts(data, found, fault)
    if len(data["spaces"]) > rules.SPACES:
        fault(f"spaces: there must be at most {rules.SPACES}, not {len(data['spaces'])}", "spaces")
    if cities < rules.MAX_PLAYERS:
        fault(f"spaces: there must be at least {rules.MAX_PLAYERS} cities, not {cities}", "spaces")
    if found["markers"] != len(data["spaces"]) - cities:
        reason = f"there must be a marker for each of the {len(data['spaces']) - cities} spaces that are not cities"
        fault(f"{reason}, not {found['markers']}", "structure", None, "markers")


def check_markers(data: Mapping[str, Any], fault: Fault) -> None:
    """Check that every kind of marker occurs once with a unique name, and that there are enough monuments."""
    for section, number in (("species", rules.SPECIES), ("goods", rules.GOODS)):
        names = [entry["name"] for entry in data[section]]
        if len(names) != number or len(set(names)) != number:
            fault(f"{section} must have {number} different names", section)
    taken = Counter([*marker_names(data), *OTHER_NAMES])
    for section in ("species", "goods"):
        for index, entry in enumerate(data[section]):
            if taken[entry["name"]] > 1:
                fault(f"{entry['name']} is the name of other markers", section, index, "name")
    kinds = [(entry["kind"], entry["value"]) for entry in data["minerals"]]
    for index, kind in enumerate(kinds):
        if kind in kinds[:index]:
            fault(f"{kind[0]} of value {kind[1]} is given twice", "minerals", index)
    if data["monuments"]["last_of_two"] > data["monuments"]["count"]:
        fault(f"last_of_two must be at most {data['monuments']['count']}", "monuments", None, "last_of_two")


def around(q: int, r: int) -> list[tuple[int, int]]:
    """Return the six places next to one."""
    return [(q + east, r + south) for east, south in NEIGHBOURS]


def check_map(data: Mapping[str, Any], fault: Fault) -> None:
    """Check that spaces have different names and places and are connected."""
    check_names(data, "spaces", fault)
    places: dict[tuple[int, int], str] = {}
    for index, entry in enumerate(data["spaces"]):
        place = entry["q"], entry["r"]
        if place in places:
            fault(f"{entry['name']} has the place of {places[place]}", "spaces", index, "q")
        places[place] = entry["name"]
    if data["spaces"]:
        first = data["spaces"][0]
        found = reachable((first["q"], first["r"]), lambda place: {*around(*place)} & places.keys())
        for index, entry in enumerate(data["spaces"]):
            if (entry["q"], entry["r"]) not in found:
                fault(f"{entry['name']} cannot be reached from {first['name']}", "spaces", index)


def fill_tables(data: Mapping[str, Any], tables: Any) -> None:
    """Fill the tables, which are all zeros, from data without faults."""
    tables.markers[:] = marker_counts(data)
    tables.monuments[2:] = data["monuments"]["count"]
    tables.monuments[2] = data["monuments"]["last_of_two"]
    tables.supply[2:] = data["camps"]["supply"]
    tables.supply[2] = data["camps"]["supply_of_two"]
    tables.camps = data["camps"]["per_player"]
    tables.actions = data["turn"]["actions"]
    _build_map(tables, data["spaces"])


WALK_OFFSETS = [
    (sum(NEIGHBOURS[direction][0] for direction in steps), sum(NEIGHBOURS[direction][1] for direction in steps))
    for steps in WALK_STEPS
]
"""Change of q and r by walk."""


def _build_map(tables: Any, spaces: list[Mapping[str, Any]]) -> None:
    tables.num_spaces = len(spaces)
    tables.city[: len(spaces)] = [is_city(entry) for entry in spaces]
    tables.q[: len(spaces)] = [entry["q"] for entry in spaces]
    tables.r[: len(spaces)] = [entry["r"] for entry in spaces]
    number_at = {(entry["q"], entry["r"]): space for space, entry in enumerate(spaces)}

    def there(offsets: Sequence[tuple[int, int]]) -> np.ndarray:
        """Return the space at each offset from each space."""
        found = np.full((rules.SPACES, len(offsets)), rules.OFF_THE_MAP)
        found[: len(spaces)] = [
            [number_at.get((q + east, r + south), rules.OFF_THE_MAP) for east, south in offsets] for q, r in number_at
        ]
        return found

    neighbour = tables.neighbour[:] = there(NEIGHBOURS)
    tables.walk_to[:] = there(WALK_OFFSETS)
    tables.num_neighbours[:] = (neighbour != rules.OFF_THE_MAP).sum(axis=1)
    first = np.argsort(neighbour == rules.OFF_THE_MAP, axis=1, kind="stable")
    inner = np.take_along_axis(neighbour, first, axis=1)
    tables.next_space[:] = np.where(inner == rules.OFF_THE_MAP, np.arange(rules.SPACES)[:, None], inner)
    here, direction = np.nonzero(neighbour != rules.OFF_THE_MAP)
    tables.distance[:] = distances(rules.SPACES, np.stack((here, neighbour[here, direction]), axis=1))
