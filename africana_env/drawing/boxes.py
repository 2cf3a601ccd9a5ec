"""Rectangles, to find places where labels cover nothing."""

from math import dist

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""
Spot = tuple[float, float]


def overlap(one: Box, other: Box) -> float:
    """Return the area that two rectangles share."""
    if one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]:
        return 0.0
    return (min(one[2], other[2]) - max(one[0], other[0])) * (min(one[3], other[3]) - max(one[1], other[1]))


def is_within(box: Box, frame: Box) -> bool:
    """Return whether `box` lies in `frame`."""
    return box[0] >= frame[0] and box[1] >= frame[1] and box[2] <= frame[2] and box[3] <= frame[3]


def length_within(one: Spot, other: Spot, box: Box) -> float:
    """Return the length of the line from `one` to `other` within a rectangle."""
    left, top, right, bottom = box
    (x0, y0), (x1, y1) = one, other
    if (
        (x0 < left and x1 < left)
        or (x0 > right and x1 > right)
        or (y0 < top and y1 < top)
        or (y0 > bottom and y1 > bottom)
    ):
        return 0.0
    first, last = 0.0, 1.0
    for axis in (0, 1):
        here, step = one[axis], other[axis] - one[axis]
        if step:
            ends = sorted(((box[axis] - here) / step, (box[axis + 2] - here) / step))
            first, last = max(first, ends[0]), min(last, ends[1])
        elif not box[axis] < here < box[axis + 2]:
            return 0.0
    return max(last - first, 0.0) * dist(one, other)
