"""Signs on the drawn board: spaces and their contents, each about 22 wide and high, around (0, 0).

Each has its own shape, so no meaning depends on colour alone.
"""

from functools import cache
from math import cos, pi, sin, sqrt

from africana_env.drawing.svg import element, text

HEXAGON = 29.0
"""Width of a space, on a map as wide as the shipped one."""
SIDE = HEXAGON / sqrt(3)

DARK, STONE, BRONZE, CREAM = "#2a251e", "#c9ba97", "#b8703a", "#f7e7bd"


def _shape(path: str, fill: str) -> str:
    return element("path", d=path, fill=fill, class_="ink-edge")


def _plain(path: str, fill: str = DARK) -> str:
    return element("path", d=path, fill=fill)


def _line(path: str, width: float = 1.0, colour: str = DARK) -> str:
    return element("path", d=path, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round")


def _dot(x: float, y: float, radius: float) -> str:
    return element("circle", cx=x, cy=y, r=radius, fill=DARK)


def _mane() -> str:
    turns = [2 * pi * lock / 11 for lock in range(12)]
    spots = [(9 * sin(turn), -9 * cos(turn)) for turn in turns]
    return "M" + "A3 3 0 0 1 ".join(f"{x:.1f} {y:.1f}" for x, y in spots) + "Z"


def ingot(x: float, y: float, size: float) -> str:
    return element(
        "g",
        _shape("M-7.4 3L-5.4 -1H5.4L7.4 3Z", "#efc12e") + _shape("M-5.4 -1L-4.2 -3.4H4.2L5.4 -1Z", "#ffe28a"),
        transform=f"translate({x:.5g} {y:.5g}) scale({size})",
    )


def gem(x: float, y: float, size: float) -> str:
    return element(
        "g",
        _shape("M-8 -2L-4.6 -6.4H4.6L8 -2L0 7.6Z", "#5cc3e2")
        + _line("M-8 -2H8M-4.6 -6.4L-2.6 -2L0 7.6L2.6 -2L4.6 -6.4", 0.8),
        transform=f"translate({x:.5g} {y:.5g}) scale({size})",
    )


SIGNS = {
    "elephant": (
        _shape("M-4 -7C-8 -11.5 -12 -9 -11.7 -3.5C-11.4 2 -8 4.5 -4 2Z", "#7d8794")
        + _shape("M4 -7C8 -11.5 12 -9 11.7 -3.5C11.4 2 8 4.5 4 2Z", "#7d8794")
        + _shape("M-3.4 1.5C-5 4 -6.4 6 -7.6 8C-4.6 7.6 -2.4 6.4 -1 4.6Z", CREAM)
        + _shape("M3.4 1.5C5 3 6.8 4.4 8.6 5.4C6 6.6 3.6 6.2 1.6 4.6Z", CREAM)
        + _shape(
            "M-4.6 -7C-3 -10 3 -10 4.6 -7C5.6 -3 4.6 0 3.2 2.5C2.4 5 2.4 7 3 8.2C4 9.6 5.4 9 5.6 7.6L7.6 8"
            "C7.6 11.4 3.4 12.4 1.2 10C-.6 8 -1.6 5 -3.2 2.5C-4.6 0 -5.6 -3 -4.6 -7Z",
            "#a5aeb9",
        )
        + _dot(-2.4, -3, 0.95)
        + _dot(2.4, -3, 0.95)
    ),
    "giraffe": (
        _shape("M-1.6 -6.8L-6.4 -8.4L-3.2 -4.2Z", "#d99f3c")
        + _line("M.4 -8.6L-.4 -11.2M3 -8.8L3.2 -11.4", 1.4, "#8a5a1c")
        + _shape(
            "M-8 11C-6.6 5 -4.4 -1 -2.8 -5.4C-1.6 -9 1.4 -10 4 -8.6L10 -5C11.6 -3.8 10.8 -1.8 9 -1.8"
            "L3.6 -2C2.2 2 1.8 7 2 11Z",
            "#ecbd58",
        )
        + _plain("M-2.4 -3.6L1 -4L.6 -.8L-2 -.4ZM-3.8 .8L-.6 .6L-1 4L-4.6 3.6ZM.8 1L2 .6L1.2 4.4L.2 4Z", "#96581a")
        + _plain("M-5.6 5L-2.4 5.4L-2.8 9L-6.2 8.4ZM-1.2 6L1.2 6L1 9.8L-1.6 9.6Z", "#96581a")
        + _dot(4.2, -5.8, 1)
    ),
    "lion": (
        _shape(_mane(), "#9a551b")
        + _shape(
            "M-5.8 -3C-6 -6.4 -2.6 -6.4 0 -6.4C2.6 -6.4 6 -6.4 5.8 -3C6 2 4 7.4 0 7.4C-4 7.4 -6 2 -5.8 -3Z", "#efbf5a"
        )
        + _plain("M-2 .8H2L0 3.2Z")
        + _line("M0 3V4.6M-2.6 4.6Q-1.2 5.8 0 4.6Q1.2 5.8 2.6 4.6")
        + _dot(-2.7, -2, 0.95)
        + _dot(2.7, -2, 0.95)
    ),
    "rhinoceros": (
        _shape("M6.2 -1C8.6 -4 10 -7.4 10.6 -11.4C12.6 -6.6 12.4 -1.6 10.6 2.4Z", CREAM)
        + _shape("M1.8 -3.4C2.6 -5.4 3.4 -7 4.4 -8.2C5.4 -6.2 5.6 -4 5.2 -1.6Z", CREAM)
        + _shape("M-6 -5C-8.4 -7.6 -8.4 -9.8 -7.4 -11.2C-5 -10.2 -3.4 -8 -3 -5.4Z", "#7c8078")
        + _shape(
            "M-11 10.6C-11.8 2 -9.8 -4.6 -5.2 -6C-1.6 -7 1.4 -5 4.4 -2.6C6.8 -.8 9 .6 10.6 2.2C11.8 4.6 11 7 8.4 7.6"
            "C5.4 8.2 2 7.6 -.4 7.2C-1.6 8.2 -2 9.2 -2.2 10.6Z",
            "#9b9e93",
        )
        + _line("M-6.6 -1C-5.4 2 -5.6 5 -6.6 7.6M6 5.2Q8 5.6 9.8 4.8")
        + _dot(1.8, 0.6, 1)
    ),
    "zebra": (
        _shape("M-.4 -8.4C4 -12 11.6 -8.6 11.8 0L11.4 10.8H8L9 0Z", DARK)
        + _shape("M-1 -7.4L-1.8 -11.6L2.8 -9Z", "#fff")
        + _shape(
            "M9 10.8L9.6 0C9 -5 5 -8.6 1 -8.6L-.6 -7.4C-3.8 -4 -7.2 .6 -9.6 4.6C-10.6 7 -8.8 9.2 -6.4 8.6"
            "C-3.6 8 -1 6 1 3.4C1.4 6 1 9 .2 10.8Z",
            "#fff",
        )
        + _plain("M-7.2 .9L-9.6 4.6C-10.6 7 -8.8 9.2 -6.4 8.6L-4.8 8Q-4.4 4.4 -7.2 .9Z")
        + _line("M9 7.6L2 8.4M9.2 4.4L2 5M9.2 1.2L2.6 1M8.6 -2.2L3.8 -2.6M6.6 -5.4L3.2 -5.6", 1.5)
        + _line("M-2.4 -5L0 -3.6M-4.6 -2.2L-2.4 -.4", 1.3)
        + _dot(-0.2, -1, 1)
    ),
    "nomad": (
        _line("M-4.4 -6V-10M4.4 -6V-10M-8.6 2L-11.6 9M8.6 2L11.6 9", 1.1, "#8d7b5b")
        + _shape("M-10.6 3.4C-7 1 -5 -3 -4.4 -7C-1.6 -4.4 1.6 -4.4 4.4 -7C5 -3 7 1 10.6 3.4L9 9.4H-9Z", "#c65a33")
        + _line("M-7.4 1.4C-5 3.4 -4 3 -2 2.6M7.4 1.4C5 3.4 4 3 2 2.6", 1.3, CREAM)
        + _plain("M-3 9.2C-1.6 6 -.6 3 0 -1C.6 3 1.6 6 3 9.2Z")
    ),
    "monument": (
        _shape("M-10.4 -4.4L0 -10.8L10.4 -4.4Z", STONE)
        + _shape("M-8.6 -3.2H-5V6H-8.6ZM-1.8 -3.2H1.8V6H-1.8ZM5 -3.2H8.6V6H5Z", STONE)
        + _shape("M-10.6 6.2H10.6V9.8H-10.6Z", STONE)
    ),
    "gold 1": ingot(0, 0.4, 1.25),
    "gold 2": ingot(0, 4.2, 1.1) + ingot(0, -4, 1.1),
    "gems 1": gem(0, 0, 1.1),
    "gems 2": gem(-4, -3.6, 0.85) + gem(4, 4, 0.85),
    "kettle": (
        _line("M-6.4 -2.4C-6.4 -13 6.4 -13 6.4 -2.4", 1.8, "#8a5226")
        + _shape("M-6.4 3.6C-9 2.6 -9 -1 -11.4 -2.4L-9.4 -4C-7 -2.6 -6.4 -1 -5 -1Z", BRONZE)
        + _shape("M-4.4 -3.4H4.4C8.6 -1 9.4 5.6 5 9.4H-5C-9.4 5.6 -8.6 -1 -4.4 -3.4Z", BRONZE)
        + _shape("M-5 -3.4C-3 -6.4 3 -6.4 5 -3.4Z", BRONZE)
        + _dot(0, -6.2, 1.3)
    ),
    "statue": (
        _shape("M-6.6 7.4H6.6V10.6H-6.6Z", STONE)
        + _shape("M-3.4 -4.4H3.4L6 1.6L4 2.6L2.8 .4L3.4 7.4H.6L0 3L-.6 7.4H-3.4L-2.8 .4L-4 2.6L-6 1.6Z", "#8b6a3f")
        + element("circle", cx=0, cy=-7.6, r=3.2, fill="#8b6a3f", class_="ink-edge")
    ),
    "head carving": (
        _shape("M-4.4 -7.4C-4 -9.4 -2 -11.2 0 -11.2C2 -11.2 4 -9.4 4.4 -7.4Z", DARK)
        + _shape("M-6.4 -1.6H-8.4V2.6H-5.6ZM6.4 -1.6H8.4V2.6H5.6Z", "#8a4f28")
        + _shape("M-6.4 -7.4H6.4C7 -1 5.4 5 2.8 8.6V10.8H-2.8V8.6C-5.4 5 -7 -1 -6.4 -7.4Z", "#a8632f")
        + _plain("M-4.8 -2.6Q-3 -4.4 -1.4 -2.6Q-3 -1.6 -4.8 -2.6ZM4.8 -2.6Q3 -4.4 1.4 -2.6Q3 -1.6 4.8 -2.6Z")
        + _line("M0 -4V1.6L-1.2 2.6H1.2", 1.1)
        + _plain("M-2.6 5.2Q0 3.8 2.6 5.2Q0 7.4 -2.6 5.2Z")
    ),
    "garment": (
        _shape(
            "M-3 -8.8L-11 -4.2L-9 1.4L-5.6 0L-6.6 9.6H6.6L5.6 0L9 1.4L11 -4.2L3 -8.8C2 -6.4 -2 -6.4 -3 -8.8Z", "#3d8f8a"
        )
        + _line("M0 -6.8V-1M-6 5H6", 1.3, CREAM)
        + _line("M-6.3 7.4L-4 6L-2 7.6L0 6L2 7.6L4 6L6.3 7.4", 1.1, CREAM)
    ),
    "drum": (
        _shape(
            "M-8 -7.4C-7.4 -1 -3 1 -2.6 4C-2.4 6.4 -4.4 8 -4.6 10H4.6C4.4 8 2.4 6.4 2.6 4C3 1 7.4 -1 8 -7.4Z", "#c08545"
        )
        + _line("M-6.8 -3.4L-4.4 -1L-2.4 -4.6L0 0L2.4 -4.6L4.4 -1L6.8 -3.4", 1)
        + element("ellipse", cx=0, cy=-7.4, rx=8, ry=3, fill=CREAM, class_="ink-edge")
    ),
}
"""The kinds of markers."""
CAMP_SIGN = (
    _line("M-8.6 9.6L8.6 5M8.6 9.6L-8.6 5", 3.2, "#7a4a22")
    + _shape(
        "M.6 -11C1.4 -7 6.6 -4 6.6 1.4C6.6 5 3.6 7 0 7C-3.6 7 -6.6 5 -6.6 1.4C-6.6 -1.8 -4 -3 -3.4 -5.6"
        "C-1.6 -4.8 -1 -3.4 -.8 -2.2C1 -4.6 1.2 -8 .6 -11Z",
        "#ef7d22",
    )
    + _plain(
        "M.4 -1C1.4 .8 3.2 1.8 3 3.8C2.8 5.4 1.4 6 0 6C-1.4 6 -3 5.4 -3 3.6C-3 2 -1.6 1.6 -1.2 0C-.4 .4 0 .8 .2 1Z",
        "#ffd95a",
    )
)
CITY_SIGN = (
    _shape("M5.6 8.8V-6.4L7.4 -10.6L9.2 -6.4V8.8Z", CREAM)
    + _shape("M-4.2 0C-4.2 -6.6 4.2 -6.6 4.2 0V8.8H-4.2Z", "#e9d9b3")
    + _shape("M-10 1.6H-4.2V8.8H-10ZM1.6 2.6H6.8V8.8H1.6Z", CREAM)
    + _plain("M-2.6 8.4V4.4C-2.6 2.2 .2 2.2 .2 4.4V8.4ZM-8 3.6H-6.2V5.6H-8ZM3.4 4.6H5V6.4H3.4Z")
    + _line("M0 -5.2V-8", 1.2)
)


def sign(name: str) -> str:
    """Return the sign of a kind of marker: a picture, or the first two letters of its name."""
    return SIGNS.get(name) or text(0, 6, name[:2], 16, "ink bold", "middle")


def hexagon(size: float) -> str:
    """Return the path of a hexagon, `size` times as large as a space."""
    x, y = HEXAGON / 2 * size, SIDE * size
    return f"M0 {-y:.2f}L{x:.2f} {-y / 2:.2f}V{y / 2:.2f}L0 {y:.2f}L{-x:.2f} {y / 2:.2f}V{-y / 2:.2f}Z"


@cache
def define_signs(names: tuple[str, ...]) -> str:
    """Define the reused drawings: spaces, their borders, and a sign for each kind of marker."""
    land = element("path", d=hexagon(1), class_="land") + element("path", d=hexagon(1), class_="edge-line")
    star = "M0 -7L1.8 -1.8L7 0L1.8 1.8L0 7L-1.8 1.8L-7 0L-1.8 -1.8Z"
    ring = hexagon(0.98)
    spaces = {
        "land": land,
        "down": land + element("path", d=hexagon(0.86), class_="road") + element("path", d=star, class_="land"),
        "open": land + element("path", d=hexagon(0.88), class_="spot"),
        "coast": element("path", d=hexagon(0.93), class_="ink-line", stroke_width=1.8),
        "put": element("path", d=ring, class_="ink-line", stroke_width=5)
        + element("path", d=ring, class_="light-line", stroke_width=3),
    }
    signs = {"camp": CAMP_SIGN, "city": CITY_SIGN} | {str(kind): sign(name) for kind, name in enumerate(names)}
    drawn = [_named(name, content) for name, content in spaces.items()]
    drawn += [_named(name, content, transform="scale(.93)") for name, content in signs.items()]
    return element("defs", *drawn)


def _named(name: str, content: str, **attributes: str) -> str:
    return element("g", content, id=f"africa-{name}", stroke_linejoin="round", **attributes)


def place(name: object, x: float, y: float, size: float = 1) -> str:
    """Draw a defined sign around (x, y)."""
    if size == 1:
        return f'<use href="#africa-{name}" x="{x:.5g}" y="{y:.5g}"/>'
    return f'<use href="#africa-{name}" transform="translate({x:.5g} {y:.5g}) scale({size:.3g})"/>'
