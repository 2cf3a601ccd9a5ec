"""Which cards of the players a drawing shows to everyone."""

from typing import Any

SHOWN_OF_SCORE_PILE = 5


def public_cards(state: Any, seat: int) -> list[int]:
    """The cards in a hand that everyone knows to be there."""
    everyone = (1 << state.num_players) - 1
    slots = range(state.hand_size[seat])
    return sorted(int(state.hand[seat, slot]) for slot in slots if state.hand_seen[seat, slot] == everyone)
