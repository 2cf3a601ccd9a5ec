"""The immediate cost and gain of an action, as text."""

from typing import Any

from africana_env.drawing.text import counted
from africana_env.engine.contract import Edition
from africana_env.games.africana.rules.action_space import ACTION, CARD_KINDS, JOKER_KIND
from africana_env.games.africana.rules.buy import ADVENTURE_PRICE, PAGE_PRICE
from africana_env.games.africana.rules.draw import CARDS_DRAWN
from africana_env.games.africana.rules.move import COLOUR_CHANGE_PRICE
from africana_env.games.africana.rules.state import COLOURS


def action_effect(edition: Edition, state: Any, action: int) -> str:
    """What a legal action costs, pays and scores at once."""
    tables = edition.tables[0]
    if action == ACTION.draw:
        return f"+{counted(min(CARDS_DRAWN, int(state.travel_pile_size + state.discard.sum())), 'card')}"
    if ACTION.turn_page <= action < ACTION.join_expedition:
        return paid(PAGE_PRICE) if state.pages_turned else "free"
    if ACTION.join_expedition <= action < ACTION.discard_card:
        space = (action - ACTION.join_expedition) % (ACTION.finish_expedition - ACTION.join_expedition)
        entry = edition.data["expeditions"][state.space[space]]
        route = f"{entry['start']} to {entry['target']}: "
        if action >= ACTION.finish_expedition:
            return route + gains(entry)
        cards = int(tables.bonus_cards[space])
        return route + (f"+{counted(cards, 'card')}" if cards else f"+{tables.bonus_silver[space]} silver")
    if ACTION.step <= action < ACTION.buy_adventure:
        location, card = divmod(action - ACTION.step, CARD_KINDS)
        is_free = card == JOKER_KIND or tables.symbol[location, card % COLOURS]
        return "" if is_free else paid(COLOUR_CHANGE_PRICE)
    if ACTION.buy_adventure <= action < ACTION.finish_adventure:
        return paid(ADVENTURE_PRICE)
    if ACTION.finish_adventure <= action < ACTION.discard_adventure:
        entry = edition.data["adventures"][action - ACTION.finish_adventure]
        return gains(entry) if "artifact" in entry else ""
    return ""


def paid(silver: int) -> str:
    """A price."""
    return f"\N{MINUS SIGN}{silver} silver"


def gains(entry: Any) -> str:
    """The silver and the points of a card."""
    return f"+{entry['silver']} silver, +{counted(entry['points'], 'point')}"
