"""The map as SVG: the ground, routes, locations with their names, expeditions and explorers."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Any, NamedTuple

import numpy as np

from africana_env.drawing import svg
from africana_env.drawing.boxes import Box, Spot, overlap
from africana_env.engine.game.contract import Edition
from africana_env.games.africana.drawing import coast
from africana_env.games.africana.drawing import map_places as places
from africana_env.games.africana.drawing.map_places import MAP_HEIGHT, NAME, PIN
from africana_env.games.africana.drawing.pictures import define_pictures, reward, use
from africana_env.games.africana.drawing.signs import explorer
from africana_env.games.africana.drawing.terrain import Terrain, draw_ground, place_compass
from africana_env.games.africana.edition import HALVES
from africana_env.games.africana.rules.names import colour_names
from africana_env.games.africana.rules.state import EMPTY

SHEET = (svg.MARGIN + 2, 2, svg.WIDTH - svg.MARGIN - 2, MAP_HEIGHT - 2)
"""The frame of an invented coast."""
AROUND = 24
"""Room around locations that the name of the equator leaves."""
REACH = 110
"""Distance from a location within which its tags and explorers find a place."""
SAMPLES = 6.0
"""Length of a piece of a route that is on land or at sea, in units of the map."""
CACHED_MAPS = 64


@lru_cache(CACHED_MAPS)
def draw_map(
    edition: Edition, expeditions: Sequence[int], adventures: Sequence[int], explorers: Sequence[int]
) -> svg.Drawn:
    """Draw locations, routes, equator, expeditions (by space), targets of adventures, and explorers (by seat)."""
    drawn, tags = _map_with_tags(edition, expeditions, adventures)
    chart = chart_of(edition)
    taken = [*chart.taken, *tags]
    for location, pin in enumerate(chart.pins):
        here = [seat for seat, where in enumerate(explorers) if where == location]
        if here:
            others = [box for box in taken if box != pin and overlap(box, places.larger(pin, REACH))]
            spots = places.place_explorers(pin, len(here), others)
            for there, seat in zip(spots, here, strict=True):
                drawn += svg.piece(f"explorer-{seat}", explorer(*there, seat))
            taken += map(places.standing, spots)
    return MAP_HEIGHT + 6, drawn


@lru_cache(CACHED_MAPS)
def _map_with_tags(edition: Edition, expeditions: Sequence[int], adventures: Sequence[int]) -> tuple[str, list[Box]]:
    """Return the map without explorers, and the boxes of its tags."""
    data, chart = edition.data, chart_of(edition)
    drawn = _map(edition)
    names = [entry["name"] for entry in data["locations"]]
    tags: dict[int, list[Any]] = {}
    for space, number in enumerate(expeditions):
        if number != EMPTY:
            entry = data["expeditions"][number]
            tags.setdefault(names.index(entry["start"]), []).append((space, True))
            tags.setdefault(names.index(entry["target"]), []).append((space, False))
    for number in adventures:
        entry = data["adventures"][number]
        tags.setdefault(names.index(entry["target"]), []).append(entry)
    boxes: list[Box] = []
    for location, signs in tags.items():
        pin = chart.pins[location]
        near = [box for box in (*chart.taken, *boxes) if overlap(box, places.larger(pin, REACH))]
        row = places.place_tags(pin, len(signs), near)
        boxes += row
        for (x, y, *_), sign in zip(row, signs, strict=True):
            drawn += tag(x, y, *sign) if isinstance(sign, tuple) else goal(data, sign, x, y)
    return drawn, boxes


@lru_cache(svg.CACHED_ELEMENTS)
def tag(x: float, y: float, space: int, is_start: bool) -> str:
    """Draw the number of an expedition at its start, on an arrow that leaves, or its target, on one that arrives."""
    inner = [(10.4, 0), (15.6, 7), (10.4, 14), (0, 14)] if is_start else [(15.6, 0), (15.6, 14), (0, 14), (5.2, 7)]
    points = " ".join(f"{x + 0.7 + right:.5g},{y + 0.5 + down:.5g}" for right, down in ((0, 0), *inner))
    drawn = svg.element("polygon", points=points, class_="light ink-edge")
    left = x + (6.4 if is_start else 11)
    return drawn + svg.element(
        "text", str(space + 1), x=left, y=y + 11.8, font_size=NAME, fill="#2a251e", text_anchor="middle"
    )


def goal(data: Any, adventure: Any, x: float, y: float) -> str:
    """Draw the target of an adventure: its reward on a plate."""
    plate = svg.element("rect", x=x + 0.5, y=y, width=16.0, height=15.0, rx=3, class_="light ink-edge")
    return plate + reward(data, adventure, x + 8.5, y + 7.5, 0.78)


def spot(position: Sequence[float]) -> Spot:
    """Return the spot of a position, given in hundredths from the left and from the top."""
    return svg.MARGIN + 14 + position[0] / 100 * (svg.INNER - 40), 22 + position[1] / 100 * (MAP_HEIGHT - 44)


class Chart(NamedTuple):
    """The fixed places of a map: locations with the boxes of their names, routes, the ground, the name of the equator,
    and all boxes that are taken."""

    spots: list[Spot]
    pins: list[Box]
    labels: list[Box]
    routes: list[np.ndarray]
    terrain: Terrain
    word: Box | None
    taken: list[Box]


@lru_cache(CACHED_MAPS)
def chart_of(edition: Edition) -> Chart:
    """Return the places of an edition's map, on Africa's coast or on an invented one."""
    locations = edition.data["locations"]
    names = [entry["name"] for entry in locations]
    spots = [spot(entry["position"]) for entry in locations]
    ends = [entry["between"] for entry in edition.data["routes"]]
    if coast.is_africa(names, spots):
        known = coast.africa()
        spots = [coast.project(known["places"][name]) for name in names]
        bends = {frozenset((one, other)): (one, points) for one, other, points in known["bends"]}
        routes = [bent(one, other, spots[names.index(one)], spots[names.index(other)], bends) for one, other in ends]
        shores, lakes, rivers = map(coast.projected, ("coast", "lakes", "rivers"))
        terrain = Terrain(shores, lakes, rivers, coast.project((0, 0))[1])
    else:
        routes = [np.array([spots[names.index(one)], spots[names.index(other)]]) for one, other in ends]
        terrain = Terrain([coast.invented_coast(routes, spots, SHEET)], [], [], between_halves(locations, spots))
    pins = [places.pin(spot, len(entry["symbols"])) for spot, entry in zip(spots, locations, strict=True)]
    lines = [(tuple(one), tuple(other)) for route in routes for one, other in pairwise(route.tolist())]
    level = terrain.equator
    labels = places.place_labels(names, pins, spots, lines, level)
    taken = [*labels, *pins]
    word = (
        None
        if level is None
        else places.place_equator(level, [*taken, *(places.larger(pin, AROUND) for pin in pins)], lines)
    )
    return Chart(spots, pins, labels, routes, terrain, word, [*taken, word] if word else taken)


def bent(one: str, other: str, start: Spot, end: Spot, bends: Any) -> np.ndarray:
    """Return the points of a route in Africa, around what is in its way."""
    first, points = bends.get(frozenset((one, other)), (one, []))
    middle = [coast.project(point) for point in points]
    return coast.rounded(np.array([start, *(middle if first == one else middle[::-1]), end]))


def between_halves(locations: Sequence[Any], spots: Sequence[Spot]) -> float | None:
    """Return the height of the equator, or None if the halves are not one above the other."""
    north, south = (
        [y for (_, y), entry in zip(spots, locations, strict=True) if entry["half"] == half] for half in HALVES
    )
    return (max(north) + min(south)) / 2 if min(south) > max(north) else None


@lru_cache(CACHED_MAPS)
def _map(edition: Edition) -> str:
    """Return the map without pieces."""
    chart = chart_of(edition)
    colours = tuple(colour_names(edition.data))
    compass = place_compass([*chart.taken, *chart.pins, *_lines_boxes(chart.routes)], chart.terrain.shores)
    drawn = define_pictures(colours) + draw_ground(chart.terrain, edition.digest[:6], compass)
    if chart.word:
        level, left = chart.terrain.equator, svg.MARGIN
        drawn += svg.element(
            "path", d=f"M{left} {level:.4g}h{svg.INNER}", class_="warn-line", stroke_dasharray="5 4", stroke_opacity=0.6
        )
        drawn += svg.text(round(chart.word[0] + 1, 1), round(chart.word[3] - 2, 1), places.EQUATOR, NAME, "warn halo")
    drawn += draw_routes(chart.routes, chart.terrain.shores, edition.digest[:6])
    for number, (entry, pin, label) in enumerate(zip(edition.data["locations"], chart.pins, chart.labels, strict=True)):
        signs = [colours.index(name) for name in entry["symbols"]]
        words = location(*chart.spots[number], signs, pin)
        words += svg.text(round(label[0] + 1, 1), round(label[3] - 2.8, 1), entry["name"], NAME, "ink halo")
        drawn += svg.part(f"location-{number}", words)
    return svg.element("g", drawn, class_=svg.STILL)


def _lines_boxes(routes: Sequence[np.ndarray]) -> list[Box]:
    """Return the boxes of the pieces of the routes."""
    return [
        (min(x, a), min(y, b), max(x, a) + 1, max(y, b) + 1)
        for route in routes
        for (x, y), (a, b) in pairwise(pieces(route).tolist())
    ]


def location(x: float, y: float, signs: Sequence[int], pin: Box) -> str:
    """Draw a location: a plate with the signs of its colours."""
    wide = pin[2] - pin[0]
    shape = {"x": pin[0], "width": wide, "height": 2 * PIN, "rx": PIN}
    frame = places.larger(pin, 3)
    drawn = svg.element(
        "rect",
        x=frame[0],
        y=frame[1],
        width=frame[2] - frame[0],
        height=frame[3] - frame[1],
        class_="frame",
        fill="none",
    )
    drawn += svg.element("rect", y=pin[1] + 1.6, **shape, fill_opacity=0.35)
    drawn += svg.element("rect", y=pin[1], **shape, class_="spot ink-edge")
    left = x - places.STEP * (len(signs) - 1)
    return drawn + "".join(
        use(f"sign-{colour}", round(left + 2 * places.STEP * place, 1), round(y, 1))
        for place, colour in enumerate(signs)
    )


def draw_routes(routes: Sequence[np.ndarray], shores: Sequence[np.ndarray], name: str) -> str:
    """Draw routes: roads on land, dotted lanes at sea."""
    runs = [run for route in routes for run in runs_of(pieces(route), shores)]
    lanes = "".join(coast.path(points) for is_road, points in runs if not is_road)
    roads = "".join(coast.path(points) for is_road, points in runs if is_road)
    drawn = (
        svg.element(
            "path", d=lanes, class_="lane-line", stroke_width=2.2, stroke_dasharray="0 4.6", stroke_linecap="round"
        )
        if lanes
        else ""
    )
    drawn += svg.element("defs", svg.element("path", d=roads, id=f"roads-{name}", stroke_linecap="round"))
    return drawn + "".join(
        svg.element("use", href=f"#roads-{name}", class_=look, stroke_width=width)
        for look, width in (("verge-line", 4.4), ("way-line", 2.4))
    )


def pieces(route: np.ndarray) -> np.ndarray:
    """Return a line in pieces of about `SAMPLES`."""
    steps = np.hypot(*np.diff(route, axis=0).T)
    along = np.concatenate(([0], np.cumsum(steps)))
    wanted = np.linspace(0, along[-1], max(int(along[-1] / SAMPLES), 2) + 1)
    return np.stack([np.interp(wanted, along, route[:, axis]) for axis in (0, 1)], axis=1)


def runs_of(points: np.ndarray, shores: Sequence[np.ndarray]) -> Iterable[tuple[bool, np.ndarray]]:
    """Yield the parts of a route on land and at sea, straight ones as two points."""
    on_land = coast.is_land((points[1:] + points[:-1]) / 2, shores)
    first = 0
    for is_road, run in groupby(on_land.tolist()):
        last = first + len(list(run))
        found = points[first : last + 1]
        turns = np.abs(np.diff(found, 2, axis=0)).max(initial=0)
        yield is_road, found[[0, -1]] if turns < 1e-6 else found
        first = last
