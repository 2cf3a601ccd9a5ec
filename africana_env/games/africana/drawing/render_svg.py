"""The board as SVG: a function for each part below the map."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from africana_env.drawing import svg
from africana_env.drawing.letters import shortened, text_width
from africana_env.drawing.text import counted
from africana_env.engine.game.contract import Edition
from africana_env.engine.game.points import points, winners
from africana_env.engine.game.state import RUNNING, plain_fields
from africana_env.games.africana.drawing.heading import heading
from africana_env.games.africana.drawing.map_svg import draw_map
from africana_env.games.africana.drawing.names import expedition_pile
from africana_env.games.africana.drawing.signs import assistant_sign, card, card_back, joker, kind_sign
from africana_env.games.africana.edition import HALVES, artifact_kinds
from africana_env.games.africana.hidden.observation import SILVER_PER_GOLD
from africana_env.games.africana.rules.scoring import SCORE_PARTS, returns, scores
from africana_env.games.africana.rules.state import BOOKS, COLOURS, EMPTY, IN_FRONT, MAX_PLAYERS, OUT_OF_GAME

LESS = 11
"""Text size of everything but names."""

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
    drawn += svg.text(svg.WIDTH - svg.MARGIN, 13, f"pile: {expedition_pile(tables, state)}", LESS, "dim", "end")
    spaces = zip(state.space, state.markers, strict=True)
    for space, (expedition, markers) in zip(range(tables.num_spaces), spaces, strict=False):
        drawn += svg.part(f"space-{space}", draw_space(edition, space, expedition, markers))
    return 22 + ROW * tables.num_spaces, drawn


@lru_cache(svg.CACHED_ELEMENTS)
def draw_space(edition: Edition, space: int, expedition: int, markers: int) -> str:
    """Draw a space with its expedition; `markers` is a bit mask of seats."""
    data = edition.data
    top = 18 + ROW * space
    base = top + 16
    bonus = data["spaces"][space]
    gain = f"{bonus['silver']} silver" if bonus["silver"] else counted(bonus["travel_cards"], "card")
    drawn = svg.panel(svg.MARGIN, top, svg.INNER, ROW - 2) + svg.text(
        svg.MARGIN + 5, base, f"{space + 1}", svg.NORMAL, "ink bold"
    )
    if expedition == EMPTY:
        return drawn + svg.text(svg.MARGIN + 20, base, "empty", svg.NORMAL, "dim")
    entry = data["expeditions"][expedition]
    words = fitted(svg.MARGIN + 20, base, f"{entry['start']} ▸ {entry['target']}", 170)
    words += svg.text(246, base, f"{entry['silver']}s {entry['points']}p", svg.NORMAL, "ink bold", "end")
    drawn += svg.piece(f"expedition-{expedition}", words, class_="card")
    drawn += svg.text(svg.WIDTH - svg.MARGIN - 5, base, f"joining +{gain}", LESS, "dim", "end")
    for index, seat in enumerate(seat for seat in range(MAX_PLAYERS) if markers >> seat & 1):
        drawn += svg.piece(f"marker-{expedition}-{seat}", svg.seat_mark(258.5 + 13 * index, top + 12, seat, 6))
    return drawn


def fitted(x: float, y: float, words: str, wide: float, look: str = "ink", size: float = svg.NORMAL) -> str:
    """Return text made small enough to fit, and cut if it would be too small to read."""
    bold = "bold" in look
    own = svg.fitting_size(words, size, wide, bold)
    return svg.text(x, y, shortened(words, wide, own, bold), own, look)


# Books


OTHER = 12.5
"""Height of a row of cards that are not on top."""
PAGE_ROWS = 7
"""Rows of two such cards."""
PAGE_HEIGHT = 46 + OTHER * PAGE_ROWS
SIDES = ("left", "right")


def draw_books(edition: Edition, state: Any) -> svg.Drawn:
    """Draw both books: the sizes of their halves, and the seen cards of each half from its top."""
    drawn = ""
    for book, halves in enumerate(zip(state.book_left, state.book_size, strict=True)):
        drawn += draw_book(edition, book, *halves, tuple(state.book[book][: state.book_seen[book]]))
    top = BOOKS * (PAGE_HEIGHT + 4)
    places = state.adventure_place[: len(edition.data["adventures"])]
    gone = [plain_adventure(edition.data, card) for card, place in enumerate(places) if place == OUT_OF_GAME]
    if gone:
        drawn += fitted(svg.MARGIN, top + 10, "out of the game: " + ", ".join(gone), svg.INNER, "dim", LESS)
    return top + 18, drawn


@lru_cache(svg.CACHED_ELEMENTS)
def draw_book(edition: Edition, book: int, left: int, size: int, seen: Sequence[int]) -> str:
    """Draw the two halves of a book side by side: `left` of its `size` cards, and the seen ones."""
    wide = (svg.INNER - 4) / 2
    top = book * (PAGE_HEIGHT + 4)
    halves = ((left, seen[:left][::-1]), (size - left, seen[left:]))
    drawn = ""
    for side, (number, cards) in enumerate(halves):
        name = f"{HALVES[book].capitalize()}ern book, {SIDES[side]}"
        content = draw_page(edition.data, name, number, cards, svg.MARGIN + side * (wide + 4), top, wide)
        drawn += svg.supply_part(f"page-{book}-{SIDES[side]}", content)
    return drawn


def draw_page(data: Data, name: str, number: int, cards: Sequence[int], x: float, top: float, wide: float) -> str:
    """Draw half a book: its top card, and below it the other seen cards."""
    drawn = svg.panel(x, top, wide, PAGE_HEIGHT) + svg.text(x + 4, top + 13, name, LESS, "ink bold")
    unseen = number - len(cards)
    drawn += svg.text(x + wide - 4, top + 13, counted(number, "card") if number else "empty", LESS, "dim", "end")
    if cards:
        entry = data["adventures"][cards[0]]
        drawn += kind_sign(data, entry, x + 4, top + 28)
        room = wide - 23
        if "artifact" in entry:
            drawn += svg.text(x + wide - 4, top + 28, worth(entry), LESS, "ink", "end")
            room -= text_width(worth(entry), LESS) + 4
        drawn += fitted(x + 19, top + 28, entry["target"], room, "ink bold")
        hidden = f"{unseen} unseen" if unseen else ""
        drawn += svg.text(x + wide - 4, top + 41, hidden, LESS, "dim", "end") if hidden else ""
        room = wide - 23 - text_width(hidden, LESS) - 4 * bool(hidden)
        drawn += fitted(x + 19, top + 41, entry.get("artifact", "assistant"), room, size=LESS)
    for index, adventure in enumerate(cards[1:]):
        entry = data["adventures"][adventure]
        row, column = divmod(index, 2)
        left, base = x + 4 + column * (wide - 4) / 2, top + 54 + OTHER * row
        drawn += kind_sign(data, entry, left, base)
        drawn += fitted(left + 14, base, entry["target"], wide / 2 - 18, "dim", LESS)
    return drawn


def worth(entry: Data) -> str:
    """Return `3s 4p`, the silver and the points of an artifact."""
    return f"{entry['silver']}s {entry['points']}p"


def plain_adventure(data: Data, adventure: int) -> str:
    """Return `Mask at Cairo, 3s 4p`."""
    entry = data["adventures"][adventure]
    if "assistant" in entry:
        return f"{entry['assistant']} assistant at {entry['target']}"
    return f"{entry['artifact']} at {entry['target']}, {worth(entry)}"


# Travel cards


CARD_SCALE = 1.5
"""Scale of clickable cards."""
CARD_STEP = 26


def draw_travel(edition: Edition, state: Any) -> svg.Drawn:
    """Draw the pile, the discard pile and the cards on the table."""
    table = map(tuple, (state.discard, state.table_travel, state.table_assistants))
    return 60, _travel(edition, state.travel_pile_size, *table, bool(state.table_joker))


@lru_cache(svg.CACHED_ELEMENTS)
def _travel(
    edition: Edition, pile: int, discard: Sequence[int], travel: Sequence[int], assistants: Sequence[int], joker_: bool
) -> str:
    data = edition.data
    drawn = svg.text(svg.MARGIN, 13, "Travel cards", svg.NORMAL, "ink bold")
    drawn += svg.supply_part(
        "pile", svg.panel(svg.MARGIN, 18, 80, 34) + svg.text(svg.MARGIN + 10, 39, f"pile {pile}", svg.NORMAL)
    )
    x = svg.MARGIN + 96.0
    drawn += svg.text(x, 13, "discarded", LESS, "dim")
    for colour in range(COLOURS):
        if discard[colour]:
            drawn += svg.element("g", card(data, colour, 0, 0, discard[colour]), transform=large_at(x, 20))
            x += CARD_STEP
    x = svg.MARGIN + 232.0
    drawn += svg.text(x, 13, "on the table", LESS, "dim")
    cards = [
        (f"played-{colour}-{number}-{assistant}", card(data, colour, 0, 0, number) + assistant_sign(0, 0) * assistant)
        for colour in range(COLOURS)
        for number, assistant in ((travel[colour], False), (assistants[colour], True))
        if number
    ]
    cards += [("played-joker", joker(0, 0))] if joker_ else []
    return drawn + row_of(cards, x, 20, svg.WIDTH - svg.MARGIN - x, svg.piece)


def row_of(cards: Sequence[tuple[str, str]], x: float, y: float, wide: float, held: Callable[..., str]) -> str:
    """Draw named cards side by side, large enough for a finger and closer together if there are many."""
    step = min(CARD_STEP, (wide - CARD_STEP) / max(len(cards) - 1, 1))
    return "".join(
        held(name, drawn, transform=large_at(x + step * number, y)) for number, (name, drawn) in enumerate(cards)
    )


def large_at(x: float, y: float) -> str:
    return f"translate({x:.5g} {y:.5g}) scale({CARD_SCALE})"


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
        drawn += fitted(svg.MARGIN + 6, 76, words, svg.INNER - 12)
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
        svg.text(svg.WIDTH - svg.MARGIN - 6, 29 + 12 * row, line, LESS, "dim", "end") for row, line in enumerate(lines)
    )


CHIP = 30.0
"""Height of an adventure to do."""


@lru_cache(svg.CACHED_ELEMENTS)
def draw_to_do(edition: Edition, adventures: Sequence[int]) -> str:
    """Draw the adventures in front of a company; before a discard there may be one too many."""
    data = edition.data
    wide = (svg.INNER - 12) / max(len(adventures), 3)
    x, drawn = svg.MARGIN + 6.0, ""
    for adventure in adventures:
        entry = data["adventures"][adventure]
        chip = svg.element("rect", x=x, y=56.0, width=wide - 4, height=CHIP, rx=4, class_="ground")
        chip += kind_sign(data, entry, x + 3, 70) + fitted(x + 17, 68, entry["target"], wide - 24, "ink", LESS)
        words = f"{entry['artifact']} {worth(entry)}" if "artifact" in entry else "assistant"
        chip += fitted(x + 17, 81, words, wide - 24, "dim", LESS)
        drawn += svg.part(f"adventure-{adventure}", chip, data_piece=f"adventure-{adventure}")
        x += wide
    return drawn or svg.text(x, 76, "no adventures to do", LESS, "dim")


@lru_cache(svg.CACHED_ELEMENTS)
def draw_hand(
    edition: Edition, seat: int, cards: Sequence[int] | int, assistants: Sequence[int], has_joker: bool
) -> str:
    """Draw the travel cards by colour (only their number if hidden), assistants and joker, without cards on the
    table."""
    data = edition.data
    if isinstance(cards, int):
        held = [(f"cards-{seat}-{cards}", card_back(cards, 0, 0))] if cards else []
    else:
        counts = [(colour, number) for colour, number in enumerate(cards) if number]
        held = [(f"card-{seat}-{colour}", card(data, colour, 0, 0, number)) for colour, number in counts]
    for colour, number in enumerate(assistants):
        if number:
            held.append((f"assistant-{seat}-{colour}", card(data, colour, 0, 0, number) + assistant_sign(0, 0)))
    held += [(f"joker-{seat}", joker(0, 0))] if has_joker else []
    hidden = isinstance(cards, int) and bool(cards)
    x, y = svg.MARGIN + 6.0, 22.0
    drawn = svg.piece(*held[0], transform=large_at(x, y)) if hidden else ""
    return drawn + row_of(held[hidden:], x + CARD_STEP * hidden, y, 200 - CARD_STEP * hidden, in_hand)


def in_hand(name: str, drawn: str, **more: str) -> str:
    return svg.card_part(name, drawn, data_piece=name, **more)


@lru_cache(svg.CACHED_ELEMENTS)
def draw_done(edition: Edition, artifacts: Sequence[int], assistants: int) -> str:
    """Draw the finished adventures."""
    kinds = zip(artifact_kinds(edition.data), artifacts, strict=False)
    items = [f"{count} {kind}" for kind, count in kinds if count]
    if assistants:
        items.append(counted(assistants, "assistant"))
    return fitted(svg.MARGIN + 6, 99, "done: " + (", ".join(items) or "nothing"), svg.INNER - 12, "dim", LESS)
