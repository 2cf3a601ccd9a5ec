"""The board as SVG, a function for each part of it below the map."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from africana_env.drawing.letters import shortened, text_width
from africana_env.drawing.svg import (
    CACHED_ELEMENTS,
    MARGIN,
    NORMAL,
    SMALL,
    WIDTH,
    Drawn,
    board,
    card_part,
    draw_title,
    element,
    panel,
    part,
    piece,
    score_parts,
    seat_mark,
    supply_part,
    text,
)
from africana_env.drawing.text import counted, without_codes
from africana_env.engine.contract import Edition
from africana_env.engine.points import points, winners
from africana_env.engine.state import RUNNING, plain_fields
from africana_env.games.africana.drawing.heading import draw_heading
from africana_env.games.africana.drawing.map_svg import draw_map
from africana_env.games.africana.drawing.names import expedition_pile
from africana_env.games.africana.drawing.signs import assistant_sign, card, card_back, joker, kind_sign
from africana_env.games.africana.edition import HALVES, artifact_kinds
from africana_env.games.africana.hidden.observation import SILVER_PER_GOLD
from africana_env.games.africana.rules.scoring import SCORE_PARTS, returns, scores
from africana_env.games.africana.rules.state import BOOKS, COLOURS, EMPTY, IN_FRONT, MAX_PLAYERS, OUT_OF_GAME

INNER = WIDTH - 2 * MARGIN

Data = Mapping[str, Any]


def render_svg(edition: Edition, state: Any, seat: int | None) -> str:
    """The game as that seat sees it, or with all hands where nobody is named."""
    seen = plain_fields(state)
    totals = points(scores, SCORE_PARTS, edition, state)
    won = winners(returns, edition, state) if seen.status != RUNNING else []
    own_to_do = to_do(edition, seen, seat) if seat is not None and seen.status == RUNNING else ()
    return board(
        f"Africana, round {seen.round_number}",
        [
            draw_title(*map(without_codes, draw_heading(edition, state)[:2])),
            draw_map(edition, tuple(seen.space), own_to_do, tuple(seen.location[: seen.num_players])),
            draw_spaces(edition, seen),
            draw_books(edition, seen),
            draw_travel(edition, seen),
            *(draw_company(edition, seen, other, seat, total, other in won) for other, total in enumerate(totals)),
        ],
    )


# Expeditions


def draw_spaces(edition: Edition, state: Any) -> Drawn:
    """The spaces with their bonus, and what the pile shows."""
    tables = edition.tables[0]
    drawn = text(MARGIN, 12, "Expeditions", NORMAL, "ink bold")
    drawn += text(WIDTH - MARGIN, 12, f"pile: {expedition_pile(tables, state)}", SMALL, "dim", "end")
    spaces = zip(state.space, state.markers, strict=True)
    for space, (expedition, markers) in zip(range(tables.num_spaces), spaces, strict=False):
        drawn += part(f"space-{space}", draw_space(edition, space, expedition, markers))
    return 100, drawn


@lru_cache(CACHED_ELEMENTS)
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
    words = text(x + 4, 42, shortened(entry["start"], wide - 6, SMALL), SMALL)
    words += text(x + 4, 53, "▸ " + shortened(entry["target"], wide - 16, SMALL), SMALL)
    words += text(x + 4, 66, f"{entry['silver']}s", SMALL, "dim")
    words += text(x + wide - 4, 66, f"{entry['points']} p", NORMAL, "ink bold", "end")
    drawn += piece(f"expedition-{expedition}", words, class_="card")
    marks = [seat for seat in range(MAX_PLAYERS) if markers >> seat & 1]
    for index, seat in enumerate(marks):
        drawn += piece(f"marker-{expedition}-{seat}", seat_mark(x + 11 + 15 * index, 82, seat, 6))
    return drawn


# Books


PAGE_HEIGHT = 108
"""Of a page with its top card and 14 more."""
TINY = 7.5
"""Size of what is written about these."""


def draw_books(edition: Edition, state: Any) -> Drawn:
    """Both books: the sizes of the halves and the cards that have been seen, each half from its top."""
    drawn = ""
    for book, halves in enumerate(zip(state.book_left, state.book_size, strict=True)):
        drawn += draw_book(edition, book, *halves, tuple(state.book[book][: state.book_seen[book]]))
    places = state.adventure_place[: len(edition.data["adventures"])]
    gone = [plain_adventure(edition.data, card) for card, place in enumerate(places) if place == OUT_OF_GAME]
    if gone:
        words = shortened("out of the game: " + ", ".join(gone), INNER, SMALL)
        drawn += text(MARGIN, PAGE_HEIGHT + 29, words, SMALL, "dim")
    return PAGE_HEIGHT + 36, drawn


@lru_cache(CACHED_ELEMENTS)
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
        drawn += text(x + 18, 40, shortened(entry["target"], wide - 21, NORMAL, True), NORMAL, "ink bold")
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
        target = shortened(entry["target"], wide / 2 - 14, TINY)
        drawn += text(left + 12, 63 + 10.3 * row, target, TINY, "dim")
    return supply_part(f"page-{name}", drawn)


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
    table = map(tuple, (state.discard, state.table_travel, state.table_assistants))
    return 50, _travel(edition, state.travel_pile_size, *table, bool(state.table_joker))


@lru_cache(CACHED_ELEMENTS)
def _travel(
    edition: Edition, pile: int, discard: Sequence[int], travel: Sequence[int], assistants: Sequence[int], joker_: bool
) -> str:
    data = edition.data
    drawn = text(MARGIN, 12, "Travel cards", NORMAL, "ink bold")
    drawn += supply_part("pile", panel(MARGIN, 18, 62, 26) + text(MARGIN + 6, 35, f"pile {pile}"))
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
                drawn += piece(
                    f"played-{colour}-{number}-{assistant}",
                    card(data, colour, x, 21, number),
                    assistant_sign(x, 21) if assistant else "",
                )
                x += 19
    return drawn + (piece("played-joker", joker(x, 21)) if joker_ else "")


# Companies

COMPANY_HEIGHT = 78


def draw_company(
    edition: Edition, state: Any, other: int, seat: int | None, total: Sequence[int], has_won: bool
) -> Drawn:
    """The company of seat `other` as `seat` sees it: points, purse, hand as far as it is known, what is done, and the
    adventures to do, or at the end the parts of the score."""
    to_move = other == state.current_player and state.status == RUNNING
    cards = tuple(state.travel[other]) if seat in (None, other) else sum(state.travel[other])
    drawn = draw_sheet(edition, other, other == seat, to_move, total[-1])
    drawn += draw_purse(edition, state.location[other], state.silver[other], state.markers_left[other])
    on_table = state.table_assistants if other == state.current_player else [0] * COLOURS
    assistants = tuple(held - used for held, used in zip(state.assistants[other], on_table, strict=True))
    has_joker = state.joker[other] and not (other == state.current_player and state.table_joker)
    drawn += draw_hand(edition, other, cards, assistants, bool(has_joker))
    if state.status == RUNNING:
        drawn += draw_to_do(edition, to_do(edition, state, other))
    else:
        words = ("★ won: " if has_won else "") + score_parts(SCORE_PARTS, total)
        drawn += text(MARGIN + 6, 59, shortened(words, INNER - 12, SMALL), SMALL)
    expeditions = state.expedition_owner.count(other), state.expedition_points[other]
    drawn += draw_done(edition, *expeditions, tuple(state.artifacts[other]), state.assistant_adventures[other])
    return COMPANY_HEIGHT + 4, part(f"player-{other}", drawn)


def to_do(edition: Edition, state: Any, seat: int) -> tuple[int, ...]:
    """The adventures in front of a company."""
    places = enumerate(state.adventure_place[: len(edition.data["adventures"])])
    return tuple(card for card, place in places if place == IN_FRONT + seat)


@lru_cache(CACHED_ELEMENTS)
def draw_sheet(edition: Edition, seat: int, is_own: bool, to_move: bool, total: int) -> str:
    """What a company's things lie on, with its name and points."""
    drawn = panel(MARGIN, 0, INNER, COMPANY_HEIGHT)
    if to_move:
        drawn += element("rect", x=MARGIN, y=0, width=3, height=COMPANY_HEIGHT, rx=1.5, class_="light")
    name = edition.data["companies"][seat]["name"] + (" · you" if is_own else "") + (" · to move" if to_move else "")
    drawn += seat_mark(MARGIN + 14, 12, seat) + text(MARGIN + 25, 16, name, NORMAL, "ink bold")
    return drawn + text(WIDTH - MARGIN - 6, 16, counted(total, "point"), NORMAL, "ink bold", "end")


@lru_cache(CACHED_ELEMENTS)
def draw_purse(edition: Edition, location: int, money: int, markers: int) -> str:
    """Where the explorer is, the money and the markers at home."""
    gold, silver = divmod(money, SILVER_PER_GOLD)
    place = edition.data["locations"][location]["name"]
    purse = f"at {place} · {gold} gold {silver} silver · {counted(markers, 'marker')}"
    return text(WIDTH - MARGIN - 6, 38, purse, SMALL, "dim", "end")


@lru_cache(CACHED_ELEMENTS)
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
        drawn += part(f"adventure-{adventure}", chip, data_piece=f"adventure-{adventure}")
        x += wide
    return drawn or text(x, 59, "no adventure to do", SMALL, "dim")


@lru_cache(CACHED_ELEMENTS)
def draw_hand(
    edition: Edition, seat: int, cards: Sequence[int] | int, assistants: Sequence[int], has_joker: bool
) -> str:
    """Travel cards by their colours, or their number where they are hidden, assistants and joker; without those that
    lie on the table."""
    data = edition.data
    x, y = MARGIN + 6.0, 24.0
    drawn = ""
    if isinstance(cards, int):
        if cards:
            drawn += piece(f"cards-{seat}-{cards}", card_back(cards, x, y))
            x += 18
    else:
        for colour, number in enumerate(cards):
            if number:
                name = f"card-{seat}-{colour}"
                drawn += card_part(name, card(data, colour, x, y, number), data_piece=f"{name}-{number}")
                x += 18
    for colour, number in enumerate(assistants):
        if number:
            drawn += card_part(f"assistant-{seat}-{colour}", card(data, colour, x, y, number), assistant_sign(x, y))
            x += 18
    return drawn + (card_part(f"joker-{seat}", joker(x, y)) if has_joker else "")


@lru_cache(CACHED_ELEMENTS)
def draw_done(edition: Edition, expeditions: int, points: int, artifacts: Sequence[int], assistants: int) -> str:
    """The cards beneath the company card."""
    items = [f"{counted(expeditions, 'expedition')} ({points}p)"] if expeditions else []
    kinds = zip(artifact_kinds(edition.data), artifacts, strict=False)
    items += [f"{count} {kind}" for kind, count in kinds if count]
    if assistants:
        items.append(counted(assistants, "assistant adventure"))
    words = "done: " + (", ".join(items) or "nothing")
    return text(MARGIN + 6, 72, shortened(words, INNER - 12, SMALL), SMALL, "dim")
