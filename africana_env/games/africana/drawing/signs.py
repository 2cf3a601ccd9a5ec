"""Signs on the drawn board: colours, cards and rewards of adventures.

Each colour has its own shape, so no meaning depends on colour alone.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from math import cos, pi, sin
from typing import Any

from africana_env.drawing.svg import CACHED_ELEMENTS, SEAT_COLOURS, element, text
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


CARD, CARD_HIGH = 24.0, 32.0
"""Size of a travel card."""


@lru_cache(CACHED_ELEMENTS)
def sheet(x: float, y: float, look: str = "spot") -> str:
    """Draw a blank card."""
    line = {"stroke": "#2b120d", "class_": look} if look == "back" else {"class_": f"{look} ink-edge"}
    return element("rect", x=x, y=y, width=CARD, height=CARD_HIGH, rx=3, **line)


@lru_cache(CACHED_ELEMENTS)
def face(names: tuple[str, ...], colour: int, number: int) -> str:
    """Draw `number` travel cards of a colour as one: a field of this colour with its sign."""
    drawn = sheet(0, 0)
    if number > 1:
        drawn = sheet(2, -2) + drawn
    field = {"x": 2.5, "y": 2.5, "width": CARD - 5, "height": CARD_HIGH - 5, "rx": 2}
    drawn += element("rect", **field, fill=shade(names, colour))
    drawn += element("circle", cx=12, cy=11, r=7.8, fill="#fff", fill_opacity=0.92)
    drawn += glyph_in(names, colour, 12, 11, 5.2)
    return drawn + amount(number)


def card(data: Data, colour: int, number: int = 1) -> str:
    """Draw `number` travel cards of a colour as one card at (0, 0)."""
    return face(tuple(colour_names(data)), colour, number)


@lru_cache(CACHED_ELEMENTS)
def amount(number: int) -> str:
    """Draw the number of equal cards on the lower edge of the top one."""
    if number == 1:
        return ""
    return element(
        "g",
        element("rect", x=5, y=19.5, width=14, height=12.5, rx=4, class_="spot"),
        text(12, 30, f"{number}", 12, "ink bold", "middle"),
        class_="count",
    )


@lru_cache(CACHED_ELEMENTS)
def card_back(number: int, size: float = 1) -> str:
    """Draw `number` face-down cards as a pile at (0, 0)."""
    depth = min((number + 7) // 8, 4)
    drawn = "".join(sheet(1.6 * step, -1.6 * step, "back") for step in range(depth, 0, -1)) + sheet(0, 0, "back")
    lines = "M4 4H20V28H4zM12 4L20 16L12 28L4 16z"
    drawn += element("path", d=lines, fill="none", stroke="#f2dfae", stroke_width=1.1)
    drawn += element("circle", cx=12, cy=16, r=8.4, class_="back")
    words = {"font_size": 12, "fill": "#fff", "text_anchor": "middle", "class_": "bold"}
    return drawn + element("text", str(number), x=12, y=20.2, **words)


@lru_cache(CACHED_ELEMENTS)
def empty_place(x: float, y: float) -> str:
    """Draw the place of a card that is not there."""
    return element("rect", x=x, y=y, width=CARD, height=CARD_HIGH, rx=3, class_="edge-line", stroke_dasharray="3 3")


def assistant_card(colour: int, number: int = 1) -> str:
    """Draw the cards of an assistant."""
    drawn = (sheet(2, -2) if number > 1 else "") + sheet(0, 0)
    return (
        drawn + f'<use href="#africana-assistant-{colour}" transform="translate(12 14) scale(1.3)"/>' + amount(number)
    )


@cache
def joker() -> str:
    """Draw the joker: a card with all colours."""
    star = " ".join(
        f"{12 + far * sin(pi * corner / 5):.1f},{16 - far * cos(pi * corner / 5):.1f}"
        for corner, far in enumerate((9.5, 4) * 5)
    )
    return (
        sheet(0, 0, "light")
        + element("polygon", points=star, fill="#fff", stroke="#2a251e", stroke_width=0.8)
        + element("text", "J", x=12, y=20.4, font_size=12, fill="#2a251e", text_anchor="middle", class_="bold")
    )


PAWN = "M0-23a5.2 5.2 0 0 1 3.3 9.2q4.6 1.2 4.7 13.8h-16q.1-12.6 4.7-13.8a5.2 5.2 0 0 1 3.3-9.2z"


@lru_cache(CACHED_ELEMENTS)
def explorer(x: float, y: float, seat: int) -> str:
    """Draw the pawn of a seat with its number, standing on (x, y)."""
    fill, ink = SEAT_COLOURS[seat]
    shadow = element("ellipse", cx=x, cy=y, rx=8, ry=2, fill_opacity=0.3)
    body = element(
        "path", d=PAWN, transform=f"translate({x:.5g} {y:.5g})", fill=fill, class_="ink-edge", stroke_linejoin="round"
    )
    words = {"font_size": 12, "fill": ink, "text_anchor": "middle", "class_": "bold"}
    return shadow + body + element("text", str(seat + 1), x=x, y=y - 2.8, **words)
