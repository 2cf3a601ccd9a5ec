"""Check an edition's data and fill the tables from it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from africana_env.engine.game.contract import player_counts
from africana_env.engine.game.distances import distances
from africana_env.engine.game.edition_checks import Fault, check_counts, check_names, check_size, reachable
from africana_env.engine.game.edition_data import Column
from africana_env.games.africana.hidden.observation import (
    MAX_EXPEDITION_POINTS,
    MAX_EXPEDITION_SILVER,
    MAX_GOLD,
    SILVER_PER_GOLD,
)
from africana_env.games.africana.rules import state as rules
from africana_env.games.africana.rules.tables import MAX_ROUTES, STEPS_AHEAD

HALVES = ("north", "south")
BACK_LETTERS = ("A", "B", "C")

_word = Column(str)
_half = Column(str, words=HALVES)
_location = Column(str, section="locations")

SECTIONS: dict[str, dict[str, Column]] = {
    "companies": {"name": _word, "start": _location, "silver": Column(int, 0, 50)},
    "travel_cards": {"colour": _word, "count": Column(int, 0, rules.TRAVEL_CARDS)},
    "spaces": {
        "silver": Column(int, 0, rules.MAX_BONUS_SILVER),
        "travel_cards": Column(int, 0, rules.MAX_BONUS_CARDS),
    },
    "removals": {"players": Column(int, 2, rules.MAX_PLAYERS), "cards": Column(int, 0, rules.EXPEDITIONS)},
    "locations": {
        "name": _word,
        "half": _half,
        "symbols": Column(list, 1, 2, section="travel_cards"),
        "position": Column(list, 2, 2, drawn=True),
    },
    "routes": {"between": Column(list, 2, 2, section="locations")},
    "expeditions": {
        "back": Column(str, words=BACK_LETTERS),
        "start": _location,
        "target": _location,
        "silver": Column(int, 0, MAX_EXPEDITION_SILVER),
        "points": Column(int, 0, MAX_EXPEDITION_POINTS),
    },
    "adventures": {
        "book": _half,
        "artifact": Column(str, optional=True),
        "assistant": Column(str, optional=True, section="travel_cards"),
        "target": _location,
        "silver": Column(int, 0, rules.MAX_ADVENTURE_SILVER),
        "points": Column(int, 0, rules.MAX_ADVENTURE_POINTS),
    },
}


def check_edition(data: Mapping[str, Any], fault: Fault) -> None:
    """Pass every fault to `fault`. The sections have been checked against `SECTIONS`."""
    check_structure(data, fault)
    check_map(data, fault)
    check_expeditions(data, fault)
    check_adventures(data, fault)
    check_money(data, fault)


def check_structure(data: Mapping[str, Any], fault: Fault) -> None:
    """Check the number of entries against [structure] and the limits of the rules."""
    backs = Counter(entry["back"] for entry in data["expeditions"])
    found = {
        "locations": len(data["locations"]),
        "travel_cards": sum(entry["count"] for entry in data["travel_cards"]),
        "expeditions": {back: backs[back] for back in BACK_LETTERS},
        "adventures": len(data["adventures"]),
    }
    check_counts(data, found, fault)
    for section, size, minimum, maximum in (
        ("locations", found["locations"], 2, rules.LOCATIONS),
        ("travel_cards", found["travel_cards"], rules.MAX_PLAYERS, rules.TRAVEL_CARDS),
        ("expeditions", len(data["expeditions"]), len(data["spaces"]), rules.EXPEDITIONS),
        ("adventures", found["adventures"], 0, rules.ADVENTURES),
        ("companies", len(data["companies"]), max(player_counts(data, rules.MAX_PLAYERS)), rules.MAX_PLAYERS),
        ("spaces", len(data["spaces"]), 1, rules.SPACES),
    ):
        check_size(section, size, minimum, maximum, fault)
    colours = [entry["colour"] for entry in data["travel_cards"]]
    if len(colours) != rules.COLOURS or len(set(colours)) != rules.COLOURS:
        fault(f"travel_cards must have {rules.COLOURS} different colours", "travel_cards")


def check_map(data: Mapping[str, Any], fault: Fault) -> None:
    """Check names, symbols and positions of locations, and that routes connect all of them."""
    colours = [entry["colour"] for entry in data["travel_cards"]]
    names = [entry["name"] for entry in data["locations"]]
    check_names(data, "locations", fault)
    check_names(data, "companies", fault)
    for index, entry in enumerate(data["locations"]):
        symbols = entry["symbols"]
        if any(symbol not in colours for symbol in symbols) or len({*map(str, symbols)}) != len(symbols):
            reason = f"symbols must be different colours out of {', '.join(colours)}, not {symbols}"
            fault(reason, "locations", index, "symbols")
        if not all(type(number) in (int, float) and 0 <= number <= 100 for number in entry["position"]):
            fault("position must be two numbers from 0 to 100", "locations", index, "position")
    for index, entry in enumerate(data["companies"]):
        if entry["start"] not in names:
            fault(f"start {entry['start']} is not a location", "companies", index, "start")
    neighbours: dict[str, set[str]] = {name: set() for name in names}
    for index, entry in enumerate(data["routes"]):
        one, other = entry["between"]
        unknown = [end for end in (one, other) if not isinstance(end, str) or end not in names]
        if unknown or one == other:
            known = f"{unknown[0]!r} is not a location" if unknown else "these are one"
            fault(f"between must name two different locations, and {known}", "routes", index, "between")
        elif other in neighbours[one]:
            fault(f"the route {one} - {other} is given twice", "routes", index, "between")
        else:
            neighbours[one].add(other)
            neighbours[other].add(one)
    for index, name in enumerate(names):
        if len(neighbours[name]) > MAX_ROUTES:
            fault(f"{name} has {len(neighbours[name])} routes, at most {MAX_ROUTES} are possible", "locations", index)
    found = reachable(names[0], neighbours.__getitem__) if names else set()
    for index, name in enumerate(names):
        if name not in found:
            fault(f"{name} cannot be reached from {names[0]}", "locations", index)


def check_expeditions(data: Mapping[str, Any], fault: Fault) -> None:
    """Check the order and the ends of expeditions, removals for each player count, and the bonuses of spaces."""
    names = {entry["name"] for entry in data["locations"]}
    previous = "A"
    for index, entry in enumerate(data["expeditions"]):
        for field in ("start", "target"):
            if entry[field] not in names:
                fault(f"{field} {entry[field]} is not a location", "expeditions", index, field)
        if entry["start"] == entry["target"]:
            fault("start and target must differ", "expeditions", index, "target")
        if entry["back"] < previous:
            fault("expeditions must be in the order A, B, C", "expeditions", index, "back")
        previous = entry["back"]
    counts = sorted(player_counts(data, rules.MAX_PLAYERS))
    if sorted(entry["players"] for entry in data["removals"]) != counts:
        fault(f"removals must have one entry for each of {', '.join(map(str, counts))} players", "removals")
    last = sum(entry["back"] == BACK_LETTERS[-1] for entry in data["expeditions"])
    for index, entry in enumerate(data["removals"]):
        most = min(last, len(data["expeditions"]) - len(data["spaces"]))
        if entry["cards"] > most:
            fault(f"only {most} C cards can be removed, not {entry['cards']}", "removals", index, "cards")
    for index, entry in enumerate(data["spaces"]):
        if (entry["silver"] > 0) == (entry["travel_cards"] > 0):
            fault("a space gives either silver or a travel card", "spaces", index)


def check_adventures(data: Mapping[str, Any], fault: Fault) -> None:
    """Check targets and rewards of adventures, and the number of cards of each kind."""
    halves = {entry["name"]: entry["half"] for entry in data["locations"]}
    colours = [entry["colour"] for entry in data["travel_cards"]]
    kinds: Counter[str] = Counter()
    assistants: Counter[str] = Counter()
    books: Counter[str] = Counter()
    for index, entry in enumerate(data["adventures"]):
        books[entry["book"]] += 1
        if books[entry["book"]] == rules.BOOK_CARDS + 1:
            fault(f"the {entry['book']}ern book has more than {rules.BOOK_CARDS} cards", "adventures", index)
        if entry["target"] not in halves:
            fault(f"target {entry['target']} is not a location", "adventures", index, "target")
        elif halves[entry["target"]] == entry["book"]:
            fault(f"target {entry['target']} must lie in the other half", "adventures", index, "target")
        if ("artifact" in entry) == ("assistant" in entry):
            fault("an adventure has either an artifact or an assistant", "adventures", index)
        elif "artifact" in entry:
            kinds[entry["artifact"]] += 1
            if kinds[entry["artifact"]] == rules.ARTIFACT_COPIES + 1:
                fault(
                    f"there are more than {rules.ARTIFACT_COPIES} of {entry['artifact']}",
                    "adventures",
                    index,
                    "artifact",
                )
            if kinds[entry["artifact"]] == 1 and len(kinds) == rules.ARTIFACTS + 1:
                fault(f"there are more than {rules.ARTIFACTS} kinds of artifacts", "adventures", index, "artifact")
        else:
            assistants[entry["assistant"]] += 1
            if entry["assistant"] not in colours:
                fault(f"assistant must be one of {', '.join(colours)}", "adventures", index, "assistant")
            if assistants[entry["assistant"]] == rules.BOOKS + 1:
                fault(
                    f"there are more than {rules.BOOKS} {entry['assistant']} assistants",
                    "adventures",
                    index,
                    "assistant",
                )
            if entry["silver"] or entry["points"]:
                fault("an assistant adventure pays no silver and no points", "adventures", index)


def check_money(data: Mapping[str, Any], fault: Fault) -> None:
    """Check that no player can ever have more silver than an observation shows."""
    paid = sum(entry["silver"] for section in ("expeditions", "adventures") for entry in data[section])
    paid += max((entry["silver"] for entry in data["companies"]), default=0)
    paid += len(data["expeditions"]) * max((entry["silver"] for entry in data["spaces"]), default=0)
    most = SILVER_PER_GOLD * (MAX_GOLD + 1) - 1
    if paid > most:
        fault(f"a player could earn {paid} silver, at most {most} is possible", "expeditions")


def fill_tables(data: Mapping[str, Any], tables: Any) -> None:
    """Fill the tables, which are all zeros, from data without faults."""
    names = [entry["name"] for entry in data["locations"]]
    colours = [entry["colour"] for entry in data["travel_cards"]]
    companies, spaces = data["companies"], data["spaces"]
    tables.start_location[: len(companies)] = [names.index(entry["start"]) for entry in companies]
    tables.start_silver[: len(companies)] = [entry["silver"] for entry in companies]
    tables.travel_cards[:] = [entry["count"] for entry in data["travel_cards"]]
    tables.num_spaces = len(spaces)
    tables.bonus_silver[: len(spaces)] = [entry["silver"] for entry in spaces]
    tables.bonus_cards[: len(spaces)] = [entry["travel_cards"] for entry in spaces]
    tables.removed[[entry["players"] for entry in data["removals"]]] = [entry["cards"] for entry in data["removals"]]
    _build_map(tables, data, names, colours)
    _fill_expeditions(tables, data["expeditions"], names)
    _fill_adventures(tables, data["adventures"], names, colours)


def _fill_expeditions(tables: Any, cards: Sequence[Mapping[str, Any]], names: list[str]) -> None:
    backs = [BACK_LETTERS.index(entry["back"]) for entry in cards]
    tables.num_expeditions = number = len(cards)
    tables.backs[:] = np.bincount(backs, minlength=len(BACK_LETTERS))
    tables.expedition_back[:number] = backs
    tables.expedition_start[:number] = [names.index(entry["start"]) for entry in cards]
    tables.expedition_target[:number] = [names.index(entry["target"]) for entry in cards]
    tables.expedition_silver[:number] = [entry["silver"] for entry in cards]
    tables.expedition_points[:number] = [entry["points"] for entry in cards]


def _fill_adventures(tables: Any, cards: Sequence[Mapping[str, Any]], names: list[str], colours: list[str]) -> None:
    kinds = artifact_kinds({"adventures": cards})
    tables.num_adventures = number = len(cards)
    tables.adventure_book[:number] = [HALVES.index(entry["book"]) for entry in cards]
    tables.adventure_target[:number] = [names.index(entry["target"]) for entry in cards]
    tables.adventure_artifact[:number] = [
        kinds.index(entry["artifact"]) if "artifact" in entry else rules.NOBODY for entry in cards
    ]
    tables.adventure_assistant[:number] = [
        colours.index(entry["assistant"]) if "assistant" in entry else rules.NOBODY for entry in cards
    ]
    tables.adventure_silver[:number] = [entry["silver"] for entry in cards]
    tables.adventure_points[:number] = [entry["points"] for entry in cards]


def artifact_kinds(data: Mapping[str, Any]) -> list[str]:
    """Return the names of the artifacts, in the order of their first adventure."""
    return list(dict.fromkeys(entry["artifact"] for entry in data["adventures"] if "artifact" in entry))


def _build_map(tables: Any, data: Mapping[str, Any], names: list[str], colours: list[str]) -> None:
    locations = data["locations"]
    tables.half[: len(names)] = [HALVES.index(entry["half"]) for entry in locations]
    tables.symbol[: len(names)] = [[colour in entry["symbols"] for colour in colours] for entry in locations]
    bits = np.int64(1) << np.arange(rules.LOCATIONS)
    tables.shows[:] = bits @ (tables.symbol == 1)
    ends = [(names.index(one), names.index(other)) for one, other in (entry["between"] for entry in data["routes"])]
    routes: list[list[int]] = [[] for _ in names]
    for one, other in ends:
        routes[one].append(other)
        routes[other].append(one)
    tables.distance[:] = distance = distances(rules.LOCATIONS, ends)
    tables.num_routes[: len(names)] = [len(destinations) for destinations in routes]
    for steps in range(STEPS_AHEAD + 1):
        tables.within[: len(names), steps] = ((distance <= steps) @ bits)[: len(names)]
    route, nearer = tables.route, tables.nearer
    for here, destinations in enumerate(routes):
        route[here, : len(destinations)] = destinations
        for number, there in enumerate(destinations):
            nearer[here] |= (distance[there] < distance[here]).astype(np.uint8) << number
