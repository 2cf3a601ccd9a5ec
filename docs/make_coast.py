"""Make the coast on the board of Africana from Natural Earth's land: `python docs/make_coast.py land-50m.json`.

The file is from the npm package `world-atlas` 2.0.2. Rivers, lakes and places in the data are our own and stay.
"""

import json
import sys
from pathlib import Path

import numpy as np

from africana_env.games.africana.drawing.coast import AFRICA

BOUNDS = (-24.0, -40.0, 58.0, 49.0)
"""West, south, east and north of the cut, in degrees; a little more than the board shows."""
TOLERANCE = 0.17
"""Largest distance from the coast to its simplified line, in degrees."""
LEAST_AREA = 0.5
"""Smaller islands are left out, in square degrees."""


def main(file: Path) -> None:
    """Replace the coast in the data of the board."""
    world = json.loads(file.read_text())
    rings = [simplified(clipped(ring)) for polygon in polygons(world) for ring in polygon]
    kept = sorted((ring for ring in rings if len(ring) > 3 and abs(area(ring)) > LEAST_AREA), key=area)
    data = json.loads(AFRICA.read_text())
    data["coast"] = [[[round(float(x), 2), round(float(y), 2)] for x, y in ring] for ring in kept]
    lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(value, separators=(',', ':'))}" for key, value in data.items())
    AFRICA.write_text(f"{{\n{lines}\n}}\n")


def polygons(world: dict) -> list[list[np.ndarray]]:
    """Return the rings of all polygons of a TopoJSON file, in degrees."""
    scale, shift = np.array(world["transform"]["scale"]), np.array(world["transform"]["translate"])
    arcs = [np.cumsum(arc, axis=0) * scale + shift for arc in world["arcs"]]

    def ring(numbers: list[int]) -> np.ndarray:
        return np.concatenate([arcs[n] if n >= 0 else arcs[~n][::-1] for n in numbers])

    found = [polygon for shape in world["objects"]["land"]["geometries"] for polygon in shape["arcs"]]
    return [[ring(numbers) for numbers in polygon] for polygon in found]


def clipped(ring: np.ndarray) -> np.ndarray:
    """Return the part of a ring within the bounds (Sutherland and Hodgman 1974)."""
    for axis, bound, sign in ((0, BOUNDS[0], 1), (1, BOUNDS[1], 1), (0, BOUNDS[2], -1), (1, BOUNDS[3], -1)):
        depth = (ring[:, axis] - bound) * sign
        points = []
        for here, there, inside, next_inside in zip(ring, np.roll(ring, -1, 0), depth, np.roll(depth, -1), strict=True):
            if inside >= 0:
                points.append(here)
            if inside * next_inside < 0:
                points.append(here + (there - here) * inside / (inside - next_inside))
        ring = np.array(points).reshape(-1, 2)
    return ring


def simplified(ring: np.ndarray) -> np.ndarray:
    """Return a ring with fewer corners (Douglas and Peucker 1973)."""
    if len(ring) < 4:
        return ring
    kept = {0, len(ring) // 2, len(ring) - 1}
    waiting = [(0, len(ring) // 2), (len(ring) // 2, len(ring) - 1)]
    while waiting:
        first, last = waiting.pop()
        along, points = ring[last] - ring[first], ring[first + 1 : last] - ring[first]
        if len(points):
            length = np.hypot(*along)
            aside = np.abs(points @ (along[1], -along[0])) / length if length else np.hypot(*points.T)
            furthest = int(aside.argmax())
            if aside[furthest] > TOLERANCE:
                middle = first + 1 + furthest
                kept.add(middle)
                waiting += [(first, middle), (middle, last)]
    return ring[sorted(kept)]


def area(ring: np.ndarray) -> float:
    x, y = ring.T
    return float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)) / 2)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
