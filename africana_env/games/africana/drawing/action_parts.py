"""The parts of the drawn board that stand for an action."""

from typing import Any

from africana_env.engine.contract import Edition
from africana_env.games.africana.rules.action_space import ACTION, ASSISTANT_KIND, CARD_KINDS, JOKER_KIND


def action_parts(edition: Edition, state: Any, action: int) -> tuple[str, ...]:
    """The parts of the drawn board that stand for a legal action; none if nothing on the board does."""
    if action == ACTION.end_turn:
        return ()
    if ACTION.step <= action < ACTION.buy_adventure:
        location, card = divmod(action - ACTION.step, CARD_KINDS)
        return f"location-{location}", card_in_hand(int(state.current_player), card)
    return (action_part(edition, state, action),)


def action_part(edition: Edition, state: Any, action: int) -> str:
    """The part that stands for any other action."""
    if action == ACTION.draw:
        return "pile"
    if action < ACTION.join_expedition:
        return page(edition, state, is_left=action == ACTION.turn_page + 1)
    if action < ACTION.finish_expedition:
        return f"space-{action - ACTION.join_expedition}"
    if action < ACTION.discard_card:
        return f"space-{action - ACTION.finish_expedition}"
    if action < ACTION.step:
        return card_in_hand(int(state.current_player), action - ACTION.discard_card)
    if action < ACTION.finish_adventure:
        book = open_book(edition, state)
        left = state.book_left[book]
        return page(edition, state, is_left=left > 0 and state.book[book, left - 1] == action - ACTION.buy_adventure)
    first = ACTION.finish_adventure if action < ACTION.discard_adventure else ACTION.discard_adventure
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
