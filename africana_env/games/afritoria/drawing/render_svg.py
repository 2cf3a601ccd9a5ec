"""The board as SVG: a function for each part.

It shows what a seat may know: its own hand, and everything open.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from africana_env.drawing import svg
from africana_env.drawing.letters import text_width
from africana_env.drawing.panels import Heading
from africana_env.drawing.text import counted
from africana_env.engine.game.contract import Edition
from africana_env.engine.game.points import winners
from africana_env.engine.game.state import RUNNING
from africana_env.games.afritoria.drawing import card_svg as cards
from africana_env.games.afritoria.drawing.heading import ALL_COMMIT, heading
from africana_env.games.afritoria.drawing.shown_cards import SHOWN_OF_SCORE_PILE, everyone, public_cards
from africana_env.games.afritoria.rules import state as rules
from africana_env.games.afritoria.rules.names import STANDINGS
from africana_env.games.afritoria.rules.scoring import returns

CARD_STEP = 43.0
PUT_UNDER_HEIGHT = 36
"""Two lines."""
BEFORE_POINTS = 8
"""Gap between a shown hand and the points."""


def render_svg(edition: Edition, state: Any, seat: int | None) -> str:
    """Draw the game as a seat sees it, or with all hands for None."""
    deck = cards.read_deck(edition)
    won = winners(returns, edition, state) if state.status != RUNNING else []
    parts = [
        svg.draw_title(title(edition, state, seat)),
        draw_table(edition, deck, state),
        draw_put_under(deck, state, seat),
        *(draw_player(deck, state, other, seat, other in won) for other in range(state.num_players)),
        draw_discards(deck, state),
    ]
    named = cards.definitions(deck, "".join(drawn for _, drawn in parts))
    return svg.board(f"Afritoria, round {state.round_number}", [(0, named), *parts, (svg.MARGIN, "")])


# Title


def title(edition: Edition, state: Any, seat: int | None) -> Heading:
    """Return the heading. For a seat it hides who has committed already, and asks for the seat's own decision."""
    found = heading(edition, state, svg.seat_name)
    if is_committing(state) and seat is not None:
        return replace(found, now=ALL_COMMIT)
    is_offered = state.status == RUNNING and state.phase == rules.OFFER and state.current_player == seat
    return replace(found, now="show your hand?") if is_offered else found


def is_committing(state: Any) -> bool:
    """Return whether cards are being committed. Who has committed already is hidden."""
    return bool(state.status == RUNNING and state.phase == rules.COMMIT)


# Trading row and pile


def draw_table(edition: Edition, deck: Sequence[cards.Card], state: Any) -> svg.Drawn:
    """Draw the trading row, the pile and a legend."""
    drawn = svg.text(svg.MARGIN, 12, "Trading row", svg.NORMAL, "ink bold")
    takes = state.status == RUNNING and state.phase in (rules.PICK, rules.RANGER_TAKES)
    for place in range(state.num_players):
        x, kind = svg.MARGIN + CARD_STEP * place, int(state.row[place])
        card = cards.empty_place(x, 18) if kind == rules.EMPTY else cards.face(deck[kind], x, 18)
        drawn += svg.card_part(f"row-{place}", card)
        any_colour = state.phase == rules.RANGER_TAKES
        if takes and 0 <= kind < rules.ANIMALS and (any_colour or deck[kind].colour.place == state.colour):
            drawn += frame(x, 18)
    x = svg.MARGIN + CARD_STEP * state.num_players + 12
    drawn += svg.text(x, 12, "Pile", svg.NORMAL, "ink bold")
    if state.pile_size:
        drawn += svg.part("pile", cards.back(x, 18), pile_size(int(state.pile_size), x + 21))
    else:
        drawn += svg.part("pile", cards.empty_place(x, 18), svg.text(x + 21, 50, "empty", svg.NORMAL, "dim", "middle"))
    return 82, drawn + draw_legend(edition, deck, state.num_players, 250)


@cache
def pile_size(number: int, x: float) -> str:
    words = svg.element("text", str(number), x=x, y=51, font_size=svg.LARGE, fill=cards.PRINT, text_anchor="middle")
    return svg.element("circle", cx=x, cy=47, r=14, fill=cards.PAPER) + words


def draw_legend(edition: Edition, deck: Sequence[cards.Card], colours: int, x: float) -> str:
    """Draw the legend: strength, points and the parks' signs."""
    drawn = svg.text(x, 12, "8", svg.LARGE - 1, "ink bold") + svg.text(x + 11, 12, "strength", svg.NORMAL, "dim")
    drawn += cards.coin(x + 74, 9) + svg.text(x + 83, 12, "points", svg.NORMAL, "dim")
    for colour, entry in enumerate(edition.data["colours"][:colours]):
        y = 28 + 14 * colour
        drawn += cards.sign(colour, x + 5, y - 3, 4.8, deck[colour * rules.STRENGTHS].colour.shade, cards.RIM)
        drawn += svg.fitted(x + 14, y, f"{entry['name']}: {entry['park']}", svg.WIDTH - svg.MARGIN - x - 14)
    return drawn


def draw_put_under(deck: Sequence[cards.Card], state: Any, seat: int | None) -> svg.Drawn:
    """Draw who put cards under the pile; a seat also sees its own cards there."""
    words = "put under the pile:"
    items = [(text_width(words, svg.NORMAL) + 6, svg.text(0, 10, words, svg.NORMAL, "dim"))]
    putters = put_under_by(state)
    for depth, putter in putters.items():
        if putters.get(depth - 1) != putter:
            last = next(end for end in range(depth, state.pile_size + 1) if putters.get(end + 1) != putter)
            words = f"card {depth}" if last == depth else f"cards {depth} to {last}"
            wide = text_width(words, svg.NORMAL) + 4
            items.append((wide + 21, svg.text(0, 10, words) + svg.seat_mark(wide + 7, 6, putter, 7)))
        if seat is None or (putter == seat and state.status == RUNNING):
            items.append(
                (cards.TILE + 2, cards.tile(deck[state.pile[(state.pile_first + depth - 1) % rules.CARDS]], 0, 0))
            )
    return PUT_UNDER_HEIGHT, svg.part("put-under", flow(items, svg.MARGIN, 0, svg.INNER)) if putters else ""


def put_under_by(state: Any) -> dict[int, int]:
    """Return the seat that put each card under the pile, by the card's place from the top, counted from 1."""
    putters = {}
    for depth in range(state.pile_size - state.put_size, state.pile_size):
        put_by = int(state.pile_from[(state.pile_first + depth) % rules.CARDS])
        if put_by != rules.NOT_PUT:
            putters[int(depth) + 1] = (put_by - rules.PUT_BY) % rules.MAX_PLAYERS
    return putters


# Players


def draw_player(deck: Sequence[cards.Card], state: Any, other: int, seat: int | None, has_won: bool) -> svg.Drawn:
    """Draw a player's points, hand, card of this round, score pile and last shown hand."""
    is_open = seat is None or seat == other
    points = counted(int(state.points[other]), "point")
    room = text_width(points, svg.NORMAL, bold=True) + BEFORE_POINTS
    shown = draw_shown(deck, state, other, svg.WIDTH - svg.MARGIN - 6 - room)
    to_move, height = is_to_move(state, other, seat), 98
    words = svg.seat_name(other, other == seat) + (" · ★ won" if has_won else "")
    words += " · to move" if to_move and not shown else ""
    drawn = svg.player_sheet(other, words, points, height, to_move)
    drawn += draw_hand(deck, state, other, is_open)
    drawn += svg.part(f"played-{other}", draw_round_card(deck, state, other, is_open))
    drawn += svg.supply_part(f"score-{other}", draw_score_pile(deck, state, other))
    return height + 4, svg.part(f"player-{other}", drawn, shown)


def is_to_move(state: Any, other: int, seat: int | None) -> bool:
    """Return whether a seat must decide. While all commit, a seat only knows this of itself."""
    if is_committing(state) and seat is not None:
        return bool(other == seat and state.committed[other] == rules.EMPTY)
    return bool(state.status == RUNNING and other == state.current_player)


def draw_hand(deck: Sequence[cards.Card], state: Any, seat: int, is_open: bool) -> str:
    """Draw a hand in the order of kinds. A hidden hand shows the cards that all players know, then backs."""
    x, y = svg.MARGIN + 5.0, 34.0
    known = public_cards(state, seat)
    size = int(state.hand_size[seat])
    committed = int(state.committed[seat]) if is_open and is_committing(state) else rules.EMPTY
    drawn = svg.text(x, 30, f"{counted(size - (committed != rules.EMPTY), 'card')} in hand", svg.NORMAL, "dim")
    if known:
        drawn += cards.eye(x + 110, 25) + svg.text(x + 119, 30, "known to all", svg.NORMAL, "dim")
    all_seats = everyone(state)
    hand, seen = state.hand[seat].tolist(), state.hand_seen[seat].tolist()
    slots = sorted(range(size), key=hand.__getitem__) if is_open else range(size)
    for place, slot in enumerate(slots):
        if is_open:
            kind, is_known = hand[slot], seen[slot] == all_seats
        else:
            kind, is_known = known[place] if place < len(known) else rules.EMPTY, True
        if slot == committed:
            card = cards.empty_place(x, y)
        elif kind == rules.EMPTY:
            card = cards.back(x, y)
        else:
            card = cards.face(deck[kind], x, y) + (cards.eye(x + 35.5, y + 40) if is_known else "")
        drawn += svg.card_part(f"hand-{seat}-{slot}", card)
        x += CARD_STEP
    return drawn


def draw_round_card(deck: Sequence[cards.Card], state: Any, seat: int, is_open: bool) -> str:
    """Draw the card of this round: committed (visible to its seat only), or played with its fate."""
    x, y = svg.MARGIN + 5 + 6 * CARD_STEP + 5, 34.0
    middle = x + cards.CARD_WIDE / 2
    if is_committing(state):
        if is_open and state.committed[seat] != rules.EMPTY:
            kind = state.hand[seat, state.committed[seat]]
            card = svg.piece(f"played-{seat}-{kind}", cards.face(deck[kind], x, y))
            return svg.text(middle, 30, "committed", svg.NORMAL, "dim", "middle") + card
        unknown = "" if is_open else svg.text(middle, y + 35, "?", 18, "dim", "middle")
        return svg.text(middle, 30, "commits", svg.NORMAL, "dim", "middle") + cards.empty_place(x, y) + unknown
    if state.standing[seat] == rules.NOT_PLAYED:
        return cards.empty_place(x, y)
    look = "dim" if state.standing[seat] == rules.OUT else "ink"
    card = cards.face(deck[state.played[seat]], x, y)
    if state.standing[seat] == rules.OUT and state.played[seat] < rules.ANIMALS:
        card = svg.element("g", card, opacity=0.5)
    card = svg.piece(f"played-{seat}-{state.played[seat]}", card)
    return svg.text(middle, 30, STANDINGS[state.standing[seat]], svg.NORMAL, look, "middle") + card


def draw_score_pile(deck: Sequence[cards.Card], state: Any, seat: int) -> str:
    """Draw the number of scored cards, the top card, and the cards just below it."""
    x, y = svg.MARGIN + 5 + 7 * CARD_STEP + 10, 34.0
    size = int(state.score_size[seat])
    drawn = svg.text(svg.WIDTH - svg.MARGIN - 4, 30, f"{size} scored", svg.NORMAL, "dim", "end")
    if not size:
        return drawn + cards.empty_place(x, y)
    top = [deck[kind - 1] for kind in state.score_pile[seat][:size][::-1][:SHOWN_OF_SCORE_PILE].tolist()]
    drawn += svg.piece(f"scored-{seat}-{size}", cards.face(top[0], x, y))
    for place, card in enumerate(top[1:]):
        drawn += cards.tile(card, x + CARD_STEP, y + 15 * place)
    if state.status == RUNNING and state.phase == rules.STEAL and seat != state.current_player:
        drawn += frame(x, y)
    return drawn


def draw_shown(deck: Sequence[cards.Card], state: Any, seat: int, x: float) -> str:
    """Draw the hand that a player showed last, up to `x`, without cards that have turned up since. Cards that may have
    been played are pale."""
    drawn = ""
    for kind, fate in zip(state.shown[seat][::-1], state.shown_fate[seat][::-1], strict=True):
        if fate in (rules.IN_HAND_OR_PILE, rules.MAY_BE_PLAYED):
            x -= cards.TILE + 2
            card = cards.tile(deck[kind], x, 4)
            drawn += svg.element("g", card, opacity=0.5) if fate == rules.MAY_BE_PLAYED else card
    if not drawn:
        return ""
    meaning = svg.element("title", "last shown hand: now in hand, under the pile or drawn from there; pale: or played")
    return svg.element("g", meaning, cards.eye(x - 8, 11), drawn)


# Discards

NAME_LINES = 3
"""Lines of the animals' names."""


def draw_discards(deck: Sequence[cards.Card], state: Any) -> svg.Drawn:
    """Draw the number of discarded cards: animals by colour and strength, and specials."""
    first, wide = svg.MARGIN + 60.0, 24.4
    drawn = svg.text(svg.MARGIN, 12, "Discards", svg.NORMAL, "ink bold")
    animals = [card for card in deck[: rules.STRENGTHS] if card.name]
    for strength, card in enumerate(animals):
        line = NAME_LINES - strength % NAME_LINES
        drawn += svg.fitted(
            first + wide * (strength + 0.5), 12 * line, card.name, wide * NAME_LINES - 6, "dim", "middle"
        )
    lines = ""
    discard = state.discard.tolist()
    for colour in range(state.num_players):
        y = 40 + 15.0 * colour
        _, name, shade, _ = deck[colour * rules.STRENGTHS].colour
        lines += cards.sign(colour, svg.MARGIN + 6, y + 6.5, 4.8, shade, cards.RIM)
        lines += svg.fitted(svg.MARGIN + 15, y + 10.5, name, 44)
        for strength in range(len(animals)):
            kind = colour * rules.STRENGTHS + strength
            lines += cards.pips(deck[kind], discard[kind], first + wide * (strength + 0.5), y)
    x = first + wide * rules.STRENGTHS + 30
    for y, kind in ((2.0, rules.RANGER), (46.0, rules.POACHER)):
        lines += svg.text(x, y + 10, deck[kind].name, svg.NORMAL, "dim", "middle")
        lines += cards.pips(deck[kind], discard[kind], x, y + 14)
    return 46 + 15.0 * state.num_players, svg.part("discards", drawn, lines)


# Frames and lines


def frame(x: float, y: float) -> str:
    """Draw a frame around a card that can be taken."""
    return svg.element(
        "rect", x=x, y=y, width=cards.CARD_WIDE, height=cards.CARD_HIGH, rx=3.5, class_="light-line", stroke_width=2.5
    )


def flow(items: Sequence[tuple[float, str]], x: float, y: float, wide: float) -> str:
    """Draw items, given with their widths, in two lines of width `wide`; dots stand for the rest."""
    at, line = 0.0, 0
    drawn = ""
    for width, item in items:
        if at and at + width > wide - 10 * line:
            if line:
                return drawn + svg.text(x + at, y + 26, "…")
            at, line = 0.0, 1
        drawn += svg.element("g", item, transform=f"translate({x + at:.5g} {y + 16 * line:.5g})")
        at += width
    return drawn
