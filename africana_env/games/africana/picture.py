"""The board as SVG, a function for each part of it.

The five colours have shapes as well, and a seat its number, so that nothing hangs on a colour alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from math import cos, pi, sin
from typing import Any

from africana_env.drawing.svg import (
    MARGIN,
    NORMAL,
    OFTEN,
    SMALL,
    WIDTH,
    Drawn,
    board,
    draw_title,
    element,
    panel,
    part,
    score_parts,
    seat_mark,
    shortened,
    text,
    text_width,
)
from africana_env.drawing.text import counted, without_codes
from africana_env.engine.contract import Edition
from africana_env.engine.returns import points, winners
from africana_env.engine.state import RUNNING, plain_fields
from africana_env.games.africana.edition import HALVES, artifact_kinds
from africana_env.games.africana.observation import SILVER_PER_GOLD
from africana_env.games.africana.render import colour_names, draw_heading, expedition_pile
from africana_env.games.africana.scoring import SCORE_PARTS, returns, scores
from africana_env.games.africana.state import BOOKS, COLOURS, EMPTY, IN_FRONT, MAX_PLAYERS, OUT_OF_GAME

SHADES = {"magenta": "#c2267d", "turquoise": "#139a9a", "gray": "#838b96", "orange": "#e07b10", "violet": "#6b4fc4"}
OTHER_SHADES = ("#b5651d", "#4c7a34", "#2c5f8a", "#8a2c4f", "#5a5a5a")
"""For editions with colours of other names."""

MAP_HEIGHT = 400
NAME = 9
"""Size of a location's name."""
SHORE = 96
"""How wide the land is along a route."""
SIGN = 10
"""Room for a colour's sign."""
INNER = WIDTH - 2 * MARGIN
LINE = 12

KEPT = 64
"""So many maps are kept as they were drawn."""

Data = Mapping[str, Any]
Spot = tuple[float, float]
Label = tuple[float, float, str, tuple[float, float, float, float]]


def picture(edition: Edition, state: Any, viewer: int | None) -> str:
    """The game as that seat sees it, or with all hands where nobody is named."""
    tables, seen = edition.tables[0], plain_fields(state)
    totals = points(scores, SCORE_PARTS, tables, state)
    won = winners(returns, tables, state) if seen.status != RUNNING else []
    return board(
        f"Africana, round {seen.round_number}",
        [
            draw_title(*map(without_codes, draw_heading(edition, state)[:2])),
            draw_map(edition, tuple(seen.space.tolist()), tuple(seen.location[: seen.num_players].tolist())),
            draw_spaces(edition, seen),
            draw_books(edition, seen),
            draw_travel(edition, seen),
            *(draw_company(edition, seen, seat, viewer, total, seat in won) for seat, total in enumerate(totals)),
        ],
    )


# What is drawn in many places


@cache
def shade(names: tuple[str, ...], colour: int) -> str:
    """Of a colour of the edition."""
    return SHADES.get(names[colour], OTHER_SHADES[colour])


def glyph(data: Data, colour: int, x: float, y: float, size: float = 4.5) -> str:
    """The sign of a colour: circle, triangle, square, diamond or star around (x, y)."""
    return _glyph(tuple(colour_names(data)), colour, x, y, size)


@cache
def _glyph(names: tuple[str, ...], colour: int, x: float, y: float, size: float) -> str:
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
    """A travel card of a colour, 16 wide and 20 high, with how many of it there are."""
    more = text(x + 8, y + 18, f"{number}x", SMALL, "ink", "middle") if number > 1 else ""
    return sheet(x, y, "spot") + glyph(data, colour, x + 8, y + (7 if number > 1 else 10), 5) + more


@lru_cache(OFTEN)
def sheet(x: float, y: float, look: str) -> str:
    """A card without what is on it."""
    edge = element("rect", x=x, y=y, width=16.0, height=20.0, rx=2, class_="edge-line")
    return element("rect", x=x, y=y, width=16.0, height=20.0, rx=2, class_=look) + edge


# Map


@lru_cache(KEPT)
def draw_map(edition: Edition, expeditions: Sequence[int], explorers: Sequence[int]) -> Drawn:
    """Locations at their places, routes, the equator, expeditions by their spaces and explorers by their seats."""
    data = edition.data
    drawn = _map(edition)
    spots = [spot(entry["position"]) for entry in data["locations"]]
    names = [entry["name"] for entry in data["locations"]]
    tags: dict[int, list[str]] = {}
    for space, number in enumerate(expeditions):
        if number != EMPTY:
            entry = data["expeditions"][number]
            tags.setdefault(names.index(entry["start"]), []).append(f"{space + 1}▸")
            tags.setdefault(names.index(entry["target"]), []).append(f"▸{space + 1}")
    for location, signs in tags.items():
        x, y = place_tags(spots[location], 14.0 * len(signs), _labels(edition))
        for index, sign in enumerate(signs):
            drawn += tag(x + 14 * index, y, sign)
    for location, (x, y) in enumerate(spots):
        here = [seat for seat, where in enumerate(explorers) if where == location]
        for index, seat in enumerate(here):
            drawn += seat_mark(x + 11 * (index - (len(here) - 1) / 2), y, seat)
    return MAP_HEIGHT + 6, drawn


@lru_cache(OFTEN)
def tag(x: float, y: float, sign: str) -> str:
    """The number of an expedition where it begins or ends."""
    words = element("text", sign, x=x + 6.5, y=y + 8, fill="#2a251e", text_anchor="middle")
    return element("rect", x=x, y=y, width=13.0, height=10.0, rx=2, class_="light") + words


def spot(position: Sequence[float]) -> Spot:
    """Where a position of hundredths from the left and from the top is on the board."""
    return MARGIN + 14 + position[0] / 100 * (INNER - 40), 18 + position[1] / 100 * (MAP_HEIGHT - 36)


def _map_data(data: Data) -> tuple[Any, ...]:
    """Colours, locations and routes as the map shows them."""
    colours = colour_names(data)
    locations = tuple(
        (entry["name"], entry["half"], spot(entry["position"]), tuple(map(colours.index, entry["symbols"])))
        for entry in data["locations"]
    )
    names = [entry["name"] for entry in data["locations"]]
    routes = tuple(tuple(map(names.index, entry["between"])) for entry in data["routes"])
    return tuple(colours), locations, routes


@lru_cache(KEPT)
def _labels(edition: Edition) -> list[Label]:
    """See `place_labels`."""
    _, locations, routes = _map_data(edition.data)
    return place_labels(locations, routes)


@lru_cache(KEPT)
def _map(edition: Edition) -> str:
    """The map without pieces."""
    colours, locations, routes = _map_data(edition.data)
    labels = _labels(edition)
    sheet = element("rect", x=MARGIN, y=0, width=INNER, height=MAP_HEIGHT, rx=6, class_="sea")
    drawn = element("clipPath", sheet, id="map") + sheet
    north = max(y for _, half, (_, y), _ in locations if half == HALVES[0])
    south = min(y for _, half, (_, y), _ in locations if half == HALVES[1])
    equator = ""
    if south > north:
        y = (north + south) / 2
        equator = element(
            "line", x1=MARGIN, y1=y, x2=WIDTH - MARGIN, y2=y, class_="warn-line", stroke_dasharray="5 4", opacity=0.6
        )
        equator += text(MARGIN + 4, y - 3, "equator", SMALL, "warn")
    spots = [place for _, _, place, _ in locations]
    roads = "".join("M{:.5g} {:.5g}L{:.5g} {:.5g}".format(*spots[one], *spots[other]) for one, other in routes)
    land = element(
        "path", d=roads, stroke_width=SHORE, stroke_linecap="round", stroke_linejoin="round", class_="land-line"
    )
    coast = land.replace("land-line", "coast-line").replace(f'width="{SHORE}"', f'width="{SHORE + 3}"')
    inland = element("path", d="".join(map(outline, rings(spots, routes))), class_="land")
    drawn += element("g", coast, land, inland, clip_path="url(#map)") + equator
    drawn += element("path", d=roads, class_="road-line", stroke_width=2)
    for number, (name, _, (x, y), symbols) in enumerate(locations):
        at, base, anchor, _ = labels[number]
        words = element("circle", cx=x, cy=y, r=5, class_="spot")
        words += element("circle", cx=x, cy=y, r=5, class_="ink-line", stroke_width=1.3)
        step = -SIGN if anchor == "end" else SIGN
        for place, colour in enumerate(symbols if step > 0 else symbols[::-1]):
            words += _glyph(colours, colour, round(at + step * (place + 0.5), 1), round(base - 3, 1), 4)
        words += text(at + step * (len(symbols) + 0.2), base, name, NAME, "ink halo", anchor)
        drawn += part(f"location-{number}", words)
    return drawn


def rings(spots: Sequence[Spot], routes: Sequence[tuple[int, int]]) -> Iterator[list[Spot]]:
    """Round trips, all of them clockwise, that together enclose whatever lies between routes: for each route a way from
    the first location to its one end, and back from the other."""
    ways = {0: [0]}
    for here in (reached := [0]):
        for route in routes:
            for there in route:
                if here in route and there not in ways:
                    ways[there] = [*ways[here], there]
                    reached.append(there)
    for one, other in routes:
        ring = [spots[location] for location in (*ways[one], *reversed(ways[other]))]
        area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]]))
        if area:
            yield ring if area > 0 else ring[::-1]


def outline(ring: Sequence[Spot]) -> str:
    """A path around an area."""
    return "M" + "L".join(f"{x:.4g} {y:.4g}" for x, y in ring) + "Z"


def place_tags(place: Spot, wide: float, labels: Sequence[Label]) -> Spot:
    """Where the expeditions of a location begin: above it, unless they hide less of names and signs elsewhere."""
    x, y = place
    ways = [(x - wide / 2, y - 19), (x - wide / 2, y + 8), (x - wide - 7, y - 5), (x + 8, y - 5)]
    return min(ways, key=lambda way: sum(_overlap((*way, way[0] + wide, way[1] + 10), box) for *_, box in labels))


def place_labels(locations: Sequence[tuple[Any, ...]], routes: Sequence[tuple[int, int]]) -> list[Label]:
    """Where the signs and the name of each location begin, which way they go and what they take: where they hide
    least."""
    spots = [place for _, _, place, _ in locations]
    roads = []
    for one, other in routes:
        (x1, y1), (x2, y2) = spots[one], spots[other]
        roads += [(x1 + (x2 - x1) * step / 40, y1 + (y2 - y1) * step / 40) for step in range(41)]
    taken = [(x - 8, y - 19, x + 8, y + 8) for x, y in spots]
    placed = []
    for name, _, (x, y), symbols in locations:
        wide = text_width(name, NAME) + SIGN * len(symbols)
        ways: list[tuple[Any, ...]] = []
        for at, base, anchor in (
            (x + 8, y + 3, "start"),
            (x - 8, y + 3, "end"),
            (x + 5, y + 15, "start"),
            (x - 5, y + 15, "end"),
            (x - wide / 2, y + 18, "start"),
            (x + 6, y - 7, "start"),
            (x - 6, y - 7, "end"),
        ):
            left = at if anchor == "start" else at - wide
            box = (left, base - 8, left + wide, base + 2)
            cost = 30.0 * sum(_overlap(box, other) > 0 for other in taken) + sum(_within(box, road) for road in roads)
            cost += 500 * (box[0] < MARGIN + 1 or box[2] > WIDTH - MARGIN - 1 or box[3] > MAP_HEIGHT - 1)
            ways.append((cost, len(ways), (at, base, anchor), box))
        _, _, best, box = min(ways)
        taken.append(box)
        placed.append((*best, box))
    return placed


def _overlap(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return max(wide, 0) * max(high, 0)


def _within(box: tuple[float, ...], place: tuple[float, float]) -> bool:
    return box[0] <= place[0] <= box[2] and box[1] <= place[1] <= box[3]


# Expeditions


def draw_spaces(edition: Edition, state: Any) -> Drawn:
    """The spaces with their bonus, and what the pile tells."""
    tables = edition.tables[0]
    drawn = text(MARGIN, 12, "Expeditions", NORMAL, "ink bold")
    drawn += text(WIDTH - MARGIN, 12, f"pile: {expedition_pile(tables, state)}", SMALL, "dim", "end")
    spaces = zip(state.space.tolist(), state.markers.tolist(), strict=True)
    for space, (expedition, markers) in zip(range(tables.num_spaces), spaces, strict=False):
        drawn += part(f"space-{space}", draw_space(edition, space, expedition, markers))
    return 100, drawn


@lru_cache(OFTEN)
def draw_space(edition: Edition, space: int, expedition: int, markers: int) -> str:
    """A space with its expedition, and the markers of the seats that have their bit set."""
    data = edition.data
    wide = (INNER + 4) / len(data["spaces"]) - 4
    x = MARGIN + (wide + 4) * space
    bonus = data["spaces"][space]
    gain = f"{bonus['silver']} silver" if bonus["silver"] else counted(bonus["travel_cards"], "card")
    drawn = panel(x, 18, wide, 76)
    drawn += text(x + 4, 29, f"{space + 1}", NORMAL, "ink bold") + text(
        x + wide - 4, 29, f"+{gain}", SMALL, "dim", "end"
    )
    if expedition == EMPTY:
        return drawn + text(x + wide / 2, 58, "empty", SMALL, "dim", "middle")
    entry = data["expeditions"][expedition]
    drawn += text(x + 4, 42, shortened(entry["start"], wide - 6, SMALL), SMALL)
    drawn += text(x + 4, 53, "▸ " + shortened(entry["target"], wide - 16, SMALL), SMALL)
    drawn += text(x + 4, 66, f"{entry['silver']}s", SMALL, "dim")
    drawn += text(x + wide - 4, 66, f"{entry['points']} p", NORMAL, "ink bold", "end")
    marks = [seat for seat in range(MAX_PLAYERS) if markers >> seat & 1]
    return drawn + "".join(seat_mark(x + 11 + 15 * index, 82, seat, 6) for index, seat in enumerate(marks))


# Books


PAGE_HEIGHT = 108
"""Of a page with its top card and 14 more."""


def draw_books(edition: Edition, state: Any) -> Drawn:
    """Both books: the sizes of the halves and the cards that have been seen, each half from its top."""
    drawn = ""
    for book, halves in enumerate(zip(state.book_left.tolist(), state.book_size.tolist(), strict=True)):
        drawn += draw_book(edition, book, *halves, tuple(state.book[book, : state.book_seen[book]].tolist()))
    places = state.adventure_place[: len(edition.data["adventures"])].tolist()
    gone = [plain_adventure(edition.data, card) for card, place in enumerate(places) if place == OUT_OF_GAME]
    if gone:
        words = shortened("out of the game: " + ", ".join(gone), INNER, SMALL)
        drawn += text(MARGIN, PAGE_HEIGHT + 29, words, SMALL, "dim")
    return PAGE_HEIGHT + 36, drawn


@lru_cache(OFTEN)
def draw_book(edition: Edition, book: int, left: int, size: int, seen: Sequence[int]) -> str:
    """The two halves of a book, side by side: so many cards in the left one and in all, and those that were seen."""
    data = edition.data
    wide = (INNER - 6) / BOOKS
    x, page = MARGIN + book * (wide + 6), (wide - 4) / 2
    drawn = text(x, 12, f"{HALVES[book].capitalize()}ern book", NORMAL, "ink bold")
    drawn += draw_page(data, f"{book}-left", left, seen[:left][::-1], x, page)
    return drawn + draw_page(data, f"{book}-right", size - left, seen[left:], x + page + 4, page)


def draw_page(data: Data, name: str, number: int, cards: Sequence[int], x: float, wide: float) -> str:
    """Half a book: its top card, and below it the others that have been seen."""
    drawn = panel(x, 18, wide, PAGE_HEIGHT)
    unseen = number - len(cards)
    counts = f"{counted(number, 'card')}" + (f", {unseen} unseen" if 0 < unseen < number else "") if number else "empty"
    drawn += text(x + 4, 28, counts, SMALL, "dim")
    if cards:
        entry = data["adventures"][cards[0]]
        drawn += kind_sign(data, entry, x + 4, 40)
        drawn += text(x + 18, 40, shortened(entry["target"], wide - 21, NORMAL), NORMAL, "ink bold")
        if "artifact" in entry:
            kind = shortened(entry["artifact"], wide - 42, SMALL)
            drawn += text(x + 4, 51, kind, SMALL) + text(x + wide - 4, 51, worth(entry), SMALL, "dim", "end")
        else:
            drawn += text(x + 4, 51, "assistant", SMALL)
    for index, adventure in enumerate(cards[1:]):
        entry = data["adventures"][adventure]
        row, column = divmod(index, 2)
        left = x + 4 + column * (wide - 6) / 2
        drawn += kind_sign(data, entry, left, 63 + 10.3 * row)
        drawn += text(left + 12, 63 + 10.3 * row, entry["target"][:7], SMALL, "dim")
    return part(f"page-{name}", drawn)


def kind_sign(data: Data, entry: Data, x: float, y: float) -> str:
    """What an adventure brings: an assistant's colour, or the first letters of an artifact's last word."""
    if "assistant" in entry:
        return glyph(data, colour_names(data).index(entry["assistant"]), x + 5, round(y - 3, 1), 4)
    return artifact_sign(entry["artifact"].split()[-1][:2], x, y)


@lru_cache(OFTEN)
def artifact_sign(letters: str, x: float, y: float) -> str:
    """Two letters on a plate."""
    words = element("text", letters, x=x + 5.5, y=y - 0.5, font_size=7.5, fill="#fff", text_anchor="middle")
    return element("rect", x=x, y=y - 8, width=11.0, height=10.0, rx=2, class_="road") + words


def worth(entry: Data) -> str:
    """`3s 4p`, the silver and the points of an artifact."""
    return f"{entry['silver']}s {entry['points']}p"


def plain_adventure(data: Data, adventure: int) -> str:
    """`Mask at Cairo, 3s 4p`."""
    entry = data["adventures"][adventure]
    if "assistant" in entry:
        return f"{entry['assistant']} assistant at {entry['target']}"
    return f"{entry['artifact']} at {entry['target']}, {worth(entry)}"


# Travel cards


def draw_travel(edition: Edition, state: Any) -> Drawn:
    """Pile, discard pile and the cards on the table."""
    table = [tuple(cards.tolist()) for cards in (state.discard, state.table_travel, state.table_assistants)]
    return 50, _travel(edition, int(state.travel_pile_size), *table, bool(state.table_joker))


@lru_cache(OFTEN)
def _travel(
    edition: Edition, pile: int, discard: Sequence[int], travel: Sequence[int], assistants: Sequence[int], joker_: bool
) -> str:
    data = edition.data
    drawn = text(MARGIN, 12, "Travel cards", NORMAL, "ink bold")
    drawn += part("pile", panel(MARGIN, 18, 62, 26) + text(MARGIN + 6, 35, f"pile {pile}"))
    drawn += text(MARGIN + 72, 35, "discarded", SMALL, "dim")
    x = MARGIN + 72 + text_width("discarded", SMALL) + 4
    for colour in range(COLOURS):
        if discard[colour]:
            drawn += card(data, colour, x, 21, discard[colour])
            x += 19
    x = max(x + 6, WIDTH / 2 + 20)
    drawn += text(x, 35, "on the table", SMALL, "dim")
    x += text_width("on the table", SMALL) + 4
    for colour in range(COLOURS):
        for number, assistant in ((travel[colour], False), (assistants[colour], True)):
            if number:
                drawn += card(data, colour, x, 21, number) + (assistant_sign(x, 21) if assistant else "")
                x += 19
    return drawn + (joker(x, 21) if joker_ else "")


@lru_cache(OFTEN)
def assistant_sign(x: float, y: float) -> str:
    """What tells an assistant from a travel card: a head and shoulders in the corner."""
    return element("circle", cx=x + 12.5, cy=y + 4, r=1.9, class_="ink") + element(
        "path", d=f"M{x + 9:.5g} {y + 9.5:.5g}a3.5 3.5 0 0 1 7 0z", class_="ink"
    )


def joker(x: float, y: float) -> str:
    """The joker, which stands for any colour."""
    letter = element("text", "J", x=x + 8, y=y + 14, font_size=11, fill="#2a251e", text_anchor="middle", class_="bold")
    return sheet(x, y, "light") + letter


# Companies

COMPANY_HEIGHT = 78


def draw_company(
    edition: Edition, state: Any, seat: int, viewer: int | None, total: Sequence[int], has_won: bool
) -> Drawn:
    """One company: points, purse, hand as far as it is known, adventures to do, or at the end where the points come
    from, and what is done."""
    data = edition.data
    gold, silver = divmod(int(state.silver[seat]), SILVER_PER_GOLD)
    to_move = seat == state.current_player and state.status == RUNNING
    drawn = panel(MARGIN, 0, INNER, COMPANY_HEIGHT)
    if to_move:
        drawn += element("rect", x=MARGIN, y=0, width=3, height=COMPANY_HEIGHT, rx=1.5, class_="light")
    drawn += seat_mark(MARGIN + 14, 12, seat)
    name = data["companies"][seat]["name"] + (" · you" if seat == viewer else "") + (" · to move" if to_move else "")
    drawn += text(MARGIN + 25, 16, name, NORMAL, "ink bold")
    drawn += text(WIDTH - MARGIN - 6, 16, counted(total[-1], "point"), NORMAL, "ink bold", "end")
    place = data["locations"][state.location[seat]]["name"]
    purse = f"at {place} · {gold} gold {silver} silver · {counted(int(state.markers_left[seat]), 'marker')}"
    drawn += text(WIDTH - MARGIN - 6, 38, purse, SMALL, "dim", "end")
    cards = tuple(state.travel[seat].tolist()) if viewer in (None, seat) else int(state.travel[seat].sum())
    drawn += draw_hand(edition, seat, cards, tuple(state.assistants[seat].tolist()), bool(state.joker[seat]))
    if state.status == RUNNING:
        places = state.adventure_place[: len(data["adventures"])].tolist()
        drawn += draw_to_do(edition, tuple(n for n, place in enumerate(places) if place == IN_FRONT + seat))
    else:
        words = ("★ won: " if has_won else "") + score_parts(SCORE_PARTS, total)
        drawn += text(MARGIN + 6, 59, shortened(words, INNER - 12, SMALL), SMALL)
    drawn += text(MARGIN + 6, 72, shortened(done(data, state, seat), INNER - 12, SMALL), SMALL, "dim")
    return COMPANY_HEIGHT + 4, part(f"company-{seat}", drawn)


@lru_cache(OFTEN)
def draw_to_do(edition: Edition, adventures: Sequence[int]) -> str:
    """The adventures in front of a company; as it must discard, there may be one too many."""
    data = edition.data
    x, wide = MARGIN + 6.0, (INNER - 12) / 4
    drawn = ""
    for adventure in adventures:
        entry = data["adventures"][adventure]
        room = wide - 20 - (text_width(worth(entry), SMALL) if "artifact" in entry else 0)
        words = shortened(entry["target"], room, SMALL)
        chip = kind_sign(data, entry, x, 59) + text(x + 13, 59, words, SMALL)
        if "artifact" in entry:
            chip += text(x + 18 + text_width(words, SMALL), 59, worth(entry), SMALL, "dim")
        drawn += part(f"adventure-{adventure}", chip)
        x += wide
    return drawn or text(x, 59, "no adventure to do", SMALL, "dim")


@lru_cache(OFTEN)
def draw_hand(
    edition: Edition, seat: int, cards: Sequence[int] | int, assistants: Sequence[int], has_joker: bool
) -> str:
    """Travel cards by their colours, or their number where they are hidden, assistants and joker."""
    data = edition.data
    x, y = MARGIN + 6.0, 24.0
    drawn = ""
    if isinstance(cards, int):
        if cards:
            drawn += element("rect", x=x, y=y, width=16.0, height=20.0, rx=2, class_="road")
            drawn += element("text", str(cards), x=x + 8, y=y + 14, font_size=10, fill="#fff", text_anchor="middle")
            x += 18
    else:
        for colour, number in enumerate(cards):
            if number:
                drawn += part(f"card-{seat}-{colour}", card(data, colour, x, y, number))
                x += 18
    for colour, number in enumerate(assistants):
        if number:
            drawn += part(f"assistant-{seat}-{colour}", card(data, colour, x, y, number), assistant_sign(x, y))
            x += 18
    return drawn + (part(f"joker-{seat}", joker(x, y)) if has_joker else "")


def done(data: Data, state: Any, seat: int) -> str:
    """What lies beneath the company card."""
    items = []
    expeditions = int((state.expedition_owner == seat).sum())
    if expeditions:
        items.append(f"{counted(expeditions, 'expedition')} ({state.expedition_points[seat]}p)")
    items += [
        f"{count} {kind}" for kind, count in zip(artifact_kinds(data), state.artifacts[seat], strict=False) if count
    ]
    if state.assistant_adventures[seat]:
        items.append(counted(int(state.assistant_adventures[seat]), "assistant adventure"))
    return "done: " + (", ".join(items) or "nothing")
