"""Players' cards that drawings show to everyone."""

from typing import Any

SHOWN_OF_SCORE_PILE = 5


def everyone(state: Any) -> int:
    """Return the bit mask of all seats."""
    return (1 << int(state.num_players)) - 1


def public_cards(state: Any, seat: int) -> list[int]:
    """Return the cards in a hand that all players know."""
    slots, all_seats = range(state.hand_size[seat]), everyone(state)
    return sorted(int(state.hand[seat, slot]) for slot in slots if state.hand_seen[seat, slot] == all_seats)
