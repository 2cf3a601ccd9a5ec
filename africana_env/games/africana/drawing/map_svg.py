"""The map as SVG: land, routes, locations with their names, expeditions and explorers."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from africana_env.drawing import svg
from africana_env.drawing.boxes import Box, Spot
from africana_env.engine.game.contract import Edition
from africana_env.games.africana.drawing.coast import coast
from africana_env.games.africana.drawing.map_places import (
    EQUATOR,
    MAP_HEIGHT,
    NAME,
    SIGN,
    Label,
    pin,
    place_equator,
    place_explorers,
    place_labels,
    place_tags,
)
from africana_env.games.africana.drawing.signs import glyph_in, kind_sign
from africana_env.games.africana.edition import HALVES
from africana_env.games.africana.rules.names import colour_names
from africana_env.games.africana.rules.state import EMPTY

LAND = (svg.MARGIN + 4, 4, svg.WIDTH - svg.MARGIN - 4, MAP_HEIGHT - 4)
"""The frame of the land; around it is sea."""

CACHED_MAPS = 64

Data = Mapping[str, Any]


@lru_cache(CACHED_MAPS)
def draw_map(
    edition: Edition, expeditions: Sequence[int], adventures: Sequence[int], explorers: Sequence[int]
) -> svg.Drawn:
    """Draw locations, routes, equator, expeditions (by space), targets of adventures, and explorers (by seat)."""
    drawn, tags = _map_with_tags(edition, expeditions, adventures)
    places = map_places(edition)
    taken = [*places.taken, *tags]
    for location, place in enumerate(places.spots):
        here = [seat for seat, where in enumerate(explorers) if where == location]
        if here:
            others = [box for box in taken if box != pin(place)]
            spots = place_explorers(place, len(here), others)
            for there, seat in zip(spots, here, strict=True):
                drawn += svg.piece(f"explorer-{seat}", svg.seat_mark(*there, seat))
            taken += [pin(there, 7) for there in spots]
    return MAP_HEIGHT + 6, drawn


@lru_cache(CACHED_MAPS)
def _map_with_tags(edition: Edition, expeditions: Sequence[int], adventures: Sequence[int]) -> tuple[str, list[Box]]:
    """Return the map without explorers, and the boxes of its tags."""
    data, places = edition.data, map_places(edition)
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
    boxes: list[Box] = []
    for location, signs in tags.items():
        row = place_tags(places.spots[location], len(signs), [*places.taken, *boxes])
        boxes += row
        for (x, y, *_), sign in zip(row, signs, strict=True):
            drawn += tag(x, y, sign) if isinstance(sign, str) else kind_sign(data, sign, x + 0.5, y + 9)
    return drawn, boxes


@lru_cache(svg.CACHED_ELEMENTS)
def tag(x: float, y: float, sign: str) -> str:
    """Draw the number of an expedition at its start or target."""
    words = svg.element("text", sign, x=x + 7, y=y + 9.5, fill="#2a251e", text_anchor="middle")
    return svg.element("rect", x=x, y=y, width=14.0, height=12.0, rx=2, class_="light") + words


def spot(position: Sequence[float]) -> Spot:
    """Return the spot of a position, given in hundredths from the left and from the top."""
    return svg.MARGIN + 14 + position[0] / 100 * (svg.INNER - 40), 18 + position[1] / 100 * (MAP_HEIGHT - 36)


class Places(NamedTuple):
    """The fixed places of a map: locations with labels, routes, the equator and its name, and the boxes that they
    take."""

    spots: list[Spot]
    labels: list[Label]
    routes: list[tuple[int, int]]
    equator: float | None
    word: Box | None
    taken: list[Box]


@lru_cache(CACHED_MAPS)
def map_places(edition: Edition) -> Places:
    locations = edition.data["locations"]
    names = [entry["name"] for entry in locations]
    spots = [spot(entry["position"]) for entry in locations]
    routes = [(names.index(one), names.index(other)) for one, other in (e["between"] for e in edition.data["routes"])]
    lines = [(spots[one], spots[other]) for one, other in routes]
    north, south = (
        [y for (_, y), entry in zip(spots, locations, strict=True) if entry["half"] == half] for half in HALVES
    )
    equator = (max(north) + min(south)) / 2 if min(south) > max(north) else None
    across = [] if equator is None else [((0.0, equator), (float(svg.WIDTH), equator))]
    labels = place_labels(names, [len(entry["symbols"]) for entry in locations], spots, [*lines, *across])
    taken = [*(label.box for label in labels), *map(pin, spots)]
    word = None if equator is None else place_equator(equator, taken, lines)
    return Places(spots, labels, routes, equator, word, [*taken, word] if word else taken)


@lru_cache(CACHED_MAPS)
def _map(edition: Edition) -> str:
    """Return the map without pieces."""
    spots, labels, routes, equator, word, _ = map_places(edition)
    colours = tuple(colour_names(edition.data))
    drawn = svg.element("rect", x=svg.MARGIN, y=0, width=svg.INNER, height=MAP_HEIGHT, rx=6, class_="sea")
    land = coast(spots, routes, LAND)
    drawn += svg.element("path", d=land, class_="land") + svg.element(
        "path", d=land, class_="coast-line", stroke_width=1.5
    )
    if word:
        drawn += svg.element(
            "path",
            d=f"M{svg.MARGIN} {equator:.4g}H{svg.WIDTH - svg.MARGIN}",
            class_="warn-line",
            stroke_dasharray="5 4",
            opacity=0.6,
        )
        drawn += svg.text(round(word[0] + 1, 1), round(word[3] - 2, 1), EQUATOR, svg.SMALL, "warn")
    roads = "".join("M{:.5g} {:.5g}L{:.5g} {:.5g}".format(*spots[one], *spots[other]) for one, other in routes)
    drawn += svg.element("path", d=roads, class_="road-line", stroke_width=2)
    for number, (entry, label) in enumerate(zip(edition.data["locations"], labels, strict=True)):
        x, y = spots[number]
        words = svg.element("path", d=f"M{x - 13:.5g} {y - 13:.5g}h26v26h-26z", fill="none")  # as large as a finger
        words += svg.element("circle", cx=x, cy=y, r=5, class_="spot")
        words += svg.element("circle", cx=x, cy=y, r=5, class_="ink-line", stroke_width=1.3)
        signs = [colours.index(name) for name in entry["symbols"]]
        step = -SIGN if label.anchor == "end" else SIGN
        for place, colour in enumerate(signs if step > 0 else signs[::-1]):
            words += glyph_in(colours, colour, round(label.x + step * (place + 0.5), 1), round(label.y - 4, 1), 4.8)
        start = round(label.x + step * (len(signs) + 0.2), 1)
        words += svg.text(start, round(label.y, 1), entry["name"], NAME, "ink halo", label.anchor)
        drawn += svg.part(f"location-{number}", words)
    return drawn
