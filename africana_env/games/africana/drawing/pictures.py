"""Hand-drawn pictures of artifacts and assistants, about 16 wide and high, around (0, 0)."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from africana_env.drawing.svg import element
from africana_env.games.africana.drawing.signs import glyph_in, shade
from africana_env.games.africana.edition import artifact_kinds
from africana_env.games.africana.rules.names import colour_names

DARK, WOOD, PALE, BRONZE, IVORY = "#2a251e", "#9a5f2c", "#d9a25f", "#b5803a", "#f6ecd2"


def _shape(path: str, fill: str) -> str:
    return element("path", d=path, fill=fill, stroke=DARK, stroke_width=0.8)


def _line(path: str, width: float = 0.8, colour: str = DARK) -> str:
    return element("path", d=path, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round")


PICTURES = {
    "mask": _shape("M-5-6.6Q0-9.4 5-6.6Q6.8-2 4.6 3Q2.8 7 0 8Q-2.8 7-4.6 3Q-6.8-2-5-6.6z", WOOD)
    + _shape("M-4.4-6.2Q0-8.4 4.4-6.2L3.6-4Q0-5.6-3.6-4z", "#c8482f")
    + _shape("M-4.2-1.9Q-2.4-3.6-1-1.8Q-2.6-.8-4.2-1.9zM4.2-1.9Q2.4-3.6 1-1.8Q2.6-.8 4.2-1.9z", IVORY)
    + _line("M0-3.6V1.6H-.9")
    + _shape("M-2 4Q0 3 2 4Q0 6-2 4z", IVORY)
    + _line("M-4.6 1.2L-2.8 1.8M4.6 1.2L2.8 1.8", 0.9, IVORY),
    "drum": _shape("M-5.6-5.6Q-5-.6-2-.2Q-1.2 2-3.2 7.4H3.2Q1.2 2 2-.2Q5-.6 5.6-5.6z", WOOD)
    + _line("M-4.9-3L-2.6-.8L-1.6-3.8L0-.6L1.6-3.8L2.6-.8L4.9-3", 0.8, IVORY)
    + element("ellipse", cx=0, cy=-5.6, rx=5.7, ry=2, fill=IVORY, stroke=DARK, stroke_width=0.8)
    + _line("M-2.4 5H2.4", 1.4, "#c8482f"),
    "horn": _shape("M-7.6-5.4Q-6.8-7.6-4.6-7Q-3.6-1.4 1 1.6Q4.4 3.6 8 3Q4 7.6-1.4 5.2Q-7.6 2.2-7.6-5.4z", IVORY)
    + _shape("M-7.6-5.4Q-6.8-7.6-4.6-7L-4.2-4.8L-7.4-3.4z", BRONZE)
    + _line("M-3.4-1.6L-6.2.4M-1.4.6L-3.6 3.6M1.4 2.4L.2 5.2", 0.9, BRONZE),
    "head": _shape(
        "M-4.6 7.8Q-4.8 5-2.8 4Q-5-1-4-4.4Q-2.6-7.8.4-7.6Q4.2-7.2 4.2-2.8Q4.2 1 2.6 4Q4.6 5 4.6 7.8z", BRONZE
    )
    + _shape("M-4.3-3.6Q-3.4-8.4.4-8.2Q4.2-8 4.3-3.6Q0-5.4-4.3-3.6z", "#7d5a24")
    + _line("M-3.4 5H3.4M-4 6.4H4M.2-1.6V1.4M-1 2.8H1.6")
    + _line("M-2.4-1.4H-1M1.6-1.4H3", 1.2),
    "stool": _shape("M-7.6-5.6Q0-2.2 7.6-5.6L6.8-2Q0 .8-6.8-2z", PALE)
    + _shape(
        "M-4.4-.8L-1.8-.2Q-3.4 2.4-3.6 4.8H-5.8Q-5.8 1.6-4.4-.8zM4.4-.8L1.8-.2Q3.4 2.4 3.6 4.8H5.8Q5.8 1.6 4.4-.8z",
        WOOD,
    )
    + _shape("M-1.3 0H1.3V4.8H-1.3z", WOOD)
    + _shape("M-6.8 4.6H6.8V7H-6.8z", PALE),
    "jar": _shape("M-2.6-7.6H2.6L2-4.8Q6.4-2.4 5.4 2.4Q4.4 6 2.6 7.6H-2.6Q-4.4 6-5.4 2.4Q-6.4-2.4-2-4.8z", "#b8613a")
    + _line("M-5.4-.6L-3.6 1.4L-1.8-.6L0 1.4L1.8-.6L3.6 1.4L5.4-.6M-4.4 4.6H4.4", 1, IVORY),
}
"""Artifacts by the last word of their names, and a jar for the sixth and unknown ones."""


def picture_names(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the picture of each artifact: the one of its name, or one that is left."""
    kinds = artifact_kinds(data)
    known = {kind: kind.split()[-1].lower() for kind in kinds if kind.split()[-1].lower() in PICTURES}
    left = [name for name in reversed(PICTURES) if name not in known.values()]
    return {kind: known.get(kind) or left.pop(0) for kind in kinds}


SIGN = 4.7
"""Size of the sign of a colour on the map."""


@cache
def define_pictures(names: tuple[str, ...]) -> str:
    """Define the pictures of artifacts, and of an assistant and the sign of each colour."""
    drawn = [
        element("g", content, id=f"africana-{name}", stroke_linejoin="round") for name, content in PICTURES.items()
    ]
    drawn += [
        element("g", assistant(names, colour), id=f"africana-assistant-{colour}", stroke_linejoin="round")
        for colour in range(len(names))
    ]
    drawn += [
        element("g", glyph_in(names, colour, 0, 0, SIGN), id=f"africana-sign-{colour}") for colour in range(len(names))
    ]
    return element("defs", *drawn)


def assistant(names: tuple[str, ...], colour: int) -> str:
    """Draw an assistant: a person with a hat, in a shirt of their colour with its sign."""
    shirt = shade(names, colour)
    return (
        _shape("M-7 8Q-7 1.4-2.6.8H2.6Q7 1.4 7 8z", shirt)
        + element("circle", cx=0, cy=-2.6, r=3, fill="#8a5a35", stroke=DARK, stroke_width=0.8)
        + _shape("M-5.4-3.6Q-3.4-4.4-3.2-5.4Q-2.6-8 0-8Q2.6-8 3.2-5.4Q3.4-4.4 5.4-3.6Q0-2.6-5.4-3.6z", PALE)
        + glyph_in(names, colour, 0, 4.6, 2.6)
    )


def reward(data: Mapping[str, Any], entry: Mapping[str, Any], x: float, y: float, size: float = 1) -> str:
    """Draw the reward of an adventure around (x, y): its artifact or its assistant."""
    if "assistant" in entry:
        return use(f"assistant-{colour_names(data).index(entry['assistant'])}", x, y, size)
    return use(picture_names(data)[entry["artifact"]], x, y, size)


def use(name: str, x: float, y: float, size: float = 1) -> str:
    """Draw a defined picture around (x, y)."""
    if size == 1:
        return f'<use href="#africana-{name}" x="{x:.5g}" y="{y:.5g}"/>'
    return f'<use href="#africana-{name}" transform="translate({x:.5g} {y:.5g}) scale({size:.3g})"/>'
