"""The board as SVG: a function for each part."""

from collections.abc import Sequence
from functools import cache, lru_cache
from html import escape
from typing import Any, NamedTuple

from africana_env.drawing import svg
from africana_env.drawing.letters import text_width
from africana_env.drawing.text import counted
from africana_env.engine.game.contract import Edition
from africana_env.engine.game.points import points, winners
from africana_env.engine.game.state import RUNNING, plain_fields
from africana_env.games.africa.drawing.city_names import place_names, space_box
from africana_env.games.africa.drawing.heading import heading
from africana_env.games.africa.drawing.signs import HEXAGON, SIDE, define_signs, place
from africana_env.games.africa.edition import is_city
from africana_env.games.africa.rules import state as rules
from africana_env.games.africa.rules.names import OTHER_NAMES, marker_names
from africana_env.games.africa.rules.scoring import SCORE_PARTS, returns, scores

MAP_HEIGHT = 388
"""Largest height of the spaces."""
SHORE = 6
"""Width of the sea around them."""

SEA = {"fill": "#4a90b8", "fill_opacity": 0.22}
CACHED_MAPS = 64


def render_svg(edition: Edition, state: Any, seat: int | None) -> str:
    """Draw the game, the same for all seats but for the mark on the seat's own sheet."""
    seen = plain_fields(state)
    totals = points(scores, SCORE_PARTS, edition, state)
    won = winners(returns, edition, state) if seen.status != RUNNING else []
    return svg.board(
        f"Africa, round {seen.round_number}",
        [
            (0, define_signs(tuple(marker_names(edition.data)))),
            svg.draw_title(heading(edition, state, svg.seat_name)),
            draw_map(edition, seen),
            draw_face_down(edition, tuple(seen.face_down_kinds[: rules.MARKER_KINDS])),
            draw_supply(seen),
            *(draw_player(seen, other, seat, total, other in won) for other, total in enumerate(totals)),
        ],
    )


# Map


def draw_map(edition: Edition, state: Any) -> svg.Drawn:
    """Draw all spaces with their contents and researchers."""
    spaces, size, above, high, names, lines = _map(edition)
    kinds = (*marker_names(edition.data), *OTHER_NAMES)
    digits = round(svg.NORMAL / size, 1)
    here = {location: seat for seat, location in enumerate(state.location[: state.num_players])}
    mover = state.current_player if state.status == RUNNING else None
    rows: dict[float, list[str]] = {}
    taken: list[str] = []
    for space, content in enumerate(state.lying[: len(spaces)]):
        seat = here.get(space)
        drawn = _space(space, spaces[space], content, kinds[content], seat, seat is not None and seat == mover, digits)
        (rows.setdefault(spaces[space].y, []) if seat is None else taken).append(drawn)
    around = place("put", *spaces[state.piece_space][2:]) if state.piece_space >= 0 else ""
    moved = f"translate(0 {above:.4g})"
    scaled = f"{moved} scale({size:.4g})"
    sea = svg.element("rect", x=svg.MARGIN, y=0, width=svg.INNER, height=high, rx=6, **SEA)
    drawn = svg.element("g", sea, class_=svg.STILL)
    drawn += "".join(svg.element("g", *row, transform=scaled, class_=svg.STILL) for row in rows.values())
    drawn += svg.element("g", lines, names, transform=moved, class_=svg.STILL)
    drawn += svg.element("g", around, *taken, transform=scaled)
    return high + 4, drawn


class Space(NamedTuple):
    """A space of the map and its middle."""

    name: str
    is_city: bool
    x: float
    y: float


class Map(NamedTuple):
    """The spaces, their scale, the room above them, the total height, the names of the cities, and lines to some of
    them."""

    spaces: list[Space]
    size: float
    above: float
    high: float
    names: str
    lines: str


@lru_cache(CACHED_MAPS)
def _map(edition: Edition) -> Map:
    """Return the part of the map that is the same in all positions."""
    frozen = [(entry["name"], is_city(entry), entry["q"], entry["r"]) for entry in edition.data["spaces"]]
    spots = [(HEXAGON * (q + r / 2), 1.5 * SIDE * r) for _, _, q, r in frozen]
    west, east = min(x for x, _ in spots) - HEXAGON / 2, max(x for x, _ in spots) + HEXAGON / 2
    north, south = min(y for _, y in spots) - SIDE, max(y for _, y in spots) + SIDE
    size = min(1, (svg.INNER - SHORE) / (east - west), MAP_HEIGHT / (south - north))
    left, top = (svg.WIDTH / size - (east - west)) / 2 - west, SHORE / size - north
    spaces = [
        Space(name, city, round(x + left, 2), round(y + top, 2))
        for (name, city, _, _), (x, y) in zip(frozen, spots, strict=True)
    ]
    high = (south - north) * size + 2 * SHORE
    boxes = [space_box(space.x * size, space.y * size, size) for space in spaces]
    cities = [(name, x * size, y * size) for name, city, x, y in spaces if city]
    labels = place_names(cities, size, high, boxes)
    above = max([0, *(-label.box[1] for label in labels)])
    below = max([0, *(label.box[3] + 2 - high for label in labels)])
    lines = svg.element("path", d="".join(label.line for label in labels), class_="ink-line", stroke_width=0.9)
    names = "".join(label.draw() for label in labels)
    return Map(spaces, size, above, above + high + below, names, lines)


@lru_cache(svg.CACHED_ELEMENTS)
def _space(number: int, space: Space, content: int, what: str, seat: int | None, to_move: bool, size: float) -> str:
    """Draw a space with its content and researcher, its number in this size; a city has a thick border."""
    name, city, x, y = space
    words = f"{name}{', a city' if city else ''}: {what}"
    tile = "down" if content == rules.FACE_DOWN else "open" if content < rules.FREE else "land"
    drawn = place(tile, x, y) + (place("coast", x, y) if city else "")
    lies = {rules.CAMP: "camp", rules.FREE: "city" if city else "", rules.FACE_DOWN: ""}.get(content, content)
    if seat is None:
        drawn += place(lies, x, y) if lies != "" else ""
    else:
        words += f", researcher of {svg.seat_name(seat)}"
        if lies != "":
            drawn += place(lies, x - 2.5, y - 4.5, 0.82)
            x, y = x + 5.8, y + 6.8
        if to_move:
            drawn += svg.element("circle", cx=x, cy=y, r=10, class_="light ink-edge")
        drawn += svg.piece(f"researcher-{seat}", svg.seat_mark(x, y, seat, 7.4, size))
    return svg.part(f"space-{number}", svg.element("title", escape(words)), drawn)


# Face-down markers


ROW, COLUMNS = 21.0, 4
COUNTED, BETWEEN = 31.0, 5.0
"""Width of a marker's sign and number, and the least distance of columns."""


@lru_cache(svg.CACHED_ELEMENTS)
def draw_face_down(edition: Edition, counts: Sequence[int]) -> svg.Drawn:
    """Draw the number of face-down markers of each kind, in columns."""
    names = marker_names(edition.data)
    rows = len(names) // COLUMNS
    columns = [names[first : first + rows] for first in range(0, len(names), rows)]
    widths = [max(text_width(name, svg.NORMAL) for name in column) for column in columns]
    room = svg.INNER - COUNTED * COLUMNS - BETWEEN * (COLUMNS - 1)
    share = min(room / sum(widths), 1)
    step = COUNTED + BETWEEN + (room - share * sum(widths)) / (COLUMNS - 1)
    x, drawn = float(svg.MARGIN), ""
    for column, wide in enumerate(widths):
        for row, name in enumerate(columns[column]):
            kind = column * rows + row
            drawn += _marker(kind, name, counts[kind], round(x, 1), 28 + ROW * row, wide * share)
        x += wide * share + step
    return 22 + ROW * rows, drawn + svg.text(svg.MARGIN, 13, f"still face down: {sum(counts)}", look="ink bold")


@lru_cache(svg.CACHED_ELEMENTS)
def _marker(kind: int, name: str, count: int, x: float, y: float, wide: float) -> str:
    """Draw a kind of marker, its number and its name at most `wide`; pale if there are none."""
    words = place(kind, x + 9, y, 0.82) + svg.text(x + 20, y + 4, count, look="ink bold")
    further = text_width(str(count), svg.NORMAL, bold=True) - text_width("0", svg.NORMAL, bold=True)
    words += svg.fitted(x + COUNTED + further, y + 4, name, wide - further)
    return svg.element("g", words, class_=svg.STILL, **({} if count else {"opacity": 0.45}))


def draw_supply(state: Any) -> svg.Drawn:
    """Draw the camps in the supply, the monuments to find, and a legend."""
    drawn = place("camp", svg.MARGIN + 9, 9, 0.8) + svg.text(svg.MARGIN + 21, 12, f"camps left: {state.supply}")
    ends = f"ends after {counted(state.monuments_left, 'more monument')}"
    drawn += place(rules.MONUMENT, 148, 9, 0.8) + svg.text(161, 12, ends)
    return 42, drawn + _legend()


@cache
def _legend() -> str:
    """Draw the legend of signs that are not markers."""
    drawn = ""
    x = svg.MARGIN + 9.0
    for names, words in (
        (("down",), "face down"),
        (("land", "coast", "city"), "city"),
        (("put",), "piece to move"),
    ):
        drawn += "".join(place(name, x, 28, 0.58) for name in names) + svg.text(x + 12, 32, words, look="dim")
        x += 12 + text_width(words, svg.NORMAL) + 22
    return drawn + svg.seat_mark(x, 28, 0, 7.4) + svg.text(x + 12, 32, "a researcher", look="dim")


# Players


PLAYER_HEIGHT = 50.0


def draw_player(state: Any, other: int, seat: int | None, total: Sequence[int], has_won: bool) -> svg.Drawn:
    """Draw a player: points, camps, gold and gems, goods, and a frame around the good that can be traded. At the end,
    the parts of the score and the winner's star."""
    to_move = other == state.current_player and state.status == RUNNING
    if state.status == RUNNING:
        gained = f"{state.points[other]} scored so far"
    else:
        gained = "★ " * has_won + svg.score_parts(SCORE_PARTS, total)
    found = state.found_good if to_move and state.phase == rules.TRADE else None
    stocks = state.camps[other], tuple(held[other] for held in state.minerals), tuple(state.goods[other])
    return PLAYER_HEIGHT + 4, _player(other, other == seat, to_move, total[-1], gained, *stocks, found)


@lru_cache(svg.CACHED_ELEMENTS)
def _player(
    seat: int,
    is_own: bool,
    to_move: bool,
    total: int,
    gained: str,
    camps: int,
    minerals: Sequence[int],
    goods: Sequence[int],
    found: int | None,
) -> str:
    name = svg.seat_name(seat, is_own) + (" · to move" if to_move else "")
    drawn = svg.player_sheet(seat, name, counted(total, "point"), PLAYER_HEIGHT, to_move)
    room = svg.INNER - 76 - 32 - text_width(name, svg.NORMAL, bold=True)
    drawn += svg.fitted(svg.WIDTH - svg.MARGIN - 76, 16, gained, room, "dim", "end")
    x = svg.MARGIN + 14.0
    drawn += stock("camp", camps, x)
    for mineral, count in enumerate(minerals):
        x += 40
        drawn += stock(rules.MINERAL + rules.MAX_VALUE * mineral, count, x)
    x += 16
    for good, count in enumerate(goods):
        x += 44
        light = {"x": x - 13, "y": 21.5, "width": 42, "height": 26, "rx": 4, "class_": "light-line"}
        around = svg.element("rect", **light) if good == found else ""
        drawn += svg.part(f"good-{seat}-{good}", around, stock(rules.GOOD + good, count, x))
    return svg.part(f"player-{seat}", drawn)


@lru_cache(svg.CACHED_ELEMENTS)
def stock(shown: object, count: int, x: float) -> str:
    """Draw the number of things that a player has; pale if there are none."""
    words = place(shown, x, 34, 0.85) + svg.text(x + 13, 38, count)
    return words if count else svg.element("g", words, opacity=0.4)
