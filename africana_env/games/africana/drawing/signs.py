"""Signs on the drawn board: colours, cards and rewards of adventures.

Each colour has its own shape, so no meaning depends on colour alone.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from html import escape
from math import cos, pi, sin
from typing import Any

from africana_env.drawing.svg import CACHED_ELEMENTS, element, text
from africana_env.games.africana.rules.names import colour_names

SHADES = {"magenta": "#c2267d", "turquoise": "#139a9a", "gray": "#838b96", "orange": "#e07b10", "violet": "#6b4fc4"}
OTHER_SHADES = ("#b5651d", "#4c7a34", "#2c5f8a", "#8a2c4f", "#5a5a5a")
"""Shades of colours with other names."""

Data = Mapping[str, Any]


@cache
def shade(names: tuple[str, ...], colour: int) -> str:
    return SHADES.get(names[colour], OTHER_SHADES[colour])


def glyph(data: Data, colour: int, x: float, y: float, size: float = 4.5) -> str:
    """Draw the sign of a colour around (x, y): a circle, triangle, square, diamond or star."""
    return glyph_in(tuple(colour_names(data)), colour, x, y, size)


@lru_cache(CACHED_ELEMENTS)
def glyph_in(names: tuple[str, ...], colour: int, x: float, y: float, size: float) -> str:
    look = {"fill": shade(names, colour), "stroke": "#fff", "stroke_width": 0.7}
    if colour == 0:
        return element("circle", cx=x, cy=y, r=size * 0.9, **look)
    turns = {1: (3, 1.15, 0.0), 2: (4, 1.2, pi / 4), 3: (4, 1.15, 0.0), 4: (10, 1.25, 0.0)}
    corners, radius, turn = turns[colour]
    spots = []
    for corner in range(corners):
        far = size * radius * (0.5 if corners == 10 and corner % 2 else 1)
        angle = turn + 2 * pi * corner / corners
        spots.append(f"{x + far * sin(angle):.2f},{y - far * cos(angle):.2f}")
    return element("polygon", points=" ".join(spots), **look)


def card(data: Data, colour: int, x: float, y: float, number: int = 1) -> str:
    """Draw a travel card, 16 wide and 20 high, with the number of such cards."""
    more = text(x + 8, y + 18, f"{number}x", 8, "ink count", "middle") if number > 1 else ""
    return sheet(x, y, "spot") + glyph(data, colour, x + 8, y + (7 if number > 1 else 10), 5) + more


@lru_cache(CACHED_ELEMENTS)
def sheet(x: float, y: float, look: str) -> str:
    """Draw a blank card."""
    edge = element("rect", x=x, y=y, width=16.0, height=20.0, rx=2, class_="edge-line")
    return element("rect", x=x, y=y, width=16.0, height=20.0, rx=2, class_=look) + edge


@lru_cache(CACHED_ELEMENTS)
def card_back(number: int, x: float, y: float) -> str:
    """Draw `number` hidden cards as one."""
    back = element("rect", x=x, y=y, width=16.0, height=20.0, rx=2, class_="road")
    return back + element("text", str(number), x=x + 8, y=y + 14, font_size=10, fill="#fff", text_anchor="middle")


def kind_sign(data: Data, entry: Data, x: float, y: float) -> str:
    """Draw the reward of an adventure: an assistant's colour, or the first letters of an artifact's last word."""
    if "assistant" in entry:
        return glyph(data, colour_names(data).index(entry["assistant"]), x + 6, round(y - 3, 1), 5)
    return artifact_sign(entry["artifact"].split()[-1][:2], x, y)


@lru_cache(CACHED_ELEMENTS)
def artifact_sign(letters: str, x: float, y: float) -> str:
    """Draw two letters on a plate."""
    words = element("text", escape(letters), x=x + 6.5, y=y, font_size=9.5, fill="#fff", text_anchor="middle")
    return element("rect", x=x, y=y - 9, width=13.0, height=12.0, rx=2, class_="road") + words


@lru_cache(CACHED_ELEMENTS)
def assistant_sign(x: float, y: float) -> str:
    """Draw the mark that tells an assistant from a travel card: head and shoulders in the corner."""
    return element("circle", cx=x + 12.5, cy=y + 4, r=1.9, class_="ink") + element(
        "path", d=f"M{x + 9:.5g} {y + 9.5:.5g}a3.5 3.5 0 0 1 7 0z", class_="ink"
    )


def joker(x: float, y: float) -> str:
    letter = element("text", "J", x=x + 8, y=y + 14, font_size=11, fill="#2a251e", text_anchor="middle", class_="bold")
    return sheet(x, y, "light") + letter
