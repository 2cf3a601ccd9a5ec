"""Where on the board an action is pointed at."""

from typing import Any

from africana_env.engine.contract import Edition
from africana_env.games.africana.rules.action_space import (
    ASSISTANT_KIND,
    BUY_ADVENTURE,
    CARD_KINDS,
    DISCARD_ADVENTURE,
    DISCARD_CARD,
    DRAW,
    END_TURN,
    FINISH_ADVENTURE,
    FINISH_EXPEDITION,
    JOIN_EXPEDITION,
    JOKER_KIND,
    STEP,
    TURN_PAGE,
)


def action_parts(edition: Edition, state: Any, action: int) -> tuple[str, ...]:
    """The parts of the picture that stand for a legal action; none if nothing on the board does."""
    if action == END_TURN:
        return ()
    if STEP <= action < BUY_ADVENTURE:
        location, card = divmod(action - STEP, CARD_KINDS)
        return f"location-{location}", card_in_hand(int(state.current_player), card)
    return (action_part(edition, state, action),)


def action_part(edition: Edition, state: Any, action: int) -> str:
    """The part that stands for any other action."""
    if action == DRAW:
        return "pile"
    if action < JOIN_EXPEDITION:
        return page(edition, state, is_left=action == TURN_PAGE + 1)
    if action < FINISH_EXPEDITION:
        return f"space-{action - JOIN_EXPEDITION}"
    if action < DISCARD_CARD:
        return f"space-{action - FINISH_EXPEDITION}"
    if action < STEP:
        return card_in_hand(int(state.current_player), action - DISCARD_CARD)
    if action < FINISH_ADVENTURE:
        book = open_book(edition, state)
        left = state.book_left[book]
        return page(edition, state, is_left=left > 0 and state.book[book, left - 1] == action - BUY_ADVENTURE)
    first = FINISH_ADVENTURE if action < DISCARD_ADVENTURE else DISCARD_ADVENTURE
    return f"adventure-{action - first}"


def page(edition: Edition, state: Any, is_left: bool) -> str:
    """Half of the book that is open to the player to move."""
    return f"page-{open_book(edition, state)}-{'left' if is_left else 'right'}"


def open_book(edition: Edition, state: Any) -> int:
    """The book of the half of the map in which the player to move stands."""
    return int(edition.tables[0].half[state.location[state.current_player]])


def card_in_hand(seat: int, kind: int) -> str:
    """A seat's cards of a kind."""
    if kind == JOKER_KIND:
        return f"joker-{seat}"
    return f"card-{seat}-{kind}" if kind < ASSISTANT_KIND else f"assistant-{seat}-{kind - ASSISTANT_KIND}"
