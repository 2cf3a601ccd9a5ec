"""Draw the data of an edition: the map, its symbols, and what cards ask and pay.

Documented data stay: number, names and halves of locations, the companies, the number of cards, and the artifacts and
assistants of each book.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from africana_env.engine.game.contract import Keep
from africana_env.engine.game.distances import distances
from africana_env.engine.game.draws import Draws, exchanged
from africana_env.engine.game.edition_data import assumed, with_values
from africana_env.games.africana.axes import Numbers
from africana_env.games.africana.draw_net import Edge, apart, draw_net
from africana_env.games.africana.edition import BACK_LETTERS, HALVES, artifact_kinds
from africana_env.games.africana.hidden.observation import MAX_EXPEDITION_POINTS, MAX_EXPEDITION_SILVER
from africana_env.games.africana.rules.state import LOCATIONS

START_SPREAD = 0.4
"""Largest difference between the mean distances from the starts of two companies, in steps."""
HALF_ROWS = {"north": (3.0, 51.0), "south": (57.0, 97.0)}
"""Vertical range of each half, from the top of the map."""
COLUMNS = (4.0, 96.0)
"""Horizontal range of locations, from the left."""
LEAST_SPREAD = 5.0
"""Least root mean square distance of locations from their principal axis."""
SINGLES = (2, 8)
"""Locations with one symbol; the others have two."""
CANDIDATES = 12
"""Places tried for a location; the one farthest from all others is taken."""
MAX_USES = 5
"""Expeditions that start or end at one location, at most; more if there are few locations."""
EXPEDITION_FIELDS = ("back", "start", "target", "silver", "points")
USUAL_JOURNEY = 2
"""Steps of an expedition without extra pay."""


def draw_edition(
    data: Mapping[str, Any], keep: Keep, draws: Draws, changes: Mapping[str, Any]
) -> dict[str, Any] | None:
    """Return `data` with all fields redrawn except where `keep(entry, field)`, or None if the map makes no good game.

    A map whose routes are all kept gets no others. `changes` are numbers of `axes` that are not standard."""
    numbers = Numbers(**changes)
    data = sized(data, numbers, draws)
    names = [entry["name"] for entry in data["locations"]]
    starts = [names.index(entry["start"]) for entry in data["companies"]]
    places = draw_places(data["locations"], keep, draws)
    ends = [entry["between"] for entry in data["routes"] if keep(entry, "between")]
    kept = [(names.index(one), names.index(other)) for one, other in ends]
    is_whole = len(kept) == len(data["routes"])
    is_south = [entry["half"] == HALVES[1] for entry in data["locations"]]
    fixed = [place for place in starts if keep(data["locations"][place], "position")]
    # Positions are for drawings only. If they leave no room for routes, routes are drawn over other places.
    over = places if is_whole or is_spread(places) else draw_places(data["locations"], lambda *_: False, draws)
    net = kept if is_whole else draw_net(over, is_south, kept, fixed, numbers, draws)
    if net is None:
        return None
    order = balanced_order(data["locations"], distances(len(names), net), starts, keep, draws)
    locations = [
        changed(entry, keep, position=[int(number) for number in places[place]])
        for entry, place in zip(data["locations"], order, strict=True)
    ]
    net = sorted((min(pair), max(pair)) for pair in ((order.index(one), order.index(other)) for one, other in net))
    distance = distances(len(names), net)
    if not is_whole and not is_map_for_a_game(distance, starts, len(kept) / len(net), numbers):
        return None
    expeditions = draw_expeditions(data, names, distance, keep, numbers, draws)
    if expeditions is None:
        return None
    counts = {back: sum(entry["back"] == back for entry in expeditions) for back in BACK_LETTERS}
    return {
        **data,
        "structure": {**data["structure"], "expeditions": counts},
        "travel_cards": draw_travel_cards(data["travel_cards"], keep, numbers, draws),
        "spaces": draw_spaces(data["spaces"], keep, draws),
        "locations": draw_symbols(locations, [entry["colour"] for entry in data["travel_cards"]], keep, draws),
        "routes": [kept_route(data["routes"], (names[one], names[other]), keep) for one, other in net],
        "expeditions": expeditions,
        "adventures": draw_adventures(data["adventures"], locations, distance, keep, draws),
    }


def changed(entry: Mapping[str, Any], keep: Keep, **fields: Any) -> dict[str, Any]:
    """Return an entry with new values in the fields that are not kept."""
    return {**entry, **{name: value for name, value in fields.items() if not keep(entry, name)}}


def sized(data: Mapping[str, Any], numbers: Numbers, draws: Draws) -> Mapping[str, Any]:
    """Return the data with the numbers of locations and expeditions that are not standard."""
    if numbers.half_locations is not None:
        starts = [entry["start"] for entry in data["companies"]]
        kept = {*starts}
        for half in HALVES:
            names = [entry["name"] for entry in data["locations"] if entry["half"] == half]
            others = draws.shuffled(name for name in names if name not in starts)
            kept |= {*others[: numbers.half_locations - len(names) + len(others)]}
        locations = [entry for entry in data["locations"] if entry["name"] in kept]
        structure = assumed(data["structure"], locations=len(locations))
        data = {**data, "locations": locations, "structure": structure}
    if numbers.expeditions is not None:
        backs = dict(zip(BACK_LETTERS, numbers.expeditions, strict=True))
        cards = data["expeditions"][: sum(numbers.expeditions)]
        data = {**data, "expeditions": cards, "structure": assumed(data["structure"], expeditions=backs)}
    if numbers.travel_cards is not None:
        data = {**data, "structure": assumed(data["structure"], travel_cards=sum(numbers.travel_cards))}
    if numbers.removed is not None:
        removals = [assumed(entry, cards=cards) for entry, cards in zip(data["removals"], numbers.removed, strict=True)]
        data = {**data, "removals": removals}
    return data


# The map


def draw_places(known: Sequence[Mapping[str, Any]], keep: Keep, draws: Draws) -> np.ndarray:
    """Return a place for each location in its half, `float64` of shape (locations, 2)."""
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
    """Return whether places lie neither in one spot nor in a line."""
    return bool(np.linalg.svd(places - places.mean(axis=0), compute_uv=False)[1] > LEAST_SPREAD * len(places) ** 0.5)


def kept_route(known: Sequence[Mapping[str, Any]], pair: tuple[str, str], keep: Keep) -> dict[str, Any]:
    """Return the entry of a route, the known one if it is kept."""
    for entry in known:
        if {*entry["between"]} == {*pair} and keep(entry, "between"):
            return dict(entry)
    return {"between": list(pair), "status": "assumed"}


def balanced_order(
    locations: Sequence[Mapping[str, Any]], distance: np.ndarray, starts: Sequence[int], keep: Keep, draws: Draws
) -> list[int]:
    """Return the place that each location gets, in its half. Companies get starts of similar mean distance."""
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


def is_map_for_a_game(distance: np.ndarray, starts: Sequence[int], known: float, numbers: Numbers) -> bool:
    """Return whether the map is connected, its distances are usual, and all starts are about equally central.

    `known` is the share of kept routes; the larger, the weaker the conditions."""
    number = len(distance)
    if distance.max() >= number:
        return False
    means = distance.sum(axis=0) / (number - 1)
    mean = means.mean() * math.sqrt(LOCATIONS / number)
    asked = 1 - known**2
    least, most = numbers.mean_distance
    is_usual = least * asked <= mean and mean * asked <= most
    return is_usual and np.ptp(means[list(starts)]) * asked <= START_SPREAD


def draw_symbols(
    locations: Sequence[Mapping[str, Any]], colours: Sequence[str], keep: Keep, draws: Draws
) -> list[dict[str, Any]]:
    """Return the locations with one or two symbols each, colours as evenly as possible."""
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


def draw_travel_cards(
    known: Sequence[Mapping[str, Any]], keep: Keep, numbers: Numbers, draws: Draws
) -> list[dict[str, Any]]:
    """Return the colours, with a few cards moved from one count to another."""
    counts = [entry["count"] for entry in known]
    if numbers.travel_cards is not None:
        counts = draws.shuffled(numbers.travel_cards)
        return [changed(entry, keep, count=count) for entry, count in zip(known, counts, strict=True)]
    open_colours = [number for number, entry in enumerate(known) if not keep(entry, "count")]
    for _ in range(4 if len(open_colours) > 1 else 0):
        less, more = draws.shuffled(open_colours)[:2]
        counts[less] -= 1
        counts[more] += 1
    return [changed(entry, keep, count=count) for entry, count in zip(known, counts, strict=True)]


def draw_spaces(known: Sequence[Mapping[str, Any]], keep: Keep, draws: Draws) -> list[dict[str, Any]]:
    """Return the spaces with silver or a travel card as bonus; each kind occurs if nothing is kept."""
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
    data: Mapping[str, Any],
    names: Sequence[str],
    distance: np.ndarray,
    keep: Keep,
    numbers: Numbers,
    draws: Draws,
) -> list[dict[str, Any]] | None:
    """Return the expeditions, or None if the map has too few journeys.

    Early cards pay silver, late ones points, longer journeys more."""
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
    least, most = numbers.journey
    far_enough = (distance >= least) & (distance <= most)
    drawn = []
    for (entry, back), (known_start, known_target) in zip(cards, known_ends, strict=True):
        journey = draw_journey(far_enough, known_start, known_target, uses, used, max_uses(cards, names), draws)
        if journey is None:
            return None
        start, target = journey
        paid = pay(back, int(distance[start, target]), numbers, draws)
        drawn.append(changed(entry, keep, back=back, start=names[start], target=names[target], **paid))
    return sorted(drawn, key=lambda card: card["back"])


def draw_backs(data: Mapping[str, Any], known: Sequence[Mapping[str, Any]], keep: Keep, draws: Draws) -> list[str]:
    """Return the backs of cards whose back is not kept, in order. Counts of A and B differ from the data by 0 or 1."""
    counts = data["structure"]["expeditions"]
    if not keep(data["structure"], "expeditions"):
        counts = {back: max(counts[back] + draws.below(3) - 1, 0) for back in BACK_LETTERS[:2]}
        counts[BACK_LETTERS[2]] = max(len(data["expeditions"]) - sum(counts.values()), 0)
    given = [entry["back"] for entry in known if keep(entry, "back")]
    left = [back for back in BACK_LETTERS for _ in range(counts[back] - given.count(back))]
    return left[: len(data["expeditions"]) - len(given)]


def max_uses(cards: Sequence[Any], names: Sequence[str]) -> int:
    return max(MAX_USES, math.ceil(2 * len(cards) / len(names)) + 1)


def draw_journey(
    far_enough: np.ndarray,
    start: int | None,
    target: int | None,
    uses: dict[int, int],
    used: set[Edge],
    most: int,
    draws: Draws,
) -> Edge | None:
    """Return the start and the target of an expedition, or None if there is no such journey.

    One or both may be known. A drawn journey is not in `used`; `uses` counts the journeys of each location, at most
    `most`. `far_enough` says which places a journey may connect, `bool` of shape (places, places)."""

    def far_from(here: int) -> list[int]:
        return [place for place, count in uses.items() if count < most and far_enough[here, place]]

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


def pay(back: str, steps: int, numbers: Numbers, draws: Draws) -> dict[str, int]:
    """Return the silver and points of an expedition."""
    far = numbers.far_pay * min(max(steps - USUAL_JOURNEY, 0), 2)
    silver, points = {"A": (3 + far, 1 + far // 2), "B": (2 + far // 2, 3 + far // 2), "C": (1, 5 + far)}[back]
    silver += draws.choice(numbers.silver_noise)
    points += draws.choice(numbers.points_noise)
    return {
        "silver": min(max(silver, 1), MAX_EXPEDITION_SILVER),
        "points": min(max(points, 1), MAX_EXPEDITION_POINTS),
    }


def draw_adventures(
    known: Sequence[Mapping[str, Any]],
    locations: Sequence[Mapping[str, Any]],
    distance: np.ndarray,
    keep: Keep,
    draws: Draws,
) -> list[dict[str, Any]]:
    """Return the adventures with targets in the other half, spread evenly; remote artifacts pay more."""
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
    """Return the edition with shuffled entries, and shuffled names of locations, colours and artifacts."""
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
    """Return an entry with the names in these fields replaced. Fields hold one name or a list."""
    new = {}
    for field in names.keys() & entry.keys():
        value = entry[field]
        new[field] = [names[field][name] for name in value] if isinstance(value, list) else names[field][value]
    return with_values(entry, **new)
