"""Turns an SVG into an image by resvg, with packaged fonts: the same on every machine."""

import re
from functools import lru_cache
from io import BytesIO
from itertools import combinations, pairwise
from typing import NamedTuple
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from resvg_py import svg_to_bytes

from africana_env.drawing.letters import FAMILY, font_files
from africana_env.drawing.svg import NORMAL, STILL

LARGEST = 960
"""Pixels of a side of an image, at most."""
LARGEST_SCALE = 1.2
"""Pixels of a unit, at most: letters are 12 units high."""
MAX_COLUMNS = 3
CACHED_TILES = 64
CACHED_STILL = 64
NAMESPACE = "http://www.w3.org/2000/svg"
DEFINITIONS = f"{{{NAMESPACE}}}defs"
SHARED = [f"{{{NAMESPACE}}}{name}" for name in ("style", "rect")]
"""The styles and the ground of a board."""
BELOW = re.compile(r"translate\(0 ([\d.]+)\)")
"""The place of a part of a board, see `svg.board`."""
NAMED = re.compile(r"#([\w-]+)")
"""What may be the name of a definition."""

ElementTree.register_namespace("", NAMESPACE)


class Tile(NamedTuple):
    """A part of a drawing, as wide as the drawing, in its units."""

    top: float
    height: float
    content: str
    still: tuple[str, ...] = ()
    """What lies below the content and seldom changes, the lowest first."""


class Layout(NamedTuple):
    """Tiles in columns."""

    scale: float
    height: float
    """Of the tallest column, in units."""
    starts: tuple[int, ...]
    """The number of the first tile of each column, and the number of all."""


def pixels(svg: str) -> NDArray[np.uint8]:
    """Return the drawing, `uint8` of shape `(height, width, 3)`, in the colours of light pages. No side is longer than
    `LARGEST`, and both are even, as videos need it. The parts of a tall board stand in columns."""
    width, tiles = split(svg)
    layout = arrange(width, tuple(tile.height for tile in tiles))
    wide = even(width * layout.scale)
    parts = [draw(width, tile, wide) for tile in tiles]
    size = wide * (len(layout.starts) - 1), even(layout.height * layout.scale)
    image = Image.new("RGB", size, parts[0].getpixel((0, 0)))
    for column, (first, after) in enumerate(pairwise(layout.starts)):
        for tile, part in zip(tiles[first:after], parts[first:after], strict=True):
            image.paste(part, (column * wide, round((tile.top - tiles[first].top) * layout.scale)))
    return np.array(image)


def split(svg: str) -> tuple[float, list[Tile]]:
    """Return the width of a drawing and its parts. Each part has the styles and definitions that it needs. A drawing
    that `svg.board` did not make is one part."""
    root = ElementTree.fromstring(svg)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    parts = [(float(place[1]), child) for child in root if (place := BELOW.fullmatch(child.get("transform", "")))]
    if not parts:
        return width, [Tile(0, height, "".join(map(written, root)))]
    ends = [*(top for top, _ in parts[1:]), height]
    style, ground = ("".join(written(child) for child in root if child.tag in tags) for tags in (SHARED[:1], SHARED))
    defined = {element.get("id"): written(element) for defs in root.iter(DEFINITIONS) for element in defs}
    tiles = []
    for (top, part), end in zip(parts, ends, strict=True):
        if end > top:
            still: list[str] = []
            while len(part) and part[0].get("class") == STILL:
                below = ElementTree.Element(part.tag, part.attrib)
                below.append(part[0])
                part.remove(part[0])
                still.append((style if still else ground) + with_definitions(written(below), defined))
            content = (style if still else ground) + with_definitions(written(part), defined)
            tiles.append(Tile(top, end - top, content, tuple(still)))
    return width, tiles


def with_definitions(content: str, defined: dict[str | None, str]) -> str:
    """Return a drawing after the definitions that it needs."""
    used = "".join(defined[name] for name in sorted(named_in(content, defined)))
    return f"<defs>{used}</defs>{content}"


def named_in(content: str, defined: dict[str | None, str]) -> set[str]:
    """Return the names of the definitions that a drawing uses, directly or through others."""
    found: set[str] = set()
    waiting = [content]
    while waiting:
        new = {name for name in NAMED.findall(waiting.pop()) if name in defined} - found
        found |= new
        waiting += [defined[name] for name in new]
    return found


def written(element: ElementTree.Element) -> str:
    """An element as text."""
    return ElementTree.tostring(element, "unicode")


@lru_cache(CACHED_TILES)
def arrange(width: float, heights: tuple[float, ...]) -> Layout:
    """Return the columns that draw parts of these heights largest, and the fewest such columns."""
    found = []
    for columns in range(1, min(MAX_COLUMNS, len(heights)) + 1):
        for breaks in combinations(range(1, len(heights)), columns - 1):
            starts = (0, *breaks, len(heights))
            height = max(sum(heights[first:after]) for first, after in pairwise(starts))
            scale = min(LARGEST_SCALE, LARGEST / (columns * width), LARGEST / height)
            found.append(Layout(scale, height, starts))
    return max(found, key=lambda layout: (layout.scale, -len(layout.starts), -layout.height))


@lru_cache(CACHED_TILES)
def draw(width: float, tile: Tile, pixels_wide: int) -> Image.Image:
    """Return a part in pixels. Most parts of a board stay the same from one board to the next."""
    box = f"0 {tile.top:g} {width:g} {tile.height:g}"
    image = drawn(box, tile.content, pixels_wide)
    whole = Image.new("RGBA", image.size)
    for layer in tile.still:
        whole.alpha_composite(*draw_still(box, layer, pixels_wide))
    whole.alpha_composite(image)
    return whole.convert("RGB")


@lru_cache(CACHED_STILL)
def draw_still(box: str, content: str, pixels_wide: int) -> tuple[Image.Image, tuple[int, int]]:
    """Return what lies in a box without its empty edges, kept for the next position, and its place."""
    image = drawn(box, content, pixels_wide)
    inner = image.getbbox() or (0, 0, 1, 1)
    return image.crop(inner), inner[:2]


def drawn(box: str, content: str, pixels_wide: int) -> Image.Image:
    """Return what lies in a box, RGBA."""
    image = svg_to_bytes(
        svg_string=f'<svg xmlns="{NAMESPACE}" viewBox="{box}" font-size="{NORMAL}">{content}</svg>',
        width=pixels_wide,
        font_files=font_files(),
        font_family=FAMILY,
        sans_serif_family=FAMILY,
        skip_system_fonts=True,
    )
    return Image.open(BytesIO(image)).convert("RGBA")


def even(length: float) -> int:
    """Return the largest even number up to a length, at least 2."""
    return max(2, int(length + 1e-6) // 2 * 2)
