"""The coast of the drawn map: a smooth line around all routes."""

from collections.abc import Sequence

import numpy as np

from africana_env.drawing.boxes import Box, Spot

LAND = 34
"""Width of the land around routes, in units of the map."""
DIRECTIONS = 72
"""Directions from the middle of the map; the coast has one corner in each."""
SMOOTHED = 3
"""Bays are filled and the coast is averaged over this many directions on either side."""
PIECES = 24
"""Pieces of a route; land is measured at their ends."""


def coast(spots: Sequence[Spot], routes: Sequence[tuple[int, int]], frame: Box) -> str:
    """Return a closed path around all spots, within the frame."""
    corners = coast_corners(spots, routes, frame)
    middles = (corners + np.roll(corners, -1, axis=0)) / 2
    path = "M{:.4g} {:.4g}".format(*middles[-1])
    return path + "".join(f"Q{a:.4g} {b:.4g} {c:.4g} {d:.4g}" for (a, b), (c, d) in zip(corners, middles, strict=True))


def coast_corners(spots: Sequence[Spot], routes: Sequence[tuple[int, int]], frame: Box) -> np.ndarray:
    """Return the furthest land from the middle in each direction, shape `(DIRECTIONS, 2)`."""
    places = np.array(spots, float)
    ends = places[np.array(routes)]
    shares = np.linspace(0, 1, PIECES + 1)[:, None, None]
    points = (ends[:, 0] + shares * (ends[:, 1] - ends[:, 0])).reshape(-1, 2)
    centre = (places.min(axis=0) + places.max(axis=0)) / 2
    angles = np.arange(DIRECTIONS) * 2 * np.pi / DIRECTIONS
    ways = np.stack((np.cos(angles), np.sin(angles)), axis=1)
    along = ways @ (points - centre).T
    aside = ways[:, ::-1] * (1, -1) @ (points - centre).T
    reached = along + np.sqrt(np.maximum(LAND**2 - aside**2, 0))
    reach = np.where(np.abs(aside) < LAND, reached, 0).max(axis=1)
    reach = around(around(reach).max(axis=0)).mean(axis=0)
    return np.clip(centre + reach[:, None] * ways, frame[:2], frame[2:])


def around(values: np.ndarray) -> np.ndarray:
    """Stack each value of a circle with its neighbours, in a column."""
    return np.stack([np.roll(values, shift) for shift in range(-SMOOTHED, SMOOTHED + 1)])
