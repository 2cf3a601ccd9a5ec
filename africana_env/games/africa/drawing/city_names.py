"""Placement of the city names on the drawn map: in the sea, close to their cities."""

from collections.abc import Iterator, Sequence
from math import cos, dist, pi, sin
from typing import NamedTuple

from africana_env.drawing.boxes import Box, Spot, is_within, length_within, overlap
from africana_env.drawing.letters import text_width
from africana_env.drawing.svg import MARGIN, NORMAL, WIDTH, text
from africana_env.games.africa.drawing.signs import HEXAGON, SIDE

NAME = NORMAL
"""Text size of a city's name."""
SHORE = 3
"""Distance of names from the edge of the map."""
DIRECTIONS = [turn * pi / 8 for turn in (0, 8, 4, 12, 1, 15, 7, 9, 2, 14, 6, 10, 3, 5, 11, 13)]
"""Directions from a city to its name, the best first: right, left, below, above, then between."""
FURTHEST, STEP = 200, 5
"""The largest distance of a name from its city, and the step of the search."""
NEAR = 7
"""Names further away have a line to their cities."""
CROSSING = 2
"""Cost of each unit of a line over other spaces or names."""
OFF_MAP = 5
"""Cost of a name above or below the map, where it adds a row."""


class Label(NamedTuple):
    """The name of a city, its box, and the path of a line to a distant city."""

    name: str
    box: Box
    line: str = ""
    look: str = "ink bold"

    def draw(self) -> str:
        return text(round(self.box[0], 1), round(self.box[3] - 2, 1), self.name, NAME, self.look)


def space_box(x: float, y: float, size: float) -> Box:
    """Return the box of a space around (x, y)."""
    wide, high = HEXAGON / 2 * size, SIDE * 0.8 * size
    return x - wide, y - high, x + wide, y + high


def place_names(
    cities: Sequence[tuple[str, float, float]], size: float, high: float, boxes: Sequence[Box]
) -> list[Label]:
    """Place the names of cities, given as (name, x, y), outside the boxes. Names may need a row above and below the
    map."""
    frame = MARGIN + SHORE, -NAME, WIDTH - MARGIN - SHORE, high + NAME
    labels: list[Label] = []
    for name, x, y in cities:
        taken = [*boxes, *(label.box for label in labels)]
        labels.append(place_name(name, (x, y), size, frame, taken))
    return labels


def place_name(name: str, city: Spot, size: float, frame: Box, taken: Sequence[Box]) -> Label:
    """Return the best place within the frame where the name covers nothing, else the city's lower edge."""
    edge, wide = HEXAGON / 2 * size, text_width(name, NAME, bold=True)
    others = [box for box in taken if box != space_box(*city, size)]
    researcher = (*city, city[0] + edge + size, city[1] + SIDE * size)
    best, found = float(FURTHEST), None
    for far, order, box in ways(city, wide, size, frame):
        if far >= best:
            break
        if not is_within(box, frame) or any(overlap(box, other) for other in (researcher, *taken)):
            continue
        end = min(max(city[0], box[0]), box[2]), min(max(city[1], box[1]), box[3])
        gap = dist(city, end) - edge
        cost = gap + CROSSING * sum(length_within(city, end, other) for other in others) if gap > NEAR else order
        cost += OFF_MAP * (box[1] < 0 or box[3] > frame[3] - NAME)
        if cost < best:
            best, found = cost, Label(name, box, line(city, end, edge) if gap > NEAR else "")
    base = city[1] + SIDE * size
    return found or Label(name, name_box(city[0] - wide / 2, base, wide, frame), look="ink bold halo")


def ways(city: Spot, wide: float, size: float, frame: Box) -> Iterator[tuple[float, float, Box]]:
    """Yield the possible places of a name, the nearest first: the distance, the cost of the direction, and the box."""
    x, y = city
    half, high = HEXAGON / 2 * size, SIDE * size
    for far in range(0, FURTHEST, STEP):
        for order, turn in enumerate(DIRECTIONS):
            right, down = cos(turn), sin(turn)
            left = x + right * (half + 4 + far) - wide * (1 - right) / 2
            base = y + down * (high + 5 + far) + 3
            yield far, NEAR * order / len(DIRECTIONS), name_box(left, base, wide, frame)


def name_box(left: float, base: float, wide: float, frame: Box) -> Box:
    """Return the box of a name at `left`, moved into the frame."""
    left = max(min(left, frame[2] - wide), frame[0])
    return left, base - 10, left + wide, base + 2


def line(city: Spot, end: Spot, edge: float) -> str:
    """Return a path from the edge of a city's space."""
    (x, y), share = city, edge / dist(city, end)
    return f"M{x + share * (end[0] - x):.4g} {y + share * (end[1] - y):.4g}L{end[0]:.4g} {end[1]:.4g}"
