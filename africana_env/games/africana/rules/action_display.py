"""Where actions point on the drawn board, and their immediate costs and gains."""

from typing import Any

from africana_env.drawing.text import counted
from africana_env.engine.game.contract import Edition
from africana_env.games.africana.rules.buy import ADVENTURE_PRICE, PAGE_PRICE
from africana_env.games.africana.rules.draw import CARDS_DRAWN
from africana_env.games.africana.rules.move import COLOUR_CHANGE_PRICE
from africana_env.games.africana.rules.state import ASSISTANT_KIND, COLOURS, JOKER_KIND


def travel_pile(edition: Edition, state: Any) -> tuple[str, ...]:
    return ("pile",)


def page_turned(edition: Edition, state: Any, backward: int) -> tuple[str, ...]:
    return (page(edition, state, is_left=backward == 1),)


def page_of(edition: Edition, state: Any, adventure: int) -> tuple[str, ...]:
    """Return the half of the open book with this adventure on top."""
    book = open_book(edition, state)
    left = state.book_left[book]
    return (page(edition, state, is_left=left > 0 and state.book[book, left - 1] == adventure),)


def page(edition: Edition, state: Any, is_left: bool) -> str:
    return f"page-{open_book(edition, state)}-{'left' if is_left else 'right'}"


def open_book(edition: Edition, state: Any) -> int:
    """Return the book for the player's half of the map."""
    return int(edition.tables[0].half[state.location[state.current_player]])


def space(edition: Edition, state: Any, space: int) -> tuple[str, ...]:
    return (f"space-{space}",)


def adventure(edition: Edition, state: Any, adventure: int) -> tuple[str, ...]:
    return (f"adventure-{adventure}",)


def location_and_card(edition: Edition, state: Any, location: int, card: int) -> tuple[str, ...]:
    return f"location-{location}", *card_in_hand(edition, state, card)


def card_in_hand(edition: Edition, state: Any, card: int) -> tuple[str, ...]:
    seat = int(state.current_player)
    if card == JOKER_KIND:
        return (f"joker-{seat}",)
    return (f"card-{seat}-{card}" if card < ASSISTANT_KIND else f"assistant-{seat}-{card - ASSISTANT_KIND}",)


def cards_drawn(edition: Edition, state: Any) -> str:
    return f"+{counted(min(CARDS_DRAWN, int(state.travel_pile_size + state.discard.sum())), 'card')}"


def page_price(edition: Edition, state: Any, backward: int) -> str:
    return paid(PAGE_PRICE) if state.pages_turned else "free"


def joining(edition: Edition, state: Any, space: int) -> str:
    """Return the route, and the bonus of the space."""
    tables = edition.tables[0]
    cards = int(tables.bonus_cards[space])
    return route(expedition_on(edition, state, space)) + (
        f"+{counted(cards, 'card')}" if cards else f"+{tables.bonus_silver[space]} silver"
    )


def finishing_expedition(edition: Edition, state: Any, space: int) -> str:
    entry = expedition_on(edition, state, space)
    return route(entry) + gains(entry)


def expedition_on(edition: Edition, state: Any, space: int) -> Any:
    return edition.data["expeditions"][state.space[space]]


def route(entry: Any) -> str:
    return f"{entry['start']} to {entry['target']}: "


def colour_change(edition: Edition, state: Any, location: int, card: int) -> str:
    is_free = card == JOKER_KIND or edition.tables[0].symbol[location, card % COLOURS]
    return "" if is_free else paid(COLOUR_CHANGE_PRICE)


def adventure_price(edition: Edition, state: Any, adventure: int) -> str:
    return paid(ADVENTURE_PRICE)


def finishing_adventure(edition: Edition, state: Any, adventure: int) -> str:
    entry = edition.data["adventures"][adventure]
    return gains(entry) if "artifact" in entry else ""


def paid(silver: int) -> str:
    return f"\N{MINUS SIGN}{silver} silver"


def gains(entry: Any) -> str:
    return f"+{entry['silver']} silver, +{counted(entry['points'], 'point')}"
