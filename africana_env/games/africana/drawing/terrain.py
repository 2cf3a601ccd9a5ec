"""The ground of the map: sea, land, lakes, rivers, the equator and a compass."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from africana_env.drawing import svg
from africana_env.drawing.boxes import Box, Spot, overlap
from africana_env.games.africana.drawing import coast
from africana_env.games.africana.drawing.map_places import FRAME, MAP_HEIGHT

DAMP, DRY = "#4f8f3a", "#e8b04a"
"""Colours of land at the equator and in the deserts, seen through."""
SHALLOWS = ((17, 0.35), (10, 0.45), (4, 0.6))
"""Widths and opacities of the shallow water along the coast."""
COMPASS = 24
"""Radius of the compass."""


class Terrain(NamedTuple):
    """Coasts, lakes and rivers in units of the map, and the equator's height."""

    shores: list[np.ndarray]
    lakes: list[np.ndarray]
    rivers: list[np.ndarray]
    equator: float | None


def draw_ground(terrain: Terrain, name: str, compass: Spot | None) -> str:
    """Draw everything below the routes. `name` makes the names of definitions unique on a page."""
    land = "".join(coast.path(shore) + "z" for shore in terrain.shores)
    middle = (terrain.equator if terrain.equator is not None else MAP_HEIGHT / 2) / MAP_HEIGHT
    drawn = svg.element(
        "defs",
        svg.element("path", id=f"land-{name}", d=land, stroke_linejoin="round"),
        svg.element("clipPath", _sheet(), id=f"map-{name}"),
        climate(name, middle),
    )
    shape = {"href": f"#land-{name}"}
    ground = _sheet(class_="sea") + svg.element("path", d=graticule(), class_="coast-line", stroke_opacity=0.35)
    for width, opacity in SHALLOWS:
        ground += svg.element("use", **shape, class_="shallow-line", stroke_width=width, stroke_opacity=opacity)
    ground += svg.element("use", **shape, y=1.8, fill_opacity=0.3)
    ground += svg.element("use", **shape, class_="land")
    ground += svg.element("use", **shape, fill=f"url(#climate-{name})")
    water = {"class_": "water-line", "stroke_linecap": "round", "stroke_linejoin": "round"}
    if terrain.rivers:
        ground += svg.element("path", d="".join(map(coast.path, terrain.rivers)), **water, stroke_width=1.3)
        ground += svg.element("path", d="".join(coast.path(lake) + "z" for lake in terrain.lakes), class_="water")
    ground += svg.element("use", **shape, class_="shore-line", stroke_width=1)
    if compass:
        ground += svg.element("g", rose(), transform="translate({:.5g} {:.5g})".format(*compass))
    drawn += svg.element("g", ground, clip_path=f"url(#map-{name})")
    return drawn + _sheet(class_="shore-line")


def _sheet(**look: str) -> str:
    return svg.element("rect", x=svg.MARGIN, y=0, width=svg.INNER, height=MAP_HEIGHT, rx=6, **look)


def climate(name: str, equator: float) -> str:
    """Define the colours of the land: forest around the equator, deserts north and south of it."""
    stops = ((-0.5, DAMP, 0.3), (-0.3, DRY, 0.3), (-0.14, DRY, 0.12), (0, DAMP, 0.42), (0.14, DAMP, 0.2))
    drawn = [
        svg.element("stop", offset=round(max(equator + far, 0), 3), stop_color=colour, stop_opacity=opacity)
        for far, colour, opacity in (*stops, (0.28, DRY, 0.25), (0.42, DAMP, 0.3))
    ]
    ends = {"x1": 0, "y1": 0, "x2": 0, "y2": MAP_HEIGHT}
    return svg.element("linearGradient", *drawn, id=f"climate-{name}", gradientUnits="userSpaceOnUse", **ends)


@cache
def graticule() -> str:
    """Return the path of the meridians and parallels, every ten degrees or so."""
    step = 10 * coast.DEGREE
    across = "".join(f"M{svg.MARGIN} {row * step:.4g}h{svg.INNER}" for row in range(1, int(MAP_HEIGHT / step) + 1))
    return across + "".join(f"M{svg.MARGIN + column * step:.4g} 0v{MAP_HEIGHT}" for column in range(1, 8))


@cache
def rose() -> str:
    """Draw a compass rose around (0, 0)."""
    far, near = COMPASS - 6.0, 4.2
    rays = "".join(
        svg.element("path", d=f"M0 {-far:g}L{near} {-near}L0 0zM0 {far:g}L{-near} {near}L0 0z", transform=turned)
        + svg.element(
            "path", d=f"M0 {-far:g}L{-near} {-near}L0 0zM0 {far:g}L{near} {near}L0 0z", transform=turned, class_="spot"
        )
        for turned in ("rotate(0)", "rotate(90)")
    )
    rings = svg.element("circle", r=COMPASS - 3, class_="shore-line") + svg.element(
        "circle", r=COMPASS - 9, class_="shore-line"
    )
    north = svg.element("path", d=f"M-4 {-far + 1:g}L0 {-COMPASS - 5}L4 {-far + 1:g}z", class_="warn")
    return svg.element("g", rings + rays + north, class_="shore", opacity=0.75)


def place_compass(taken: Sequence[Box], shores: Sequence[np.ndarray]) -> Spot | None:
    """Return the first free spot in the sea for a compass, from the lower left, or None."""
    step = COMPASS / 2
    far = COMPASS + 6
    columns = np.arange(FRAME[0] + far, FRAME[2] - far, step)
    for y in np.arange(FRAME[3] - far, FRAME[1] + far, -step):
        for x in columns:
            box = (x - far, y - far, x + far, y + far)
            turns = np.arange(12) * np.pi / 6
            points = np.concatenate(
                [(x, y) + size * np.stack((np.cos(turns), np.sin(turns)), 1) for size in (0, far, far / 2)]
            )
            if not any(overlap(box, other) for other in taken) and not coast.is_land(points, shores).any():
                return float(x), float(y)
    return None
