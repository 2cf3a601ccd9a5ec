"""Drawing the data of an edition: the map, what is on it and what cards ask and pay.

What the rulebook documents stays: the locations' number, names and halves, the companies, how many cards there are, the
artifacts and assistants of each book. All else is drawn, or as much of it as is not to be kept.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from africana_env.engine.game.contract import Keep
from africana_env.engine.game.distances import distances
from africana_env.engine.game.draws import Draws, exchanged
from africana_env.engine.game.edition_data import assumed, with_values
from africana_env.games.africana.draw_net import Edge, apart, draw_net
from africana_env.games.africana.edition import BACK_LETTERS, HALVES, artifact_kinds
from africana_env.games.africana.rules.state import LOCATIONS

MEAN_DISTANCE = (2.5, 3.1)
"""Steps between two of 22 locations; `reconstructed` has 2.9. For fewer they shrink with the root of the number."""
START_SPREAD = 0.4
"""By how many steps the mean distance from the starts of two companies may differ."""
HALF_ROWS = {"north": (3.0, 51.0), "south": (57.0, 97.0)}
"""Where the halves lie on the map, from the top."""
COLUMNS = (4.0, 96.0)
"""Where locations lie, from the left."""
LEAST_SPREAD = 5.0
"""How far locations are from the line along which they lie, as the root mean square."""
CANDIDATES = 12
"""Places that are tried for a location: the one furthest from all others is taken."""
SINGLES = (2, 8)
"""Locations with one symbol; the others have two, as many of each colour as can be."""
MAX_USES = 5
"""How often a location is the start or the target of an expedition."""
EXPEDITION_FIELDS = ("back", "start", "target", "silver", "points")
MIN_JOURNEY = 2
"""Steps from the start to the target of an expedition."""


def draw_edition(data: Mapping[str, Any], keep: Keep, draws: Draws) -> dict[str, Any] | None:
    """Data like `data`, drawn anew but for the fields of entries that `keep(entry, field)` names; None if the map that
    was drawn is none for a game: then draw again. A map all of whose routes are kept gets no further ones."""
    names = [entry["name"] for entry in data["locations"]]
    starts = [names.index(entry["start"]) for entry in data["companies"]]
    places = draw_places(data["locations"], keep, draws)
    ends = [entry["between"] for entry in data["routes"] if keep(entry, "between")]
    kept = [(names.index(one), names.index(other)) for one, other in ends]
    is_whole = len(kept) == len(data["routes"])
    is_south = [entry["half"] == HALVES[1] for entry in data["locations"]]
    fixed = [place for place in starts if keep(data["locations"][place], "position")]
    # Positions are for drawings. Where they leave no room for routes, these are drawn over others.
    over = places if is_whole or is_spread(places) else draw_places(data["locations"], lambda *_: False, draws)
    net = kept if is_whole else draw_net(over, is_south, kept, fixed, draws)
    if net is None:
        return None
    order = balanced_order(data["locations"], distances(len(names), net), starts, keep, draws)
    locations = [
        changed(entry, keep, position=[int(number) for number in places[place]])
        for entry, place in zip(data["locations"], order, strict=True)
    ]
    net = sorted((min(pair), max(pair)) for pair in ((order.index(one), order.index(other)) for one, other in net))
    distance = distances(len(names), net)
    if not is_whole and not is_map_for_a_game(distance, starts, len(kept) / len(net)):
        return None
    expeditions = draw_expeditions(data, names, distance, keep, draws)
    if expeditions is None:
        return None
    counts = {back: sum(entry["back"] == back for entry in expeditions) for back in BACK_LETTERS}
    return {
        **data,
        "structure": {**data["structure"], "expeditions": counts},
        "travel_cards": draw_travel_cards(data["travel_cards"], keep, draws),
        "spaces": draw_spaces(data["spaces"], keep, draws),
        "locations": draw_symbols(locations, [entry["colour"] for entry in data["travel_cards"]], keep, draws),
        "routes": [kept_route(data["routes"], (names[one], names[other]), keep) for one, other in net],
        "expeditions": expeditions,
        "adventures": draw_adventures(data["adventures"], locations, distance, keep, draws),
    }


def changed(entry: Mapping[str, Any], keep: Keep, **fields: Any) -> dict[str, Any]:
    """An entry with other values in the fields that are not to be kept."""
    return {**entry, **{name: value for name, value in fields.items() if not keep(entry, name)}}


# The map


def draw_places(known: Sequence[Mapping[str, Any]], keep: Keep, draws: Draws) -> np.ndarray:
    """Places for the locations, each in its half, `float64` of shape (locations, 2)."""
    places = np.zeros((len(known), 2))
    put = [number for number, entry in enumerate(known) if keep(entry, "position")]
    for number in put:
        places[number] = known[number]["position"]
    for number, entry in enumerate(known):
        if number in put:
            continue
        low, high = HALF_ROWS[entry["half"]]
        tried = np.array([draws.fraction() for _ in range(2 * CANDIDATES)]).reshape(CANDIDATES, 2)
        tried = (COLUMNS[0], low) + tried * (COLUMNS[1] - COLUMNS[0], high - low)
        best = apart(tried[:, None], places[None, put]).min(axis=1).argmax() if put else 0
        places[number] = tried[best].round()
        put.append(number)
    return places


def is_spread(places: np.ndarray) -> bool:
    """Whether places lie neither together nor in a line."""
    return bool(np.linalg.svd(places - places.mean(axis=0), compute_uv=False)[1] > LEAST_SPREAD * len(places) ** 0.5)


def kept_route(known: Sequence[Mapping[str, Any]], pair: tuple[str, str], keep: Keep) -> dict[str, Any]:
    """The entry of a route."""
    for entry in known:
        if {*entry["between"]} == {*pair} and keep(entry, "between"):
            return dict(entry)
    return {"between": list(pair), "status": "assumed"}


def balanced_order(
    locations: Sequence[Mapping[str, Any]], distance: np.ndarray, starts: Sequence[int], keep: Keep, draws: Draws
) -> list[int]:
    """For each location the place that it gets, in its own half. The companies start where it is about as far to all
    others."""
    means = distance.mean(axis=0)
    order = list(range(len(locations)))
    free = [number for number, entry in enumerate(locations) if not keep(entry, "position")]
    wanted = means[starts[0]] if starts[0] not in free else means[draws.choice(order)]
    taken: set[int] = {number for number in order if number not in free}
    for start in starts:
        half = [order[n] for n in free if locations[n]["half"] == locations[start]["half"] and order[n] not in taken]
        if start in free:
            nearest = min(half, key=lambda place: abs(means[place] - wanted))
            other = order.index(nearest)
            order[start], order[other] = nearest, order[start]
            taken.add(nearest)
    return order


def is_map_for_a_game(distance: np.ndarray, starts: Sequence[int], known: float) -> bool:
    """Whether all can be reached, ways are neither too long nor too short, and no company starts far off. `known` is
    the share of the routes that are known: the more, the less is asked of them, for they are as they are."""
    number = len(distance)
    if distance.max() >= number:
        return False
    means = distance.sum(axis=0) / (number - 1)
    mean = means.mean() * math.sqrt(LOCATIONS / number)
    asked = 1 - known**2
    is_usual = MEAN_DISTANCE[0] * asked <= mean and mean * asked <= MEAN_DISTANCE[1]
    return is_usual and np.ptp(means[list(starts)]) * asked <= START_SPREAD


def draw_symbols(
    locations: Sequence[Mapping[str, Any]], colours: Sequence[str], keep: Keep, draws: Draws
) -> list[dict[str, Any]]:
    """The locations with one or two symbols each, the colours as evenly as can be."""
    pool: list[str] = []
    while len(pool) < 2 * len(locations):
        pool += draws.shuffled(colours)
    singles = SINGLES[1] - draws.below(SINGLES[1] - SINGLES[0] + 1)
    single = {*draws.shuffled(range(len(locations)))[:singles]}
    found = []
    for number in range(len(locations)):
        first = pool.pop(0)
        symbols = [first]
        if number not in single:
            second = next((colour for colour in pool if colour != first), None)
            if second is not None:
                pool.remove(second)
                symbols.append(second)
        found.append(sorted(symbols, key=colours.index))
    return [
        changed(entry, keep, symbols=symbols) for entry, symbols in zip(locations, draws.shuffled(found), strict=True)
    ]


# Cards


def draw_travel_cards(known: Sequence[Mapping[str, Any]], keep: Keep, draws: Draws) -> list[dict[str, Any]]:
    """The counts of the colours, with a few cards of one become cards of another."""
    counts = [entry["count"] for entry in known]
    open_colours = [number for number, entry in enumerate(known) if not keep(entry, "count")]
    for _ in range(4 if len(open_colours) > 1 else 0):
        less, more = draws.shuffled(open_colours)[:2]
        counts[less] -= 1
        counts[more] += 1
    return [changed(entry, keep, count=count) for entry, count in zip(known, counts, strict=True)]


def draw_spaces(known: Sequence[Mapping[str, Any]], keep: Keep, draws: Draws) -> list[dict[str, Any]]:
    """The joining bonuses, silver or a travel card; each kind at least once where nothing is to be kept."""
    kinds = [(2, 0), (1, 0), (0, 1)]
    bonuses = draws.shuffled([*kinds, *(draws.choice(kinds) for _ in known)][: len(known)])
    found = []
    for entry, (silver, cards) in zip(known, bonuses, strict=True):
        if keep(entry, "silver"):
            cards = int(entry["silver"] == 0)
        elif keep(entry, "travel_cards"):
            silver = 0 if entry["travel_cards"] else max(silver, 1)
        found.append(changed(entry, keep, silver=silver, travel_cards=cards))
    return found


def draw_expeditions(
    data: Mapping[str, Any], names: Sequence[str], distance: np.ndarray, keep: Keep, draws: Draws
) -> list[dict[str, Any]] | None:
    """Journeys of two steps or more, no location used too often. Early cards pay silver, late ones points, and longer
    journeys more. None if the map has too few such journeys."""
    known = [entry for entry in data["expeditions"] if any(keep(entry, field) for field in EXPEDITION_FIELDS)]
    backs = draw_backs(data, known, keep, draws)
    cards = [(entry, entry["back"] if keep(entry, "back") else backs.pop(draws.below(len(backs)))) for entry in known]
    cards += [({**dict.fromkeys(EXPEDITION_FIELDS), "status": "assumed"}, back) for back in backs]
    known_ends = [
        [names.index(entry[field]) if keep(entry, field) else None for field in ("start", "target")]
        for entry, _ in cards
    ]
    uses = {place: sum(ends.count(place) for ends in known_ends) for place in range(len(names))}
    used = {(start, target) for start, target in known_ends if start is not None and target is not None}
    drawn = []
    for (entry, back), (known_start, known_target) in zip(cards, known_ends, strict=True):
        journey = draw_journey(distance, known_start, known_target, uses, used, draws)
        if journey is None:
            return None
        start, target = journey
        paid = pay(back, int(distance[start, target]), draws)
        drawn.append(changed(entry, keep, back=back, start=names[start], target=names[target], **paid))
    return sorted(drawn, key=lambda card: card["back"])


def draw_backs(data: Mapping[str, Any], known: Sequence[Mapping[str, Any]], keep: Keep, draws: Draws) -> list[str]:
    """The backs of all cards but those whose back is known, in their order: as many A and B cards as in the data, or
    one more or less."""
    counts = data["structure"]["expeditions"]
    if not keep(data["structure"], "expeditions"):
        counts = {back: max(counts[back] + draws.below(3) - 1, 0) for back in BACK_LETTERS[:2]}
        counts[BACK_LETTERS[2]] = max(len(data["expeditions"]) - sum(counts.values()), 0)
    given = [entry["back"] for entry in known if keep(entry, "back")]
    left = [back for back in BACK_LETTERS for _ in range(counts[back] - given.count(back))]
    return left[: len(data["expeditions"]) - len(given)]


def draw_journey(
    distance: np.ndarray, start: int | None, target: int | None, uses: dict[int, int], used: set[Edge], draws: Draws
) -> Edge | None:
    """The start and the target of an expedition, of which one or both may be known: not one of `used` unless both are,
    and locations that are not an end of too many, which `uses` counts. None if there is no such journey."""

    def far_from(here: int) -> list[int]:
        return [place for place, count in uses.items() if count < MAX_USES and distance[here, place] >= MIN_JOURNEY]

    if target is not None:
        if start is not None:
            return start, target
        journeys = [(there, target) for there in far_from(target)]
        drawn_end = 0
    else:
        if start is None:
            least = min(uses.values())
            start = draws.choice([place for place, count in uses.items() if count <= least + 1])
            uses[start] += 1
        journeys = [(start, there) for there in far_from(start)]
        drawn_end = 1
    journeys = [journey for journey in journeys if journey not in used]
    if not journeys:
        return None
    journey = draws.choice(journeys)
    used.add(journey)
    uses[journey[drawn_end]] += 1
    return journey


def pay(back: str, steps: int, draws: Draws) -> dict[str, int]:
    """What an expedition pays."""
    far = min(max(steps - MIN_JOURNEY, 0), 2)
    silver, points = {"A": (3 + far, 1 + far // 2), "B": (2 + far // 2, 3 + far // 2), "C": (1, 5 + far)}[back]
    changes = (-1, 0, 0, 1)
    return {"silver": max(silver + draws.choice(changes), 1), "points": max(points + draws.choice(changes), 1)}


def draw_adventures(
    known: Sequence[Mapping[str, Any]],
    locations: Sequence[Mapping[str, Any]],
    distance: np.ndarray,
    keep: Keep,
    draws: Draws,
) -> list[dict[str, Any]]:
    """Targets in the other half, each as often as any, and what an artifact pays; remote places pay more."""
    names = [entry["name"] for entry in locations]
    remote = distance.mean(axis=0)
    cards = []
    for book, half in zip(HALVES, reversed(HALVES), strict=True):
        targets: list[str] = []
        for entry in known:
            if entry["book"] != book:
                continue
            targets = targets or draws.shuffled(place["name"] for place in locations if place["half"] == half)
            target = entry["target"] if keep(entry, "target") else targets.pop()
            paid = {}
            if "artifact" in entry:
                far = int(remote[names.index(target)] > remote.mean())
                paid = {"silver": 2 + far + draws.below(2), "points": 2 + far + draws.below(3)}
            cards.append(changed(entry, keep, target=target, **paid))
    return cards


def shuffle_edition(data: Mapping[str, Any], draws: Draws) -> dict[str, Any]:
    """The edition with colours, locations, routes, adventures and the expeditions of each back in another order, and
    locations, colours and artifacts under each other's names."""
    places = exchanged([entry["name"] for entry in data["locations"]], draws)
    colours = exchanged([entry["colour"] for entry in data["travel_cards"]], draws)
    artifacts = exchanged(artifact_kinds(data), draws)
    names = {
        **dict.fromkeys(("start", "target", "between"), places),
        **dict.fromkeys(("colour", "symbols", "assistant"), colours),
        "artifact": artifacts,
    }
    sections = ("companies", "travel_cards", "locations", "routes", "expeditions", "adventures")
    new = {**data, **{section: [renamed(entry, names) for entry in data[section]] for section in sections}}
    new["locations"] = [with_values(entry, name=places[entry["name"]]) for entry in new["locations"]]
    for section in ("travel_cards", "locations", "routes", "adventures"):
        new[section] = draws.shuffled(new[section])
    new["expeditions"] = sorted(draws.shuffled(new["expeditions"]), key=lambda entry: entry["back"])
    return new


def renamed(entry: Mapping[str, Any], names: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """An entry with the things that these fields name, one or several, under other names."""
    new = {}
    for field in names.keys() & entry.keys():
        value = entry[field]
        new[field] = [names[field][name] for name in value] if isinstance(value, list) else names[field][value]
    return with_values(entry, **new)


# Other sizes and mixes than those of the printed game


HALF_LOCATIONS = (6, 9)
"""In a half, at least and at most."""
BOOK_CARDS = (11, 14)
BACKS = {"A": (4, 8), "B": (4, 8), "C": (12, 16)}
TRAVEL_CARDS = (5, 12)
"""Of a colour."""
MORE_SILVER = 3
"""What companies start with in addition, at most."""


def resize_edition(data: Mapping[str, Any], draws: Draws) -> dict[str, Any]:
    """Data with a smaller map, fewer expeditions and adventures, and other mixes of travel cards and backs."""
    starts = {entry["start"] for entry in data["companies"]}
    backs = {back: draws.within(*BACKS[back]) for back in BACK_LETTERS}
    counts = [draws.within(*TRAVEL_CARDS) for _ in data["travel_cards"]]
    locations, adventures = [], []
    for half in HALVES:
        entries = [entry for entry in data["locations"] if entry["half"] == half]
        others = [entry["name"] for entry in entries if entry["name"] not in starts]
        chosen = {*starts, *draws.shuffled(others)[: draws.within(*HALF_LOCATIONS) - len(entries) + len(others)]}
        locations += [entry for entry in entries if entry["name"] in chosen]
        book = [entry for entry in data["adventures"] if entry["book"] == half]
        left_out = {*draws.shuffled(range(len(book)))[draws.within(*BOOK_CARDS) :]}
        adventures += [entry for number, entry in enumerate(book) if number not in left_out]
    silver = draws.within(0, MORE_SILVER)
    return {
        **data,
        "structure": assumed(
            data["structure"],
            locations=len(locations),
            travel_cards=sum(counts),
            expeditions=backs,
            adventures=len(adventures),
        ),
        "companies": [assumed(entry, silver=entry["silver"] + silver) for entry in data["companies"]],
        "travel_cards": [
            assumed(entry, count=count) for entry, count in zip(data["travel_cards"], counts, strict=True)
        ],
        "locations": locations,
        "expeditions": data["expeditions"][: sum(backs.values())],
        "adventures": adventures,
    }
