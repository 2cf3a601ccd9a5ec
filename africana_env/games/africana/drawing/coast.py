"""The coast of the drawn map: Africa's own if the places lie where they lie in Africa, an invented one otherwise."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from math import asinh, degrees, radians, tan
from pathlib import Path
from typing import Any

import numpy as np

from africana_env.drawing.boxes import Box, Spot
from africana_env.drawing.svg import INNER, MARGIN

AFRICA = Path(__file__).parent / "africa.json"
"""The coast of Africa and its neighbours, and the places of the edition `reconstructed`; see `source` in it."""
WEST, NORTH = -21.0, 48.6
"""The left and the upper edge of the map, in degrees of longitude and of Mercator's latitude."""
DEGREE = INNER / 76
"""A degree on the map."""
NEAR = 60
"""Largest distance of a place of an edition from its place in Africa, to draw Africa."""

LAND = 31
"""Width of the land around places and routes, before waves are cut into it."""
WAVES = (4, 7, 11, 17, 27)
"""Waves around an invented coast."""
DEEPEST = 12
"""Depth of the waves, at most."""
DIRECTIONS = 180
"""Directions from the middle of the map; an invented coast has one corner in each."""
SMOOTHED = 4
"""Bays are filled and the coast is averaged over this many directions on either side."""
PIECES = 24
"""Pieces of a route; land is measured at their ends."""


@cache
def africa() -> Mapping[str, Any]:
    return json.loads(AFRICA.read_text(encoding="utf-8"))


def project(point: Sequence[float]) -> Spot:
    """Return the spot on the map of a point, given in degrees east and north, by Mercator's projection."""
    east, north = point
    return MARGIN + (east - WEST) * DEGREE, (NORTH - degrees(asinh(tan(radians(north))))) * DEGREE


def is_africa(names: Sequence[str], spots: Sequence[Spot]) -> bool:
    """Return whether all places lie near where they lie in Africa."""
    known = africa()["places"]
    return all(
        name in known and np.hypot(*np.subtract(project(known[name]), spot)) < NEAR
        for name, spot in zip(names, spots, strict=True)
    )


def projected(key: str) -> list[np.ndarray]:
    """Return lines of the data of Africa, each of shape (points, 2)."""
    return [np.array([project(point) for point in line]) for line in africa()[key]]


def invented_coast(lines: Sequence[np.ndarray], spots: Sequence[Spot], frame: Box) -> np.ndarray:
    """Return the corners of a coast around all spots and lines, within the frame, shape `(DIRECTIONS, 2)`."""
    places = np.array(spots, float)
    shares = np.linspace(0, 1, PIECES + 1)[:, None, None]
    ends = np.concatenate([np.stack((line[:-1], line[1:]), axis=1) for line in lines])
    points = (ends[:, 0] + shares * (ends[:, 1] - ends[:, 0])).reshape(-1, 2)
    centre = (places.min(axis=0) + places.max(axis=0)) / 2
    angles = np.arange(DIRECTIONS) * 2 * np.pi / DIRECTIONS
    ways = np.stack((np.cos(angles), np.sin(angles)), axis=1)
    along = ways @ (points - centre).T
    aside = ways[:, ::-1] * (1, -1) @ (points - centre).T
    reached = along + np.sqrt(np.maximum(LAND**2 - aside**2, 0))
    reach = np.where(np.abs(aside) < LAND, reached, 0).max(axis=1)
    reach = around(around(reach).max(axis=0)).mean(axis=0)
    corners = np.clip(centre + reach[:, None] * ways, frame[:2], frame[2:])
    phases = np.random.default_rng(places.round().astype(int).ravel()).uniform(0, 2 * np.pi, (len(WAVES), 1))
    waves = (np.sin(np.outer(WAVES, angles) + phases) / np.sqrt(WAVES)[:, None]).sum(axis=0)
    cut = (waves - waves.min()) * DEEPEST / np.ptp(waves)
    return corners - ways * cut[:, None]


def around(values: np.ndarray) -> np.ndarray:
    """Stack each value of a circle with its neighbours, in a column."""
    return np.stack([np.roll(values, shift) for shift in range(-SMOOTHED, SMOOTHED + 1)])


def is_land(points: np.ndarray, shores: Sequence[np.ndarray]) -> np.ndarray:
    """Return whether points, of shape (points, 2), lie on land, by the even-odd rule."""
    x, y = points.T[:, :, None]
    inside = np.zeros(len(points), bool)
    for shore in shores:
        (x0, y0), (x1, y1) = shore.T, np.roll(shore, -1, axis=0).T
        crosses = (y0 > y) != (y1 > y)
        with np.errstate(divide="ignore", invalid="ignore"):
            at = x0 + (y - y0) * (x1 - x0) / (y1 - y0)
        inside ^= (crosses & (x < at)).sum(axis=1) % 2 == 1
    return inside


def rounded(points: np.ndarray) -> np.ndarray:
    """Return a smooth line with the same ends (Chaikin 1974)."""
    for _ in range(3 if len(points) > 2 else 0):
        one, other = points[:-1], points[1:]
        cut = np.stack((0.75 * one + 0.25 * other, 0.25 * one + 0.75 * other), axis=1).reshape(-1, 2)
        points = np.concatenate((points[:1], cut[1:-1], points[-1:]))
    return points


def path(points: np.ndarray) -> str:
    """Return a line as the data of a path, in steps of tenths."""
    tenths = np.rint(points * 10).astype(int)
    steps = np.diff(tenths, axis=0)
    (x, y), steps = tenths[0], steps[steps.any(axis=1)]
    words = " ".join(f"{number / 10:g}" for number in steps.ravel().tolist())
    return f"M{x / 10:g} {y / 10:g}l{words.replace(' -', '-').replace('-0.', '-.').replace(' 0.', ' .')}"
