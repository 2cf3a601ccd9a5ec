"""The map as SVG: land, routes, locations with their names, expeditions and explorers."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from africana_env.drawing.svg import (
    CACHED_ELEMENTS,
    MARGIN,
    SMALL,
    WIDTH,
    Drawn,
    element,
    part,
    seat_mark,
    text,
    text_width,
)
from africana_env.engine.contract import Edition
from africana_env.games.africana.drawing.signs import glyph_in, kind_sign
from africana_env.games.africana.edition import HALVES
from africana_env.games.africana.rules.names import colour_names
from africana_env.games.africana.rules.state import EMPTY

MAP_HEIGHT = 400
NAME = 9
"""Size of a location's name."""
SHORE = 96
"""How wide the land is along a route."""
SIGN = 10
"""Room for a colour's sign."""
INNER = WIDTH - 2 * MARGIN
WIDEST = 1.15
"""By how much a name may be wider than others of as many letters."""
LABEL_ROUNDS = 3
"""How often each label is placed, beside the others where they are then."""

CACHED_MAPS = 64
"""So many maps are kept as they were drawn."""

Data = Mapping[str, Any]
Spot = tuple[float, float]
Label = tuple[float, float, str, tuple[float, float, float, float]]


@lru_cache(CACHED_MAPS)
def draw_map(
    edition: Edition, expeditions: Sequence[int], adventures: Sequence[int], explorers: Sequence[int]
) -> Drawn:
    """Locations at their places, routes, the equator, expeditions by their spaces, where adventures end, and
    explorers by their seats."""
    drawn = _map_with_tags(edition, expeditions, adventures)
    for location, entry in enumerate(edition.data["locations"]):
        here = [seat for seat, where in enumerate(explorers) if where == location]
        for index, seat in enumerate(here):
            x, y = spot(entry["position"])
            drawn += seat_mark(x + 11 * (index - (len(here) - 1) / 2), y, seat)
    return MAP_HEIGHT + 6, drawn


@lru_cache(CACHED_MAPS)
def _map_with_tags(edition: Edition, expeditions: Sequence[int], adventures: Sequence[int]) -> str:
    """The map without explorers."""
    data = edition.data
    drawn = _map(edition)
    names = [entry["name"] for entry in data["locations"]]
    tags: dict[int, list[Any]] = {}
    for space, number in enumerate(expeditions):
        if number != EMPTY:
            entry = data["expeditions"][number]
            tags.setdefault(names.index(entry["start"]), []).append(f"{space + 1}▸")
            tags.setdefault(names.index(entry["target"]), []).append(f"▸{space + 1}")
    for number in adventures:
        entry = data["adventures"][number]
        tags.setdefault(names.index(entry["target"]), []).append(entry)
    for location, signs in tags.items():
        x, y = place_tags(spot(data["locations"][location]["position"]), 14.0 * len(signs), map_labels(edition))
        for index, sign in enumerate(signs):
            at = x + 14 * index
            drawn += tag(at, y, sign) if isinstance(sign, str) else kind_sign(data, sign, at + 1, y + 8)
    return drawn


@lru_cache(CACHED_ELEMENTS)
def tag(x: float, y: float, sign: str) -> str:
    """The number of an expedition where it begins or ends."""
    words = element("text", sign, x=x + 6.5, y=y + 8, fill="#2a251e", text_anchor="middle")
    return element("rect", x=x, y=y, width=13.0, height=10.0, rx=2, class_="light") + words


def spot(position: Sequence[float]) -> Spot:
    """Where a position of hundredths from the left and from the top is on the board."""
    return MARGIN + 14 + position[0] / 100 * (INNER - 40), 18 + position[1] / 100 * (MAP_HEIGHT - 36)


def _map_data(data: Data) -> tuple[Any, ...]:
    """Colours, locations and routes as the map shows them."""
    colours = colour_names(data)
    locations = tuple(
        (entry["name"], entry["half"], spot(entry["position"]), tuple(map(colours.index, entry["symbols"])))
        for entry in data["locations"]
    )
    names = [entry["name"] for entry in data["locations"]]
    routes = tuple(tuple(map(names.index, entry["between"])) for entry in data["routes"])
    return tuple(colours), locations, routes


@lru_cache(CACHED_MAPS)
def map_labels(edition: Edition) -> list[Label]:
    """See `place_labels`."""
    _, locations, routes = _map_data(edition.data)
    return place_labels(locations, routes)


@lru_cache(CACHED_MAPS)
def _map(edition: Edition) -> str:
    """The map without pieces."""
    colours, locations, routes = _map_data(edition.data)
    labels = map_labels(edition)
    sheet = element("rect", x=MARGIN, y=0, width=INNER, height=MAP_HEIGHT, rx=6, class_="sea")
    drawn = element("clipPath", sheet, id="map") + sheet
    north = max(y for _, half, (_, y), _ in locations if half == HALVES[0])
    south = min(y for _, half, (_, y), _ in locations if half == HALVES[1])
    equator = ""
    if south > north:
        y = (north + south) / 2
        equator = element(
            "line", x1=MARGIN, y1=y, x2=WIDTH - MARGIN, y2=y, class_="warn-line", stroke_dasharray="5 4", opacity=0.6
        )
        equator += text(MARGIN + 4, y - 3, "equator", SMALL, "warn")
    spots = [place for _, _, place, _ in locations]
    roads = "".join("M{:.5g} {:.5g}L{:.5g} {:.5g}".format(*spots[one], *spots[other]) for one, other in routes)
    land = element(
        "path", d=roads, stroke_width=SHORE, stroke_linecap="round", stroke_linejoin="round", class_="land-line"
    )
    coast = land.replace("land-line", "coast-line").replace(f'width="{SHORE}"', f'width="{SHORE + 3}"')
    inland = element("path", d="".join(map(outline, rings(spots, routes))), class_="land")
    drawn += element("g", coast, land, inland, clip_path="url(#map)") + equator
    drawn += element("path", d=roads, class_="road-line", stroke_width=2)
    for number, (name, _, (x, y), symbols) in enumerate(locations):
        at, base, anchor, _ = labels[number]
        words = element("circle", cx=x, cy=y, r=5, class_="spot")
        words += element("circle", cx=x, cy=y, r=5, class_="ink-line", stroke_width=1.3)
        step = -SIGN if anchor == "end" else SIGN
        for place, colour in enumerate(symbols if step > 0 else symbols[::-1]):
            words += glyph_in(colours, colour, round(at + step * (place + 0.5), 1), round(base - 3, 1), 4)
        words += text(at + step * (len(symbols) + 0.2), base, name, NAME, "ink halo", anchor)
        drawn += part(f"location-{number}", words)
    return drawn


def rings(spots: Sequence[Spot], routes: Sequence[tuple[int, int]]) -> Iterator[list[Spot]]:
    """Round trips, all of them clockwise, that together enclose whatever lies between routes: for each route a way from
    the first location to its one end, and back from the other."""
    ways = {0: [0]}
    for here in (reached := [0]):
        for route in routes:
            for there in route:
                if here in route and there not in ways:
                    ways[there] = [*ways[here], there]
                    reached.append(there)
    for one, other in routes:
        ring = [spots[location] for location in (*ways[one], *reversed(ways[other]))]
        area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]]))
        if area:
            yield ring if area > 0 else ring[::-1]


def outline(ring: Sequence[Spot]) -> str:
    """A path around an area."""
    return "M" + "L".join(f"{x:.4g} {y:.4g}" for x, y in ring) + "Z"


def place_tags(place: Spot, wide: float, labels: Sequence[Label]) -> Spot:
    """Where the expeditions of a location begin: above it, unless they hide less of names and signs elsewhere."""
    x, y = place
    ways = [(x - wide / 2, y - 19), (x - wide / 2, y + 8), (x - wide - 7, y - 5), (x + 8, y - 5)]
    return min(ways, key=lambda way: sum(overlap((*way, way[0] + wide, way[1] + 10), box) for *_, box in labels))


def place_labels(locations: Sequence[tuple[Any, ...]], routes: Sequence[tuple[int, int]]) -> list[Label]:
    """Where the signs and the name of each location begin, which way they go and what they take: where they hide
    least."""
    spots = [place for _, _, place, _ in locations]
    roads = []
    for one, other in routes:
        (x1, y1), (x2, y2) = spots[one], spots[other]
        roads += [(x1 + (x2 - x1) * step / 40, y1 + (y2 - y1) * step / 40) for step in range(41)]
    circles = [(x - 8, y - 19, x + 8, y + 8) for x, y in spots]
    placed: dict[int, Label] = {}
    for _ in range(LABEL_ROUNDS):  # those placed first could not know the others
        for number, (name, _, place, symbols) in enumerate(locations):
            taken = circles + [label[-1] for other, label in placed.items() if other != number]
            ways = []
            for label in possible_labels(place, text_width(name, NAME) * WIDEST + SIGN * len(symbols)):
                left, top, right, bottom = box = label[-1]
                is_outside = left < MARGIN + 1 or right > WIDTH - MARGIN - 1 or top < 1 or bottom > MAP_HEIGHT - 1
                hidden = sum(overlap(box, other) > 0 for other in taken)
                ways.append((500 * is_outside + 100 * hidden + sum(_within(box, road) for road in roads), label))
            placed[number] = min(ways, key=lambda way: way[0])[1]
    return list(placed.values())


def possible_labels(place: Spot, wide: float) -> Iterator[Label]:
    """Where a label of this width can be beside its location, the best ways first."""
    x, y = place
    for at, base, anchor in (
        (x + 8, y + 3, "start"),
        (x - 8, y + 3, "end"),
        (x + 5, y + 15, "start"),
        (x - 5, y + 15, "end"),
        (x - wide / 2, y + 18, "start"),
        (x + 6, y - 7, "start"),
        (x - 6, y - 7, "end"),
        (x - wide / 2, y - 10, "start"),
        (x + 8, y + 10, "start"),
        (x - 8, y + 10, "end"),
        (x + 8, y - 3, "start"),
        (x - 8, y - 3, "end"),
        (x - wide / 3, y + 18, "start"),
        (x - 2 * wide / 3, y + 18, "start"),
    ):
        left = at if anchor == "start" else at - wide
        yield at, base, anchor, (left, base - 8, left + wide, base + 2)


def overlap(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """The area that two boxes share."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return max(wide, 0) * max(high, 0)


def _within(box: tuple[float, ...], place: tuple[float, float]) -> bool:
    return box[0] <= place[0] <= box[2] and box[1] <= place[1] <= box[3]
