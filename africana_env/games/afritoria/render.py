"""The table as text for a terminal, a function for each part of it.

It shows what the player to move may know: the own hand, and of everything else only what lies open. Colours help, but
whatever a colour tells is written as well.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from africana_env.engine.contract import RUNNING, Edition
from africana_env.engine.terminal import BOLD, DIM, counted, paint
from africana_env.games.afritoria.action_space import kind_names
from africana_env.games.afritoria.cards import is_animal, pile_place, strength_of
from africana_env.games.afritoria.scoring import returns
from africana_env.games.afritoria.state import (
    COLOURS,
    COMMIT,
    EMPTY,
    IN_HAND_OR_PILE,
    MAY_BE_PLAYED,
    NOT_PLAYED,
    NOT_PUT,
    OFFER,
    PICK,
    PUT_BY,
    PUT_UNDER,
    RANGER_TAKES,
    STEAL,
    STRENGTHS,
)

COLOUR_CODES = {"green": "32", "blue": "34", "red": "31", "yellow": "33"}
STANDINGS = ("", "competes", "has won", "is out")
SHOWN_OF_SCORE_PILE = 5


def render(edition: Edition, state: Any) -> str:
    """The game as the player to move sees it, with ANSI colour codes."""
    data, tables = edition.data, edition.tables[0]
    parts = [
        heading(edition, state),
        draw_row(data, tables, state),
        draw_players(data, tables, state),
        draw_pile(data, state),
        draw_discards(data, state),
    ]
    if state.status == RUNNING:
        parts.append(draw_hand(data, tables, state))
    return "\n".join(line.rstrip() for part in parts for line in part) + "\n"


def card_text(data: Mapping[str, Any], tables: Any, kind: int) -> str:
    """`green lion 10/3`: an animal with its strength and its points; or a special."""
    name = kind_names(data)[kind]
    if not is_animal(kind):
        return paint(name, BOLD)
    strength = strength_of(kind)
    text = f"{name} {strength + 1}/{tables.value[strength]}"
    return paint(text, COLOUR_CODES.get(data["colours"][kind // STRENGTHS]["name"], BOLD))


def listed(cards: Iterable[str]) -> str:
    """The cards, separated by commas; a dash if there are none."""
    return ", ".join(cards) or "-"


def heading(edition: Edition, state: Any) -> list[str]:
    """Round, and whose decision it is; at the end, the result."""
    rounds = f"round {state.round_number}"
    title = f"{paint('Afritoria', BOLD)}   edition {edition.name}   {rounds}"
    return [title, decision(edition.data, state) if state.status == RUNNING else result(state), ""]


def decision(data: Mapping[str, Any], state: Any) -> str:
    """Whose decision it is, and what about."""
    if state.phase == COMMIT:
        return f"all commit a card, hidden until all have; player_{state.player} is asked"
    colour = data["colours"][min(int(state.colour), len(data["colours"]) - 1)]["name"]
    what = {
        RANGER_TAKES: "takes an animal of the row with a ranger",
        STEAL: "takes the top card of a score pile with a poacher",
        PICK: f"picks a {colour} animal",
        OFFER: "is asked whether to show the hand",
        PUT_UNDER: f"puts {state.to_put} more of the cards under the pile",
    }[int(state.phase)]
    return f"player_{state.player} {what}"


def result(state: Any) -> str:
    """Who has won."""
    outcome = np.zeros(state.num_players, np.float32)
    returns(None, state, outcome)
    winners = [f"player_{seat}" for seat in range(state.num_players) if outcome[seat] == outcome.max()]
    return f"the game is over: {' and '.join(winners)} won"


def draw_row(data: Mapping[str, Any], tables: Any, state: Any) -> list[str]:
    """The trading row. Cards show strength/points."""
    cards = (card_text(data, tables, kind) for kind in state.row if kind != EMPTY)
    return [f"row:      {listed(cards)}   {paint('(strength/points)', DIM)}"]


def draw_players(data: Mapping[str, Any], tables: Any, state: Any) -> list[str]:
    """Each player's points, top cards and card of this round."""
    lines = []
    for seat in range(state.num_players):
        size = int(state.score_size[seat])
        top = [card_text(data, tables, int(kind) - 1) for kind in state.score_pile[seat][:size][::-1]]
        more = f" and {size - SHOWN_OF_SCORE_PILE} below" if size > SHOWN_OF_SCORE_PILE else ""
        lines.append("")
        points, cards = counted(int(state.points[seat]), "point"), counted(int(state.hand_size[seat]), "card")
        lines.append(f"{paint(f'player_{seat}', BOLD)}  {points}, {cards} in hand")
        lines.append(f"  scored, top first: {listed(top[:SHOWN_OF_SCORE_PILE])}{more}")
        if state.standing[seat] != NOT_PLAYED:
            card = card_text(data, tables, int(state.played[seat]))
            lines.append(f"  played: {card}, which {STANDINGS[state.standing[seat]]}")
        known = public_cards(state, seat)
        if known:
            lines.append(f"  won, and known to be in hand: {listed(card_text(data, tables, kind) for kind in known)}")
        shown = [
            card_text(data, tables, int(kind)) + (" (or played)" if fate == MAY_BE_PLAYED else "")
            for kind, fate in zip(state.shown[seat], state.shown_fate[seat], strict=True)
            if fate in (IN_HAND_OR_PILE, MAY_BE_PLAYED)
        ]
        if shown:
            lines.append(f"  shown last, in hand or under the pile: {listed(shown)}")
    return ["", *lines[1:]]


def public_cards(state: Any, seat: int) -> list[int]:
    """The cards in a hand that everyone knows to be there."""
    everyone = (1 << state.num_players) - 1
    slots = range(state.hand_size[seat])
    return sorted(int(state.hand[seat, slot]) for slot in slots if state.hand_seen[seat, slot] == everyone)


def draw_pile(data: Mapping[str, Any], state: Any) -> list[str]:
    """How many cards the pile has, and who put cards under it, of which the own are named."""
    lines = ["", f"pile:     {counted(int(state.pile_size), 'card')}"]
    for depth in range(state.pile_size - state.put_size, state.pile_size):
        place = pile_place(state, depth)
        if state.pile_from[place] != NOT_PUT:
            seat = (state.pile_from[place] - PUT_BY) % len(state.points)
            own = seat == state.player and state.status == RUNNING
            card = f": {kind_names(data)[state.pile[place]]}" if own else ""
            lines.append(f"  card {depth + 1} was put there by player_{seat}{card}")
    return lines


def draw_discards(data: Mapping[str, Any], state: Any) -> list[str]:
    """The discarded cards, by colour."""
    names = kind_names(data)
    lines = []
    for colour in range(COLOURS + 1):
        kinds = range(colour * STRENGTHS, min((colour + 1) * STRENGTHS, len(names)))
        cards = [
            names[kind] + (" twice" if count == 2 else "") for kind in kinds if (count := int(state.discard[kind]))
        ]
        if colour == COLOURS:
            cards = [f"{count} x {names[kind]}" for kind in kinds if (count := int(state.discard[kind]))]
        if cards:
            lines.append(f"  {listed(cards)}")
    return ["discards:", *lines] if lines else ["discards: -"]


def draw_hand(data: Mapping[str, Any], tables: Any, state: Any) -> list[str]:
    """The hand of the player to move."""
    kinds = sorted(int(kind) for kind in state.hand[state.player] if kind != EMPTY)
    return ["", f"hand of player_{state.player}: {listed(card_text(data, tables, kind) for kind in kinds)}"]
