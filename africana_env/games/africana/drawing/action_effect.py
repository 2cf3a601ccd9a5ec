"""What actions cost and bring."""

from typing import Any

from africana_env.drawing.text import counted
from africana_env.engine.contract import Edition
from africana_env.games.africana.rules.action_space import (
    BUY_ADVENTURE,
    CARD_KINDS,
    DISCARD_ADVENTURE,
    DISCARD_CARD,
    FINISH_ADVENTURE,
    FINISH_EXPEDITION,
    JOIN_EXPEDITION,
    JOKER_KIND,
    STEP,
    TURN_PAGE,
)
from africana_env.games.africana.rules.buy import ADVENTURE_PRICE, PAGE_PRICE
from africana_env.games.africana.rules.move import COLOUR_CHANGE_PRICE
from africana_env.games.africana.rules.state import COLOURS


def action_effect(edition: Edition, state: Any, action: int) -> str:
    """What a legal action costs, pays and scores at once."""
    tables = edition.tables[0]
    if TURN_PAGE <= action < JOIN_EXPEDITION:
        return paid(PAGE_PRICE) if state.pages_turned else "free"
    if JOIN_EXPEDITION <= action < DISCARD_CARD:
        space = (action - JOIN_EXPEDITION) % (FINISH_EXPEDITION - JOIN_EXPEDITION)
        entry = edition.data["expeditions"][state.space[space]]
        route = f"{entry['start']} to {entry['target']}: "
        if action >= FINISH_EXPEDITION:
            return route + gains(entry)
        cards = int(tables.bonus_cards[space])
        return route + (f"+{counted(cards, 'card')}" if cards else f"+{tables.bonus_silver[space]} silver")
    if STEP <= action < BUY_ADVENTURE:
        location, card = divmod(action - STEP, CARD_KINDS)
        is_free = card == JOKER_KIND or tables.symbol[location, card % COLOURS]
        return "" if is_free else paid(COLOUR_CHANGE_PRICE)
    if BUY_ADVENTURE <= action < FINISH_ADVENTURE:
        return paid(ADVENTURE_PRICE)
    if FINISH_ADVENTURE <= action < DISCARD_ADVENTURE:
        entry = edition.data["adventures"][action - FINISH_ADVENTURE]
        return gains(entry) if "artifact" in entry else ""
    return ""


def paid(silver: int) -> str:
    """A price."""
    return f"\N{MINUS SIGN}{silver} silver"


def gains(entry: Any) -> str:
    """The silver and the points of a card."""
    return f"+{entry['silver']} silver, +{counted(entry['points'], 'point')}"
