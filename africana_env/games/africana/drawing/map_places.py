"""Places of names, expeditions and explorers on the drawn map, where each belongs to its location and hides least."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import hypot
from typing import TypeVar

from africana_env.drawing.boxes import Box, Spot, is_within, length_within, overlap
from africana_env.drawing.letters import text_width
from africana_env.drawing.svg import MARGIN, WIDTH

Way = TypeVar("Way")

MAP_HEIGHT = 450
FRAME = (MARGIN + 2.0, 2.0, WIDTH - MARGIN - 2.0, MAP_HEIGHT - 2.0)
"""The area for labels."""
NAME, HIGH = 12, 11.6
"""Text size of everything on the map, and the height of such a text from capitals to descenders."""
PIN = 8.5
"""Half the height of a location."""
STEP = 5.8
"""Half the distance of the two signs of a location."""
LIT = 4
"""Room around a location for its lit frame."""
TAG, TAG_HIGH = 17.0, 15.0
"""Size of the tag of an expedition or an adventure."""
PAWN, PAWN_HIGH = 8.0, 23.0
"""Half the width of an explorer, and its height."""
BESIDE = 13.0
"""Distance of explorers beside each other: their numbers stay visible."""
EQUATOR = "equator"
NEARER = 3
"""A name is nearer to its own location than to others by at least this."""

Labelled = tuple[float, Box]
"""A place of a name with its cost, regardless of other names."""

LABEL_ROUNDS = 4
"""Number of times that each label is placed, given the other labels."""
OUTSIDE, FOREIGN, HIDING, ACROSS, TAGS_ABOVE, LESS_GOOD = 4000, 2000, 400, 120, 12, 0.5
"""Costs of a place: off the map, nearer to another location, covering something, beyond the equator, taking the
usual place of tags, and each step down the list of preferred places. A unit of a route across a name costs 1."""


def hidden(box: Box, taken: Iterable[Box]) -> float:
    """Return the cost of covering `taken` boxes or leaving the map."""
    areas = (overlap(box, other) for other in taken)
    return OUTSIDE * (not is_within(box, FRAME)) + sum(HIDING + area for area in areas if area)


def pin(spot: Spot, symbols: int) -> Box:
    """Return the box of a location."""
    x, y = spot
    half = half_width(symbols)
    return x - half, y - PIN, x + half, y + PIN


def half_width(symbols: int) -> float:
    return PIN + STEP * (symbols - 1)


def best(ways: Sequence[Way], cost: Callable[[Way], float]) -> Way:
    """Return the first way that costs nothing, or else the cheapest."""
    costs = []
    for way in ways:
        costs.append(cost(way))
        if costs[-1] == 0:
            return way
    return ways[costs.index(min(costs))]


def larger(box: Box, more: float) -> Box:
    return box[0] - more, box[1] - more, box[2] + more, box[3] + more


def distance(box: Box, spot: Spot) -> float:
    """Return the distance from a spot to a box."""
    x, y = spot
    return hypot(max(box[0] - x, 0, x - box[2]), max(box[1] - y, 0, y - box[3]))


def place_labels(
    names: Sequence[str],
    pins: Sequence[Box],
    spots: Sequence[Spot],
    lines: Sequence[tuple[Spot, Spot]],
    equator: float | None,
) -> list[Box]:
    """Return the box of each location's name. It is nearer to its own location than to any other, and it hides neither
    locations nor other names."""
    frames = [larger(box, LIT) for box in pins]
    level = -1.0 if equator is None else equator
    ways: list[list[Labelled]] = []
    for number, (name, place) in enumerate(zip(names, spots, strict=True)):
        wide = text_width(name, NAME) + 2
        near = (place[0] - wide - 40, place[1] - 60, place[0] + wide + 40, place[1] + 60)
        frames_near = [box for box in frames if overlap(box, near)]
        others = [spot for other, spot in enumerate(spots) if other != number and is_within((*spot, *spot), near)]
        lines_near = [line for line in lines if length_within(*line, near)]
        found = []
        for step, box in enumerate(possible_labels(frames[number], wide)):
            own = distance(box, place)
            cost = LESS_GOOD * step + hidden(box, frames_near)
            cost += FOREIGN * sum(distance(box, spot) < own + NEARER for spot in others)
            cost += TAGS_ABOVE * (box[3] < place[1] and abs(box[0] + box[2] - 2 * place[0]) < wide)
            cost += ACROSS * (box[1] < level < place[1] or place[1] < level < box[3])
            found.append((cost + sum(length_within(*line, box) for line in lines_near), box))
        ways.append(sorted(found))
    placed = [found[0] for found in ways]
    for _ in range(LABEL_ROUNDS):  # early labels did not know the later ones
        for number in range(len(ways)):
            placed[number] = cheapest(ways, placed, number)
    for number in range(len(ways)):
        if cost_of(placed, number) > HIDING:
            placed = make_room(ways, placed, number)
    return [box for _, box in placed]


def cost_of(placed: Sequence[Labelled], number: int) -> float:
    """Return the cost of a name among the others."""
    cost, box = placed[number]
    return cost + hidden(box, [other for place, (_, other) in enumerate(placed) if place != number])


def cheapest(ways: Sequence[Sequence[Labelled]], placed: Sequence[Labelled], number: int) -> Labelled:
    """Return the cheapest place of a name among the others."""
    others = [box for place, (_, box) in enumerate(placed) if place != number]
    return min(ways[number], key=lambda way: way[0] + hidden(way[1], others))


def make_room(ways: Sequence[Sequence[Labelled]], placed: list[Labelled], number: int) -> list[Labelled]:
    """Return the places of names after moving one, and those that it then covers, where they cost least together."""
    found = [(sum(cost_of(placed, place) for place in range(len(placed))), placed)]
    for way in ways[number]:
        if way[0] > HIDING:
            break
        trial = [*placed]
        trial[number] = way
        for other in range(len(placed)):
            if other != number and overlap(trial[other][1], way[1]):
                trial[other] = cheapest(ways, trial, other)
        found.append((sum(cost_of(trial, place) for place in range(len(trial))), trial))
    return min(found, key=lambda pair: pair[0])[1]


def possible_labels(frame: Box, wide: float) -> Iterator[Box]:
    """Yield the possible boxes of a name around a lit location, the best first."""
    left, top, right, bottom = frame
    middle, high = (top + bottom) / 2, HIGH
    for apart in (0, 2, 4, 7):
        for down in (0, 4, -4, 8, -8, 12, -12, 16, -16):
            y = middle - high / 2 + down
            for x in (right + apart, left - apart - wide):
                yield x, y, x + wide, y + high
        for share in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9, 0, 1):
            x = (left + right) / 2 - share * wide
            for y in (bottom + apart, top - apart - high):
                yield x, y, x + wide, y + high


def place_equator(y: float, taken: Sequence[Box], lines: Sequence[tuple[Spot, Spot]]) -> Box:
    """Return the best place for the equator's name, above or below its line."""
    wide = text_width(EQUATOR, NAME) + 2
    last = int(WIDTH - MARGIN - 10 - wide)
    boxes = [(x, top, x + wide, top + 11) for top in (y - 12, y + 1) for x in map(float, range(MARGIN + 6, last, 6))]
    return min(boxes, key=lambda box: hidden(box, taken) + sum(length_within(*line, box) for line in lines))


def place_tags(pin: Box, count: int, taken: Sequence[Box]) -> list[Box]:
    """Return the boxes of `count` tags in a row at a location: above it, unless another place covers less."""
    left, top, right, bottom = pin
    x, y, wide = (left + right) / 2, (top + bottom) / 2, TAG * count
    starts = [(x - wide / 2, top - TAG_HIGH), (x - wide / 2, bottom)]
    starts += [(x - share * wide, row) for share in (0.2, 0.8) for row in (top - TAG_HIGH, bottom)]
    starts += [(start, y - TAG_HIGH / 2 + down) for down in (0, -9, 9) for start in (left - wide, right)]
    starts += [(x - share * wide, row) for share in (0, 1) for row in (top - TAG_HIGH, bottom)]
    starts += [(x - wide / 2, row) for row in (top - 2 * TAG_HIGH, bottom + TAG_HIGH)]
    left, top = best(starts, lambda start: hidden((*start, start[0] + wide, start[1] + TAG_HIGH), taken))
    return [(left + TAG * index, top, left + TAG * (index + 1), top + TAG_HIGH) for index in range(count)]


def standing(foot: Spot) -> Box:
    """Return the box of an explorer that stands on a spot."""
    x, y = foot
    return x - PAWN, y - PAWN_HIGH, x + PAWN, y


def place_explorers(pin: Box, count: int, taken: Sequence[Box]) -> list[Spot]:
    """Return the spots where `count` explorers at a location stand, side by side, where they hide least."""
    left, top, right, bottom = pin
    x, above, below = (left + right) / 2, top + 1, bottom + PAWN_HIGH - 1

    def row(share: float, y: float, number: int, middle: float = x) -> list[Spot]:
        start = middle - share * BESIDE * (number - 1)
        return [(start + BESIDE * index, y) for index in range(number)]

    found = [row(0.5, above, count), row(0.5, below, count)]
    for y in (bottom, top + 6, bottom + 8):
        found += [row(1, y, count, left - PAWN), row(0, y, count, right + PAWN)]
    found += [row(share, y, count) for share in (0, 1, 0.25, 0.75) for y in (above, below)]
    for y in (above, below):
        found += [row(0, y, count, right - 4), row(1, y, count, left + 4)]
    half = count // 2
    found += [row(0.5, above, half) + row(0.5, below, count - half)]
    for y in (bottom, top + 6, bottom + 8):
        found += [row(1, y, half, left - PAWN) + row(0, y, count - half, right + PAWN)]
    found += [row(0.5, y, count) for y in (above - TAG_HIGH, below + TAG_HIGH)]
    return best(found, lambda spots: sum(hidden(standing(spot), taken) for spot in spots))
