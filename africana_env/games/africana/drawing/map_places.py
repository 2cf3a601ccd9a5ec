"""Placement of names, expeditions and explorers on the drawn map, where they cover each other and routes least."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from africana_env.drawing.boxes import Box, Spot, is_within, length_within, overlap
from africana_env.drawing.letters import text_width
from africana_env.drawing.svg import MARGIN, SMALL, WIDTH

MAP_HEIGHT = 470
FRAME = (MARGIN + 2.0, 1.0, WIDTH - MARGIN - 2.0, MAP_HEIGHT - 2.0)
"""The area for labels."""
NAME = 11.5
"""Text size of a location's name."""
SIGN = 12
"""Width of a colour's sign."""
TAG = 15
"""Width of the tag of an expedition or an adventure."""
EQUATOR = "equator"
APART = 12
"""Distance between explorers."""

LABEL_ROUNDS = 3
"""Number of times that each label is placed, given the other labels."""
OUTSIDE, HIDING, TAGS_ABOVE, SIGN_CROSSED, LESS_GOOD = 1000, 200, 15, 12, 0.3
"""Costs of a place: off the map, covering something, taking the usual place of tags, each unit of a route across a sign
(1 across a name), and each step down the list of preferred places."""


class Label(NamedTuple):
    """The label of a location: its anchor, its whole box, and the box of its signs."""

    x: float
    y: float
    anchor: str
    box: Box
    signs: Box


def hidden(box: Box, taken: Iterable[Box]) -> float:
    """Return the cost of covering `taken` boxes or leaving the map."""
    areas = (overlap(box, other) for other in taken)
    return OUTSIDE * (not is_within(box, FRAME)) + sum(HIDING + area for area in areas if area)


def pin(spot: Spot, half: float = 8) -> Box:
    """Return the box of a location or an explorer."""
    x, y = spot
    return x - half, y - half, x + half, y + half


def place_labels(
    names: Sequence[str], symbols: Sequence[int], spots: Sequence[Spot], lines: Sequence[tuple[Spot, Spot]]
) -> list[Label]:
    """Return a label for each location, given its name, number of symbols and spot, that avoids the lines."""
    widths = [SIGN * signs + text_width(name, NAME) + 3 for name, signs in zip(names, symbols, strict=True)]
    around = [(x - wide - 12, y - 34, x + wide + 12, y + 34) for (x, y), wide in zip(spots, widths, strict=True)]
    pins = [pin(place) for place in spots]
    above = [(x - 8, y - 19, x + 8, y - 8) for x, y in spots]
    ways: list[list[tuple[float, Label]]] = []
    for place, wide, signs, near in zip(spots, widths, symbols, around, strict=True):
        pins_near, above_near = ([box for box in boxes if overlap(box, near)] for boxes in (pins, above))
        lines_near = [line for line in lines if length_within(*line, near)]
        found = []
        for number, label in enumerate(possible_labels(place, SIGN * signs, wide)):
            cost = LESS_GOOD * number + hidden(label.box, pins_near)
            cost += TAGS_ABOVE * sum(overlap(label.box, box) > 0 for box in above_near)
            for line in lines_near:
                cost += length_within(*line, label.box) + SIGN_CROSSED * length_within(*line, label.signs)
            found.append((cost, label))
        ways.append(found)
    placed = [best(found, ()) for found in ways]
    for _ in range(LABEL_ROUNDS):  # early labels did not know the later ones
        for number, (found, near) in enumerate(zip(ways, around, strict=True)):
            others = [label.box for other, label in enumerate(placed) if other != number and overlap(label.box, near)]
            placed[number] = best(found, others)
    return placed


def best(ways: Sequence[tuple[float, Label]], others: Sequence[Box]) -> Label:
    """Return the cheapest label, including the cost of covering `others`."""
    return min(ways, key=lambda way: way[0] + hidden(way[1].box, others))[1]


def possible_labels(place: Spot, signs: float, wide: float) -> Iterator[Label]:
    """Yield the possible labels of a location, the best first."""
    x, y = place
    beside = [(9, 4), (6, 17), (7, -8), (9, 11), (9, -3), (10, 7), (10, 0)]
    apart = [(14, 4), (12, 14), (12, -7), (20, 4), (4, 22), (4, -12), (16, 20), (16, -12)]
    sides = [*beside, *apart]
    starts = [(left, y + down) for right, down in sides for left in (x + right, x - right - wide)]
    starts += [(x - share * wide, y + down) for share in (0.5, 0.3, 0.7, 0.1, 0.9) for down in (20, -11, 26)]
    for left, base in starts:
        box = left, base - 9, left + wide, base + 2.5
        if left + wide < x:
            yield Label(left + wide, base, "end", box, (left + wide - signs, *box[1:]))
        else:
            yield Label(left, base, "start", box, (left, box[1], left + signs, box[3]))


def place_equator(y: float, taken: Sequence[Box], lines: Sequence[tuple[Spot, Spot]]) -> Box:
    """Return the best place for the equator's name, above or below its line."""
    wide = text_width(EQUATOR, SMALL) + 2
    last = int(WIDTH - MARGIN - 10 - wide)
    boxes = [(x, top, x + wide, top + 9) for top in (y - 10, y + 1) for x in map(float, range(MARGIN + 10, last, 6))]
    return min(boxes, key=lambda box: hidden(box, taken) + sum(length_within(*line, box) for line in lines))


def place_tags(place: Spot, count: int, taken: Sequence[Box]) -> list[Box]:
    """Return the boxes of `count` tags in a row at a location: above it, unless another place covers less."""
    x, y = place
    wide = TAG * count - 1
    ways = [(x - wide / 2, y - 20), (x - wide / 2, y + 9), (x - wide - 9, y - 5), (x + 9, y - 5)]
    ways += [
        (left, top) for top in (y - 19, y + 9, y - 14, y + 4) for left in (x - wide - 6, x + 6, x - 6, x - wide + 6)
    ]
    ways += [(x - wide / 2, y - 30), (x - wide / 2, y + 20), (x - wide - 9, y - 16), (x + 9, y - 16)]
    left, top = min(ways, key=lambda way: hidden((*way, way[0] + wide, way[1] + 12), taken))
    return [(left + TAG * index, top, left + TAG * index + 14, top + 12) for index in range(count)]


def place_explorers(place: Spot, count: int, taken: Sequence[Box]) -> list[Spot]:
    """Return the spots of `count` explorers at a location: side by side, unless another order covers less."""
    x, y = place
    middle = (count - 1) / 2
    ways: list[tuple[float, float, float]] = [
        (1, 0, middle),
        (0, 1, middle),
        (1, 0, 0),
        (-1, 0, 0),
        (0, 1, 0),
        (0, -1, 0),
    ]
    ways += [(right, down, start) for right in (0.75, -0.75) for down in (0.75, -0.75) for start in (middle, 0.0)]
    rows = [
        [(x + APART * right * (index - start), y + APART * down * (index - start)) for index in range(count)]
        for right, down, start in ways
    ]
    return min(rows, key=lambda row: sum(hidden(pin(spot, 7), taken) for spot in row))
