"""The board as SVG: a function for each part below the map."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from africana_env.drawing import svg
from africana_env.drawing.letters import text_width
from africana_env.drawing.text import counted
from africana_env.engine.game.contract import Edition
from africana_env.engine.game.points import points, winners
from africana_env.engine.game.state import RUNNING, plain_fields
from africana_env.games.africana.drawing.heading import heading
from africana_env.games.africana.drawing.map_svg import draw_map, tag
from africana_env.games.africana.drawing.names import expedition_pile
from africana_env.games.africana.drawing.pictures import picture_names, reward, use
from africana_env.games.africana.drawing.signs import CARD, assistant_card, card, card_back, empty_place, joker
from africana_env.games.africana.drawing.terrain import rose
from africana_env.games.africana.edition import HALVES, artifact_kinds
from africana_env.games.africana.hidden.observation import SILVER_PER_GOLD
from africana_env.games.africana.rules.scoring import SCORE_PARTS, returns, scores
from africana_env.games.africana.rules.state import BOOKS, COLOURS, EMPTY, IN_FRONT, MAX_PLAYERS, OUT_OF_GAME

Data = Mapping[str, Any]


def render_svg(edition: Edition, state: Any, seat: int | None) -> str:
    """Draw the game as a seat sees it, or with all hands for None."""
    seen = plain_fields(state)
    totals = points(scores, SCORE_PARTS, edition, state)
    won = winners(returns, edition, state) if seen.status != RUNNING else []
    own_to_do = to_do(edition, seen, seat) if seat is not None and seen.status == RUNNING else ()
    return svg.board(
        f"Africana, round {seen.round_number}",
        [
            svg.draw_title(heading(edition, state, svg.seat_name)),
            draw_map(edition, tuple(seen.space), own_to_do, tuple(seen.location[: seen.num_players])),
            draw_spaces(edition, seen),
            draw_travel(edition, seen),
            draw_books(edition, seen),
            *(draw_company(edition, seen, other, seat, total, other in won) for other, total in enumerate(totals)),
        ],
    )


# Expeditions


ROW = 26.0
"""Height of a clickable row."""


def draw_spaces(edition: Edition, state: Any) -> svg.Drawn:
    """Draw the spaces with their bonuses, one row each, and the pile."""
    tables = edition.tables[0]
    drawn = svg.text(svg.MARGIN, 13, "Expeditions", svg.NORMAL, "ink bold")
    drawn += svg.text(svg.WIDTH - svg.MARGIN, 13, f"pile: {expedition_pile(tables, state)}", svg.NORMAL, "dim", "end")
    spaces = zip(state.space, state.markers, strict=True)
    for space, (expedition, markers) in zip(range(tables.num_spaces), spaces, strict=False):
        drawn += svg.part(f"space-{space}", draw_space(edition, space, expedition, markers))
    return 22 + ROW * tables.num_spaces, drawn


@lru_cache(svg.CACHED_ELEMENTS)
def draw_space(edition: Edition, space: int, expedition: int, markers: int) -> str:
    """Draw a space with its expedition; `markers` is a bit mask of seats."""
    data = edition.data
    top = 18 + ROW * space
    base = top + 16.2
    bonus = data["spaces"][space]
    gain = f"{bonus['silver']} silver" if bonus["silver"] else counted(bonus["travel_cards"], "card")
    drawn = svg.panel(svg.MARGIN, top, svg.INNER, ROW - 2) + tag(svg.MARGIN + 4, top + 4.5, space, is_start=True)
    drawn += svg.text(svg.WIDTH - svg.MARGIN - 5, base, f"+{gain}", svg.NORMAL, "dim", "end")
    if expedition == EMPTY:
        return drawn + svg.text(svg.MARGIN + 24, base, "empty", svg.NORMAL, "dim")
    entry = data["expeditions"][expedition]
    words = svg.fitted(svg.MARGIN + 24, base, f"{entry['start']} ▸ {entry['target']}", 182)
    words += svg.text(262, base, worth(entry), svg.NORMAL, "ink bold", "end")
    drawn += svg.piece(f"expedition-{expedition}", words, class_="card")
    for index, seat in enumerate(seat for seat in range(MAX_PLAYERS) if markers >> seat & 1):
        drawn += svg.piece(f"marker-{expedition}-{seat}", svg.seat_mark(275 + 15.5 * index, top + 12, seat))
    return drawn


# Books


PAGE = 72.0
"""Height of a page."""
ROWS, ROW_HIGH = 7, 15.0
"""Rows of adventures below the books, and their height."""
SIGNED = 18.0
"""Width of the picture of such an adventure."""
BOOK_HEIGHT = PAGE + 12
SIDES = ("left", "right")


def draw_books(edition: Edition, state: Any) -> svg.Drawn:
    """Draw both books, and below them the seen cards that are not on top and the adventures that left the game."""
    books = [
        halves(left, size, tuple(book[:seen]))
        for book, left, size, seen in zip(state.book, state.book_left, state.book_size, state.book_seen, strict=True)
    ]
    drawn = "".join(draw_book(edition, number, book) for number, book in enumerate(books))
    places = state.adventure_place[: len(edition.data["adventures"])]
    gone = tuple(card for card, place in enumerate(places) if place == OUT_OF_GAME)
    return BOOKS * BOOK_HEIGHT + ROWS * ROW_HIGH + 4, drawn + draw_seen(edition, tuple(books), gone)


Half = tuple[int, Sequence[int]]
"""The number of cards of half a book, and the seen ones from the top."""


def halves(left: int, size: int, seen: Sequence[int]) -> tuple[Half, Half]:
    """Return the halves of a book with `left` of its `size` cards on the left."""
    return (left, seen[:left][::-1]), (size - left, seen[left:])


@lru_cache(svg.CACHED_ELEMENTS)
def draw_book(edition: Edition, number: int, book: Sequence[Half]) -> str:
    """Draw an open book."""
    wide = (svg.INNER - 14) / 2
    top = number * BOOK_HEIGHT
    drawn = svg.element("rect", x=svg.MARGIN, y=top, width=svg.INNER, height=PAGE + 8, rx=5, class_="back ink-edge")
    for side, (count, cards) in enumerate(book):
        name = f"{HALVES[number].capitalize()}, {SIDES[side]}"
        x = svg.MARGIN + 7 + side * wide
        edges = "".join(edge(x, top + 3, wide, sheet, side) for sheet in range(min((count + 3) // 4, 4), 0, -1))
        content = draw_page(edition.data, name, count, cards, x, top + 3, wide)
        facing = f"page-{number}-{SIDES[1 - side]}"
        drawn += edges + svg.supply_part(f"page-{number}-{SIDES[side]}", content, data_facing=facing)
    folds = "".join(
        svg.element("rect", x=svg.WIDTH / 2 - width, y=top + 3, width=2 * width, height=PAGE, fill_opacity=0.07)
        for width in (3.0, 6.0)
    )
    return drawn + folds


@lru_cache(svg.CACHED_ELEMENTS)
def draw_seen(edition: Edition, books: Sequence[Sequence[Half]], gone: Sequence[int]) -> str:
    """Draw the adventures below the books: seen cards that are not on top, and those that left the game."""
    listed: list[int | str] = []
    for name, book in zip(HALVES, books, strict=True):
        for side, (_, cards) in zip("◂▸", book, strict=True):
            listed += [f"{name} {side}", *cards[1:]] if cards[1:] else []
    listed += ["out of the game:", *gone] if gone else []
    return draw_cards(edition.data, listed, BOOKS * BOOK_HEIGHT + 9, ROWS)


def edge(x: float, top: float, wide: float, sheet: int, side: int) -> str:
    """Draw the edge of a page below others."""
    left = x + (1.3 * sheet if side else -1.3 * sheet)
    return svg.element("rect", x=left, y=top + 0.8 * sheet, width=wide, height=PAGE, rx=2, class_="page shore-edge")


def draw_page(data: Data, name: str, number: int, cards: Sequence[int], x: float, top: float, wide: float) -> str:
    """Draw half a book: its size and its top card."""
    drawn = svg.element("rect", x=x, y=top, width=wide, height=PAGE, rx=2, class_="page shore-edge")
    drawn += svg.text(x + 8, top + 14, name, svg.NORMAL, "ink bold")
    size = counted(number, "card") if number else "empty"
    drawn += svg.text(x + wide - 9, top + 14, size, svg.NORMAL, "dim", "end")
    if cards:
        entry = data["adventures"][cards[0]]
        drawn += reward(data, entry, x + 34, top + 44, 3)
        left, room = x + 66, wide - 72
        drawn += svg.fitted(left, top + 34, entry["target"], room, "ink bold")
        drawn += svg.fitted(left, top + 49, entry.get("artifact", "assistant"), room)
        drawn += svg.text(left, top + 64, worth(entry), svg.NORMAL, "ink") if "artifact" in entry else ""
    else:
        drawn += svg.element("g", rose(), transform=f"{at(x + wide / 2, top + 44)} scale(.75)", opacity=0.35)
    if unseen := number - len(cards):
        drawn += svg.text(x + wide - 9, top + 64, f"{unseen} unseen", svg.NORMAL, "dim", "end")
    return drawn


def draw_cards(data: Data, cards: Sequence[int | str], top: float, rows: int) -> str:
    """Draw adventures with small pictures and their targets, and words between them, in rows. Many targets are
    condensed, too many left out."""
    entries = [None if isinstance(thing, str) else data["adventures"][thing] for thing in cards]
    words = [entry["target"] if entry else str(thing) for entry, thing in zip(entries, cards, strict=True)]
    wide = [text_width(word, svg.NORMAL) for word in words]
    signed = [SIGNED if entry else 0 for entry in entries]
    for share in (1, svg.CONDENSED, 0):
        rooms = [room * share if sign else room for room, sign in zip(wide, signed, strict=True)]
        spots = flowing([sign + room + 7 for sign, room in zip(signed, rooms, strict=True)])
        if not spots or spots[-1][1] < rows:
            break
    drawn = ""
    for (x, row), entry, word, sign, room in zip(spots, entries, words, signed, rooms, strict=True):
        base = top + ROW_HIGH * row
        drawn += reward(data, entry, x + 8, base - 4, 0.9) if entry else ""
        drawn += svg.fitted(round(x + sign, 1), base, word, room, "dim" if sign else "ink") if room else ""
    return drawn


def flowing(widths: Sequence[float]) -> list[tuple[float, int]]:
    """Return the left edge and the row of each thing, one after the other from the left."""
    spots, x, row = [], svg.MARGIN + 2.0, 0
    for wide in widths:
        if x + wide > svg.WIDTH - svg.MARGIN:
            x, row = svg.MARGIN + 2.0, row + 1
        spots.append((x, row))
        x += wide
    return spots


def worth(entry: Data) -> str:
    """Return `3s 4p`, the silver and the points of an artifact."""
    return f"{entry['silver']}s {entry['points']}p"


# Travel cards


CARD_STEP = CARD + 3


def draw_travel(edition: Edition, state: Any) -> svg.Drawn:
    """Draw the pile, the discard pile and the cards on the table."""
    table = map(tuple, (state.discard, state.table_travel, state.table_assistants))
    return 62, _travel(edition, state.travel_pile_size, *table, bool(state.table_joker))


@lru_cache(svg.CACHED_ELEMENTS)
def _travel(
    edition: Edition, pile: int, discard: Sequence[int], travel: Sequence[int], assistants: Sequence[int], joker_: bool
) -> str:
    data = edition.data
    drawn = svg.text(svg.MARGIN, 13, "Travel cards", svg.NORMAL, "ink bold")
    content = svg.element("g", card_back(pile), transform=at(svg.MARGIN + 14, 25)) if pile else ""
    drawn += svg.supply_part("pile", content or empty_place(svg.MARGIN + 14, 25))
    x = svg.MARGIN + 92.0
    drawn += svg.text(x, 13, "discarded", svg.NORMAL, "dim")
    for colour in range(COLOURS):
        if discard[colour]:
            drawn += svg.element("g", card(data, colour, discard[colour]), transform=at(x, 25))
            x += CARD_STEP
    x = svg.MARGIN + 236.0
    drawn += svg.text(x, 13, "on the table", svg.NORMAL, "dim")
    cards = [
        (
            f"played-{colour}-{number}-{assistant}",
            assistant_card(colour, number) if assistant else card(data, colour, number),
        )
        for colour in range(COLOURS)
        for number, assistant in ((travel[colour], False), (assistants[colour], True))
        if number
    ]
    cards += [("played-joker", joker())] if joker_ else []
    return drawn + row_of(cards, x, 25, svg.WIDTH - svg.MARGIN - x, svg.piece)


def row_of(cards: Sequence[tuple[str, str]], x: float, y: float, wide: float, held: Callable[..., str]) -> str:
    """Draw named cards side by side, closer together if there are many."""
    step = min(CARD_STEP, (wide - CARD_STEP) / max(len(cards) - 1, 1))
    return "".join(held(name, drawn, transform=at(x + step * number, y)) for number, (name, drawn) in enumerate(cards))


def at(x: float, y: float) -> str:
    return f"translate({x:.5g} {y:.5g})"


# Companies

COMPANY_HEIGHT = 104


def draw_company(
    edition: Edition, state: Any, other: int, seat: int | None, total: Sequence[int], has_won: bool
) -> svg.Drawn:
    """Draw the company of seat `other` as `seat` sees it: points, purse, known hand, finished cards, and adventures to
    do; at the end the parts of the score."""
    to_move = other == state.current_player and state.status == RUNNING
    cards = tuple(state.travel[other]) if seat in (None, other) else sum(state.travel[other])
    name = svg.seat_name(other, other == seat) + (" · to move" if to_move else "")
    drawn = svg.player_sheet(other, name, counted(total[-1], "point"), COMPANY_HEIGHT, to_move)
    expeditions = state.expedition_owner.count(other), state.expedition_points[other]
    drawn += draw_purse(edition, state.location[other], state.silver[other], state.markers_left[other], *expeditions)
    on_table = state.table_assistants if other == state.current_player else [0] * COLOURS
    assistants = tuple(held - used for held, used in zip(state.assistants[other], on_table, strict=True))
    has_joker = state.joker[other] and not (other == state.current_player and state.table_joker)
    drawn += draw_hand(edition, other, cards, assistants, bool(has_joker))
    if state.status == RUNNING:
        drawn += draw_to_do(edition, to_do(edition, state, other))
    else:
        words = ("★ won: " if has_won else "") + svg.score_parts(SCORE_PARTS, total)
        drawn += svg.fitted(svg.MARGIN + 6, 76, words, svg.INNER - 12)
    drawn += draw_done(edition, tuple(state.artifacts[other]), state.assistant_adventures[other])
    return COMPANY_HEIGHT + 4, svg.part(f"player-{other}", drawn)


def to_do(edition: Edition, state: Any, seat: int) -> tuple[int, ...]:
    """Return the adventures in front of a company."""
    places = enumerate(state.adventure_place[: len(edition.data["adventures"])])
    return tuple(card for card, place in places if place == IN_FRONT + seat)


@lru_cache(svg.CACHED_ELEMENTS)
def draw_purse(edition: Edition, location: int, money: int, markers: int, expeditions: int, points: int) -> str:
    """Draw the explorer's location, the money, the markers at home and the finished expeditions."""
    gold, silver = divmod(money, SILVER_PER_GOLD)
    place = edition.data["locations"][location]["name"]
    lines = [f"at {place}", f"{gold} gold {silver} silver · {counted(markers, 'marker')}"]
    if expeditions:
        lines.append(f"{counted(expeditions, 'expedition')} ({points}p)")
    return "".join(
        svg.text(svg.WIDTH - svg.MARGIN - 6, 30 + 13 * row, line, svg.NORMAL, "dim", "end")
        for row, line in enumerate(lines)
    )


CHIP = 29.0
"""Height of an adventure to do."""


@lru_cache(svg.CACHED_ELEMENTS)
def draw_to_do(edition: Edition, adventures: Sequence[int]) -> str:
    """Draw the adventures in front of a company; before a discard there may be one too many."""
    data = edition.data
    wide = (svg.INNER - 12) / max(len(adventures), 3)
    x, drawn = svg.MARGIN + 6.0, ""
    for adventure in adventures:
        entry = data["adventures"][adventure]
        chip = svg.element("rect", x=x, y=58.0, width=wide - 4, height=CHIP, rx=4, class_="ground")
        chip += reward(data, entry, x + 15, 72.5, 1.4) + svg.fitted(x + 31, 70, entry["target"], wide - 37)
        words = f"{entry['artifact'].split()[-1]} {worth(entry)}" if "artifact" in entry else "assistant"
        chip += svg.fitted(x + 31, 84, words, wide - 37, "dim")
        drawn += svg.part(f"adventure-{adventure}", chip, data_piece=f"adventure-{adventure}")
        x += wide
    return drawn or svg.text(x, 76, "no adventures to do", svg.NORMAL, "dim")


@lru_cache(svg.CACHED_ELEMENTS)
def draw_hand(
    edition: Edition, seat: int, cards: Sequence[int] | int, assistants: Sequence[int], has_joker: bool
) -> str:
    """Draw the travel cards by colour (only their number if hidden), assistants and joker, without cards on the
    table."""
    data = edition.data
    if isinstance(cards, int):
        held = [(f"cards-{seat}-{cards}", card_back(cards))] if cards else []
    else:
        counts = [(colour, number) for colour, number in enumerate(cards) if number]
        held = [(f"card-{seat}-{colour}", card(data, colour, number)) for colour, number in counts]
    for colour, number in enumerate(assistants):
        if number:
            held.append((f"assistant-{seat}-{colour}", assistant_card(colour, number)))
    held += [(f"joker-{seat}", joker())] if has_joker else []
    hidden = isinstance(cards, int) and bool(cards)
    x, y = svg.MARGIN + 6.0, 24.0
    drawn = svg.piece(*held[0], transform=at(x, y)) if hidden else ""
    shift = (CARD_STEP + 5) * hidden
    return drawn + row_of(held[hidden:], x + shift, y, 220 - shift, in_hand)


def in_hand(name: str, drawn: str, **more: str) -> str:
    return svg.card_part(name, drawn, data_piece=name, **more)


@lru_cache(svg.CACHED_ELEMENTS)
def draw_done(edition: Edition, artifacts: Sequence[int], assistants: int) -> str:
    """Draw the finished adventures: each kind of artifact with its number, then the assistants."""
    if not any(artifacts) and not assistants:
        return svg.text(svg.MARGIN + 6, 100, "no artifacts yet", svg.NORMAL, "dim")
    names = picture_names(edition.data)
    kinds = zip(artifact_kinds(edition.data), artifacts, strict=False)
    drawn, x = svg.text(svg.MARGIN + 6, 100, "done", svg.NORMAL, "dim"), svg.MARGIN + 42.0
    for kind, count in kinds:
        if count:
            drawn += use(names[kind], x + 8, 96, 0.95) + svg.text(x + 19, 100, f"x {count}", svg.NORMAL, "dim")
            x += 48
    return drawn + svg.text(x, 100, counted(assistants, "assistant"), svg.NORMAL, "dim") if assistants else drawn
