"""The board as SVG, a function for each part of it.

It shows what the seat that looks may know: the own hand, and of everything else only what lies open.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from africana_env.drawing.letters import shortened, text_width
from africana_env.drawing.panels import Heading
from africana_env.drawing.svg import (
    INNER,
    LARGE,
    MARGIN,
    NORMAL,
    SMALL,
    WIDTH,
    Drawn,
    board,
    card_part,
    draw_title,
    element,
    fitting_size,
    part,
    piece,
    player_sheet,
    seat_mark,
    seat_name,
    supply_part,
    text,
)
from africana_env.drawing.text import counted
from africana_env.engine.contract import Edition
from africana_env.engine.points import winners
from africana_env.engine.state import RUNNING
from africana_env.games.afritoria.drawing.card_svg import (
    CARD_HIGH,
    CARD_WIDE,
    PAPER,
    PRINT,
    RIM,
    Card,
    back,
    coin,
    definitions,
    empty_place,
    eye,
    face,
    pips,
    read_deck,
    sign,
    tile,
)
from africana_env.games.afritoria.drawing.heading import ALL_COMMIT, heading
from africana_env.games.afritoria.drawing.shown_cards import SHOWN_OF_SCORE_PILE, everyone, public_cards
from africana_env.games.afritoria.rules.names import STANDINGS
from africana_env.games.afritoria.rules.scoring import returns
from africana_env.games.afritoria.rules.state import (
    ANIMALS,
    CARDS,
    COMMIT,
    EMPTY,
    IN_HAND_OR_PILE,
    MAX_PLAYERS,
    MAY_BE_PLAYED,
    NOT_PLAYED,
    NOT_PUT,
    OUT,
    PICK,
    POACHER,
    PUT_BY,
    RANGER,
    RANGER_TAKES,
    STEAL,
    STRENGTHS,
)

CARD_STEP = 43.0
PUT_UNDER_HEIGHT = 36
"""Two lines."""
BEFORE_POINTS = 8
"""Room between a shown hand and the points."""


def render_svg(edition: Edition, state: Any, seat: int | None) -> str:
    """The game as that seat sees it, or with all hands where nobody is named."""
    deck = read_deck(edition)
    won = winners(returns, edition, state) if state.status != RUNNING else []
    parts = [
        draw_title(title(edition, state, seat)),
        draw_table(edition, deck, state),
        draw_put_under(deck, state, seat),
        *(draw_player(deck, state, other, seat, other in won) for other in range(state.num_players)),
        draw_discards(deck, state),
    ]
    named = definitions(deck, "".join(drawn for _, drawn in parts))
    return board(f"Afritoria, round {state.round_number}", [(0, named), *parts, (MARGIN, "")])


# Title


def title(edition: Edition, state: Any, seat: int | None) -> Heading:
    """The heading; where all decide at the same time, as it is for the seat that looks."""
    found = heading(edition, state, seat_name)
    return replace(found, now=ALL_COMMIT) if is_committing(state) and seat is not None else found


def is_committing(state: Any) -> bool:
    """Whether cards are being committed; who has done so already is hidden."""
    return bool(state.status == RUNNING and state.phase == COMMIT)


# Trading row and pile


def draw_table(edition: Edition, deck: Sequence[Card], state: Any) -> Drawn:
    """The trading row, the pile, and what the signs on cards mean."""
    drawn = text(MARGIN, 12, "Trading row", NORMAL, "ink bold")
    takes = state.status == RUNNING and state.phase in (PICK, RANGER_TAKES)
    for place in range(state.num_players):
        x, kind = MARGIN + CARD_STEP * place, int(state.row[place])
        drawn += card_part(f"row-{place}", empty_place(x, 18) if kind == EMPTY else face(deck[kind], x, 18))
        if takes and 0 <= kind < ANIMALS and (state.phase == RANGER_TAKES or deck[kind].colour.place == state.colour):
            drawn += frame(x, 18)
    x = MARGIN + CARD_STEP * state.num_players + 12
    drawn += text(x, 12, "Pile", NORMAL, "ink bold")
    if state.pile_size:
        drawn += part("pile", back(x, 18), pile_size(int(state.pile_size), x + 21))
    else:
        drawn += part("pile", empty_place(x, 18), text(x + 21, 50, "empty", SMALL, "dim", "middle"))
    return 82, drawn + draw_legend(edition, deck, state.num_players, 250)


@cache
def pile_size(number: int, x: float) -> str:
    """On the top card."""
    words = element("text", str(number), x=x, y=51, font_size=LARGE, fill=PRINT, text_anchor="middle")
    return element("circle", cx=x, cy=47, r=14, fill=PAPER) + words


def draw_legend(edition: Edition, deck: Sequence[Card], colours: int, x: float) -> str:
    """What strength and points look like, and the parks with their signs."""
    drawn = text(x, 12, "8", LARGE - 1, "ink bold") + text(x + 11, 12, "strength", SMALL, "dim")
    drawn += coin(x + 74, 9) + text(x + 83, 12, "points", SMALL, "dim")
    for colour, entry in enumerate(edition.data["colours"][:colours]):
        y = 28 + 14 * colour
        words = shortened(f"{entry['name']}: {entry['park']}", WIDTH - MARGIN - x - 14, SMALL)
        drawn += sign(colour, x + 5, y - 3, 4.8, deck[colour * STRENGTHS].colour.shade, RIM)
        drawn += text(x + 14, y, words, SMALL)
    return drawn


def draw_put_under(deck: Sequence[Card], state: Any, seat: int | None) -> Drawn:
    """Who put which cards of the pile there, and those that the seat that looks put there itself."""
    words = "put under the pile:"
    items = [(text_width(words, SMALL) + 6, text(0, 10, words, SMALL, "dim"))]
    putters = put_under_by(state)
    for depth, putter in putters.items():
        if putters.get(depth - 1) != putter:
            last = next(end for end in range(depth, state.pile_size + 1) if putters.get(end + 1) != putter)
            words = f"card {depth}" if last == depth else f"cards {depth} to {last}"
            wide = text_width(words, SMALL) + 4
            items.append((wide + 16, text(0, 10, words, SMALL) + seat_mark(wide + 5, 7, putter, 5)))
        if seat is None or (putter == seat and state.status == RUNNING):
            items.append((24, tile(deck[state.pile[(state.pile_first + depth - 1) % CARDS]], 0, 0)))
    return PUT_UNDER_HEIGHT, part("put-under", flow(items, MARGIN, 0, INNER)) if putters else ""


def put_under_by(state: Any) -> dict[int, int]:
    """Which seat put the cards there that somebody put under the pile, which counts from 1 at the top."""
    putters = {}
    for depth in range(state.pile_size - state.put_size, state.pile_size):
        put_by = int(state.pile_from[(state.pile_first + depth) % CARDS])
        if put_by != NOT_PUT:
            putters[int(depth) + 1] = (put_by - PUT_BY) % MAX_PLAYERS
    return putters


# Players


def draw_player(deck: Sequence[Card], state: Any, other: int, seat: int | None, has_won: bool) -> Drawn:
    """A player's points, hand, card of this round, score pile and the hand shown last."""
    is_open = seat is None or seat == other
    points = counted(int(state.points[other]), "point")
    shown = draw_shown(deck, state, other, WIDTH - MARGIN - 6 - text_width(points, NORMAL, bold=True) - BEFORE_POINTS)
    to_move, height = is_to_move(state, other, seat), 98
    words = seat_name(other, other == seat) + (" · ★ won" if has_won else "")
    words += " · to move" if to_move and not shown else ""
    drawn = player_sheet(other, words, points, height, to_move)
    drawn += draw_hand(deck, state, other, is_open)
    drawn += part(f"played-{other}", draw_round_card(deck, state, other, is_open))
    drawn += supply_part(f"score-{other}", draw_score_pile(deck, state, other))
    return height + 4, part(f"player-{other}", drawn, shown)


def is_to_move(state: Any, other: int, seat: int | None) -> bool:
    """Whether a seat is to decide; while all commit, nothing is known of the others."""
    if is_committing(state) and seat is not None:
        return bool(other == seat and state.committed[other] == EMPTY)
    return bool(state.status == RUNNING and other == state.current_player)


def draw_hand(deck: Sequence[Card], state: Any, seat: int, is_open: bool) -> str:
    """The cards in the order of their kinds; where they are hidden, those that all know to be there and then backs."""
    x, y = MARGIN + 5.0, 34.0
    known = public_cards(state, seat)
    size = int(state.hand_size[seat])
    committed = int(state.committed[seat]) if is_open and is_committing(state) else EMPTY
    drawn = text(x, 29, f"{counted(size - (committed != EMPTY), 'card')} in hand", SMALL, "dim")
    if known:
        drawn += eye(x + 98, 26) + text(x + 107, 29, "known to all", SMALL, "dim")
    all_seats = everyone(state)
    hand, seen = state.hand[seat].tolist(), state.hand_seen[seat].tolist()
    slots = sorted(range(size), key=hand.__getitem__) if is_open else range(size)
    for place, slot in enumerate(slots):
        if is_open:
            kind, is_known = hand[slot], seen[slot] == all_seats
        else:
            kind, is_known = known[place] if place < len(known) else EMPTY, True
        if slot == committed:
            card = empty_place(x, y)
        elif kind == EMPTY:
            card = back(x, y)
        else:
            card = face(deck[kind], x, y) + (eye(x + 35.5, y + 40) if is_known else "")
        drawn += card_part(f"hand-{seat}-{slot}", card)
        x += CARD_STEP
    return drawn


def draw_round_card(deck: Sequence[Card], state: Any, seat: int, is_open: bool) -> str:
    """The card of this round: committed, which only its seat sees, or played and what has become of it."""
    x, y = MARGIN + 5 + 6 * CARD_STEP + 5, 34.0
    middle = x + CARD_WIDE / 2
    if is_committing(state):
        if is_open and state.committed[seat] != EMPTY:
            kind = state.hand[seat, state.committed[seat]]
            card = piece(f"played-{seat}-{kind}", face(deck[kind], x, y))
            return text(middle, 29, "committed", SMALL, "dim", "middle") + card
        unknown = "" if is_open else text(middle, y + 35, "?", 18, "dim", "middle")
        return text(middle, 29, "commits", SMALL, "dim", "middle") + empty_place(x, y) + unknown
    if state.standing[seat] == NOT_PLAYED:
        return empty_place(x, y)
    look = "dim" if state.standing[seat] == OUT else "ink"
    card = face(deck[state.played[seat]], x, y)
    if state.standing[seat] == OUT and state.played[seat] < ANIMALS:
        card = element("g", card, opacity=0.5)
    card = piece(f"played-{seat}-{state.played[seat]}", card)
    return text(middle, 29, STANDINGS[state.standing[seat]], SMALL, look, "middle") + card


def draw_score_pile(deck: Sequence[Card], state: Any, seat: int) -> str:
    """How many cards were scored, the top card, and those next below it."""
    x, y = MARGIN + 5 + 7 * CARD_STEP + 14, 34.0
    size = int(state.score_size[seat])
    drawn = text(x, 29, f"{size} scored", SMALL, "dim")
    if not size:
        return drawn + empty_place(x, y)
    top = [deck[kind - 1] for kind in state.score_pile[seat][:size][::-1][:SHOWN_OF_SCORE_PILE].tolist()]
    drawn += piece(f"scored-{seat}-{size}", face(top[0], x, y))
    for place, card in enumerate(top[1:]):
        drawn += tile(card, x + CARD_STEP, y + 15 * place)
    if state.status == RUNNING and state.phase == STEAL and seat != state.current_player:
        drawn += frame(x, y)
    return drawn


def draw_shown(deck: Sequence[Card], state: Any, seat: int, x: float) -> str:
    """The hand that a player has shown last, but for what has turned up since, ending at `x`; pale what may have been
    played."""
    drawn = ""
    for kind, fate in zip(state.shown[seat][::-1], state.shown_fate[seat][::-1], strict=True):
        if fate in (IN_HAND_OR_PILE, MAY_BE_PLAYED):
            x -= 24
            card = tile(deck[kind], x, 5)
            drawn += element("g", card, opacity=0.5) if fate == MAY_BE_PLAYED else card
    if not drawn:
        return ""
    meaning = element("title", "shown last; in hand, under the pile or drawn from there; pale: or played")
    return element("g", meaning, text(x - 4, 15, "shown", SMALL, "dim", "end"), drawn)


# Discards


def draw_discards(deck: Sequence[Card], state: Any) -> Drawn:
    """How many of each kind were discarded: animals by colour and strength, and specials."""
    first, wide = MARGIN + 62.0, 25.0
    drawn = text(MARGIN, 12, "Discards", NORMAL, "ink bold")
    animals = [card for card in deck[:STRENGTHS] if card.name]
    for strength, card in enumerate(animals):
        size = fitting_size(card.name, SMALL, 2 * wide - 6)
        words = shortened(card.name, 2 * wide, size)
        drawn += text(first + wide * (strength + 0.5), 12 if strength % 2 else 22, words, size, "dim", "middle")
    lines = ""
    discard = state.discard.tolist()
    for colour in range(state.num_players):
        y = 28 + 15.0 * colour
        _, name, shade, _ = deck[colour * STRENGTHS].colour
        lines += sign(colour, MARGIN + 6, y + 6.5, 4.8, shade, RIM)
        lines += text(MARGIN + 15, y + 9.5, shortened(name, 46, SMALL), SMALL)
        for strength in range(len(animals)):
            kind = colour * STRENGTHS + strength
            lines += pips(deck[kind], discard[kind], first + wide * (strength + 0.5), y)
    x = first + wide * STRENGTHS + 30
    for y, kind in ((2.0, RANGER), (34.0, POACHER)):
        lines += text(x, y + 10, deck[kind].name, SMALL, "dim", "middle")
        lines += pips(deck[kind], discard[kind], x, y + 14)
    return 34 + 15.0 * state.num_players, part("discards", drawn, lines)


# Frames and lines


def frame(x: float, y: float) -> str:
    """Around a card that can be taken."""
    return element("rect", x=x, y=y, width=CARD_WIDE, height=CARD_HIGH, rx=3.5, class_="light-line", stroke_width=2.5)


def flow(items: Sequence[tuple[float, str]], x: float, y: float, wide: float) -> str:
    """Things with their widths in two lines that fit between `x` and `x + wide`; dots for those that do not."""
    at, line = 0.0, 0
    drawn = ""
    for width, item in items:
        if at and at + width > wide - 10 * line:
            if line:
                return drawn + text(x + at, y + 26, "…")
            at, line = 0.0, 1
        drawn += element("g", item, transform=f"translate({x + at:.5g} {y + 16 * line:.5g})")
        at += width
    return drawn
