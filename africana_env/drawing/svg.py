"""SVG drawing: elements as text, and the common look of all boards.

A board is `WIDTH` units wide. Colours are classes of one style sheet, so dark pages show dark boards. A clickable part
is a group with a name, `data-part`.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape

from africana_env.drawing.letters import shortened, text_width
from africana_env.drawing.panels import Heading

WIDTH = 400
MARGIN = 6
INNER = WIDTH - 2 * MARGIN
"""The width between the margins."""
NORMAL, LARGE = 12, 14
"""Text sizes; `NORMAL` is the default of a board, and the least: a phone shows it in 11 pixels."""
CONDENSED = 0.75
"""The least width of condensed text, as a share of its usual width; longer text is cut."""

CACHED_ELEMENTS = 1 << 13
"""Cache size for each kind of element: most elements are the same on the next board."""

STILL = "still"
"""The class of groups that come first in a part and seldom change: images draw them once."""

SEAT_COLOURS = (
    ("#f5f3ec", "#2a251e"),
    ("#1f6fb2", "#ffffff"),
    ("#e8b90c", "#2a251e"),
    ("#c0392b", "#ffffff"),
    ("#2a7f4f", "#ffffff"),
)
"""White, blue, yellow, red and green, each with its text colour."""

SHADES = {
    "ground": ("#f4eee1", "#191713"),
    "panel": ("#fffdf7", "#24211b"),
    "edge": ("#d5c9b1", "#4a4336"),
    "ink": ("#2a251e", "#efe8d9"),
    "dim": ("#6f6556", "#a99e8b"),
    "land": ("#eee3ca", "#353024"),
    "coast": ("#c9b88f", "#5c5340"),
    "sea": ("#b7d5df", "#14252f"),
    "road": ("#a08f6d", "#7c6f56"),
    "verge": ("#8d6f45", "#221d15"),
    "way": ("#fbf1d4", "#b59d6d"),
    "lane": ("#3f7391", "#7fb2cc"),
    "shore": ("#7d6a45", "#8b7d5c"),
    "water": ("#8fbdd0", "#2d5468"),
    "shallow": ("#f0f7f5", "#3b6472"),
    "page": ("#fbf5e3", "#2b271f"),
    "back": ("#7a3b2e", "#5b2c24"),
    "spot": ("#fffdf7", "#1d1a15"),
    "warn": ("#b3261e", "#ff8a80"),
    "light": ("#f7c948", "#b58900"),
}
"""The shades of the style sheet, on light and on dark pages."""


def _rules(dark: bool) -> str:
    shades = {name: pair[dark] for name, pair in SHADES.items()}
    fills = "".join(f".{name}{{fill:{shade}}}" for name, shade in shades.items())
    fills += f".ink-edge{{stroke:{shades['ink']};stroke-width:1}}"
    fills += f".shore-edge{{stroke:{shades['shore']};stroke-width:.8}}"
    fills += f".halo{{stroke:{shades['land']}}}"
    return fills + "".join(f".{name}-line{{stroke:{shade};fill:none}}" for name, shade in shades.items())


DARK = _rules(dark=True)
ON_DARK_PAGES = f"@media (prefers-color-scheme:dark){{{DARK}}}"
STYLE = (
    "text{font-family:system-ui,'Segoe UI',Roboto,'DejaVu Sans',sans-serif}.bold{font-weight:700}"
    ".halo{paint-order:stroke;stroke-width:2.5;stroke-linejoin:round}" + _rules(dark=False) + ON_DARK_PAGES
)


def element(name: str, *content: str, **attributes: object) -> str:
    """Return an element. In attribute names `_` becomes `-`; a trailing `_` is dropped."""
    written = "".join(f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"' for key, value in attributes.items())
    return f"<{name}{written}>{''.join(content)}</{name}>" if content else f"<{name}{written}/>"


def _value(value: object) -> str:
    return f"{value:.5g}" if isinstance(value, float) else escape(str(value))


Drawn = tuple[float, str]
"""The height and the elements of a part of a board, drawn from (0, 0)."""


def board(title: str, parts: Iterable[Drawn]) -> str:
    """Return a board of parts, one below the other."""
    top = 0.0
    groups = []
    for height, drawn in parts:
        groups.append(element("g", drawn, transform=f"translate(0 {top:.5g})"))
        top += height
    return element(
        "svg",
        element("title", escape(title)),
        element("style", STYLE),
        element("rect", width=WIDTH, height=top, class_="ground"),
        *groups,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {top:.5g}",
        font_size=NORMAL,
        role="img",
    )


@lru_cache(CACHED_ELEMENTS, typed=True)
def text(
    x: float,
    y: float,
    words: object,
    size: float = NORMAL,
    look: str = "ink",
    anchor: str = "start",
    length: float | None = None,
) -> str:
    """Return text with its baseline at `y`, condensed to `length` if given."""
    more: dict[str, object] = {} if size == NORMAL else {"font_size": size}
    if anchor != "start":
        more["text_anchor"] = anchor
    if length is not None:
        more |= {"textLength": round(length, 1), "lengthAdjust": "spacingAndGlyphs"}
    return element("text", escape(str(words)), x=float(x), y=float(y), class_=look, **more)


def fitted(
    x: float, y: float, words: str, wide: float, look: str = "ink", anchor: str = "start", least: float = CONDENSED
) -> str:
    """Return text at most `wide`: condensed to the share `least` of its width, then cut."""
    is_bold = "bold" in look
    words = shortened(words, wide / least, NORMAL, is_bold)
    length = wide if text_width(words, NORMAL, is_bold) > wide else None
    return text(x, y, words, NORMAL, look, anchor, length)


@lru_cache(CACHED_ELEMENTS)
def panel(x: float, y: float, width: float, height: float) -> str:
    """Return a bordered sheet for other elements."""
    shape = {"x": float(x), "y": float(y), "width": float(width), "height": float(height), "rx": 4}
    return element("rect", **shape, class_="panel") + element("rect", **shape, class_="edge-line")


def part(name: str, *content: str, **more: str) -> str:
    """Return a group that can be clicked."""
    return element("g", *content, data_part=name, **more)


def card_part(name: str, *content: str, **more: str) -> str:
    """Return a card that can be clicked; pages also show it on its moves' buttons."""
    return part(name, *content, **more, class_="card")


def supply_part(name: str, *content: str, **more: str) -> str:
    """Return a part from which players take things; pages animate these from here."""
    return part(name, *content, **more, class_="supply")


def piece(name: str, *content: str, **more: str) -> str:
    """Return a group that pages animate from one board to the next, by its name."""
    return element("g", *content, data_piece=name, **more)


def small_board(width: float, height: float, drawn: str) -> str:
    """Return a single sign in its size on a board, for a page with a board, whose style sheet it uses."""
    return element(
        "svg",
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:.5g} {height:.5g}",
        width=width,
        height=height,
        font_size=NORMAL,
        aria_hidden="true",
    )


@lru_cache(CACHED_ELEMENTS)
def seat_mark(x: float, y: float, seat: int, radius: float = 8.6, size: float = NORMAL) -> str:
    """Return a seat's number, from 1, in a disc of its colour around (x, y)."""
    fill, ink = SEAT_COLOURS[seat]
    number = element(
        "text",
        str(seat + 1),
        x=float(x),
        y=y + size * 0.36,
        font_size=size,
        fill=ink,
        text_anchor="middle",
        class_="bold",
    )
    return element("circle", cx=float(x), cy=float(y), r=radius, fill=fill, class_="ink-edge") + number


def seat_name(seat: int, is_own: bool = False) -> str:
    """Return the name of a seat, counted from 1; pages replace it by the player's name."""
    return f"player {seat + 1}" + (" · you" if is_own else "")


@lru_cache(CACHED_ELEMENTS)
def player_sheet(seat: int, words: str, points: str, height: float, to_move: bool) -> str:
    """Return the sheet for a player's things, with the seat's mark, `words` such as the name, and points, which pages
    read by their class. A bar marks the player to move."""
    drawn = panel(MARGIN, 0, INNER, height)
    if to_move:
        drawn += element("rect", x=MARGIN, y=0, width=3, height=height, rx=1.5, class_="light")
    drawn += seat_mark(MARGIN + 14, 12, seat) + text(MARGIN + 26, 16, words, NORMAL, "ink bold")
    return drawn + text(WIDTH - MARGIN - 6, 16, points, NORMAL, "ink bold points", "end")


def draw_title(heading: Heading) -> Drawn:
    """Return the first lines of a board. Pages read the current decision by its class, `now`."""
    edition, progress = f"edition {heading.edition}", f" · {heading.progress}"
    room = INNER - text_width(heading.game, LARGE, bold=True) - 10
    edition = shortened(edition, room / CONDENSED - text_width(progress, NORMAL), NORMAL)
    words = text(MARGIN, 15, heading.game, LARGE, "ink bold")
    words += fitted(WIDTH - MARGIN, 15, edition + progress, room, "dim", "end")
    return 36, words + fitted(MARGIN, 31, heading.now, INNER, "ink now")


def score_parts(names: Sequence[str], values: Sequence[int]) -> str:
    """Return the nonzero parts of a score without the total: `gold 10 · gems 6`."""
    parts = [f"{name.replace('_', ' ')} {value}" for name, value in zip(names[:-1], values, strict=False) if value]
    return " · ".join(parts) or "nothing"
