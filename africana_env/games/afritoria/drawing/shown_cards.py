"""Which cards of the players a drawing shows to everyone."""

from typing import Any

SHOWN_OF_SCORE_PILE = 5


def everyone(state: Any) -> int:
    """The bits of all seats."""
    return (1 << int(state.num_players)) - 1


def public_cards(state: Any, seat: int) -> list[int]:
    """The cards in a hand that everyone knows to be there."""
    slots, all_seats = range(state.hand_size[seat]), everyone(state)
    return sorted(int(state.hand[seat, slot]) for slot in slots if state.hand_seen[seat, slot] == all_seats)
