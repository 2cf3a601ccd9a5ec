"""The board as terminal text: a function for each part.

It shows what a seat may know: its own hand, and everything open. No meaning depends on colour alone.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from africana_env.drawing.panels import WIDTH, draw_heading, page, score_table
from africana_env.drawing.text import BOLD, DIM, counted, flow, paint
from africana_env.engine.game.contract import Edition
from africana_env.engine.game.points import points
from africana_env.engine.game.state import RUNNING
from africana_env.games.afritoria.drawing.heading import heading, player
from africana_env.games.afritoria.drawing.shown_cards import SHOWN_OF_SCORE_PILE, public_cards
from africana_env.games.afritoria.rules import state as rules
from africana_env.games.afritoria.rules.names import STANDINGS, kind_names
from africana_env.games.afritoria.rules.scoring import SCORE_PARTS, scores

COLOUR_CODES = {"green": "32", "blue": "34", "red": "31", "yellow": "33"}


def render_text(edition: Edition, state: Any, seat: int) -> str:
    """Draw the game as a seat sees it, in lines of at most `WIDTH` characters with ANSI colour codes."""
    data, tables = edition.data, edition.tables[0]
    parts = [
        draw_heading(heading(edition, state, player)),
        draw_players(data, tables, state),
        draw_pile(data, state, seat),
        draw_discards(data, state),
        draw_row(data, tables, state),
    ]
    if state.status == RUNNING:
        return page([*parts, draw_hand(data, tables, state, seat)])
    return page([*parts, score_table(player, SCORE_PARTS, points(scores, SCORE_PARTS, edition, state))])


def card_text(data: Mapping[str, Any], tables: Any, kind: int) -> str:
    """Return an animal with its strength and points, `green lion 10/3`, or a special."""
    name = kind_names(data)[kind]
    if kind >= rules.ANIMALS:
        return paint(name, BOLD)
    strength = kind % rules.STRENGTHS
    text = f"{name} {strength + 1}/{tables.value[strength]}"
    return paint(text, COLOUR_CODES.get(data["colours"][kind // rules.STRENGTHS]["name"], BOLD))


def cards_text(first: str, cards: Iterable[str]) -> list[str]:
    """Return `first` and the cards, or a dash if there are none."""
    return flow(first, list(cards) or ["-"], WIDTH)


def draw_row(data: Mapping[str, Any], tables: Any, state: Any) -> list[str]:
    cards = (card_text(data, tables, kind) for kind in state.row if kind != rules.EMPTY)
    return [*cards_text("row:      ", cards), paint("          (strength/points)", DIM), ""]


def draw_players(data: Mapping[str, Any], tables: Any, state: Any) -> list[str]:
    return [line for seat in range(state.num_players) for line in [*draw_player(data, tables, state, seat), ""]]


def draw_player(data: Mapping[str, Any], tables: Any, state: Any, seat: int) -> list[str]:
    """Draw a player's points, top cards, card of this round, and the known part of the hand."""
    size = int(state.score_size[seat])
    top = [card_text(data, tables, int(kind) - 1) for kind in state.score_pile[seat][:size][::-1]]
    if size > SHOWN_OF_SCORE_PILE:
        top[SHOWN_OF_SCORE_PILE:] = [f"{size - SHOWN_OF_SCORE_PILE} below"]
    has = f"{counted(int(state.points[seat]), 'point')}, {counted(int(state.hand_size[seat]), 'card')} in hand"
    lines = [f"{player(seat)}  {has}", *cards_text("  scored, top first: ", top)]
    if state.standing[seat] != rules.NOT_PLAYED:
        card = card_text(data, tables, int(state.played[seat]))
        lines.append(f"  played: {card}, which {STANDINGS[state.standing[seat]]}")
    known = [card_text(data, tables, kind) for kind in public_cards(state, seat)]
    if known:
        lines += cards_text("  won, and known to be in hand: ", known)
    shown = [
        card_text(data, tables, int(kind)) + (" (or played)" if fate == rules.MAY_BE_PLAYED else "")
        for kind, fate in zip(state.shown[seat], state.shown_fate[seat], strict=True)
        if fate in (rules.IN_HAND_OR_PILE, rules.MAY_BE_PLAYED)
    ]
    if shown:
        lines += cards_text("  last shown (in hand, in the pile or drawn): ", shown)
    return lines


def draw_pile(data: Mapping[str, Any], state: Any, seat: int) -> list[str]:
    """Draw the size of the pile and who put cards under it; a seat's own cards there are named."""
    lines = [f"pile:     {counted(int(state.pile_size), 'card')}"]
    for depth in range(state.pile_size - state.put_size, state.pile_size):
        place = (state.pile_first + depth) % rules.CARDS
        if state.pile_from[place] != rules.NOT_PUT:
            putter = (state.pile_from[place] - rules.PUT_BY) % rules.MAX_PLAYERS
            own = putter == seat and state.status == RUNNING
            card = f": {kind_names(data)[state.pile[place]]}" if own else ""
            lines.append(f"  card {depth + 1} was put there by {player(putter)}{card}")
    return lines


def draw_discards(data: Mapping[str, Any], state: Any) -> list[str]:
    """Draw the discarded cards, by colour."""
    names = kind_names(data)
    lines = []
    for colour in range(rules.COLOURS + 1):
        kinds = range(colour * rules.STRENGTHS, min((colour + 1) * rules.STRENGTHS, len(names)))
        cards = [
            names[kind] + (" twice" if count == 2 else "") for kind in kinds if (count := int(state.discard[kind]))
        ]
        if colour == rules.COLOURS:
            cards = [f"{count} x {names[kind]}" for kind in kinds if (count := int(state.discard[kind]))]
        if cards:
            lines += cards_text("  ", cards)
    return ["discards:", *lines, ""] if lines else ["discards: -", ""]


def draw_hand(data: Mapping[str, Any], tables: Any, state: Any, seat: int) -> list[str]:
    """Draw the seat's own hand and its committed card."""
    kinds = sorted(int(kind) for kind in state.hand[seat] if kind != rules.EMPTY)
    lines = cards_text(f"hand of {player(seat)}: ", (card_text(data, tables, kind) for kind in kinds))
    if state.phase == rules.COMMIT and state.committed[seat] != rules.EMPTY:
        lines.append(f"  committed of these: {card_text(data, tables, state.hand[seat, state.committed[seat]])}")
    return lines
