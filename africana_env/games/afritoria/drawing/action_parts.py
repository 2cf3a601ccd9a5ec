"""The parts of the drawn board that stand for an action."""

from typing import Any

from africana_env.engine.contract import Edition
from africana_env.games.afritoria.rules.action_space import ACTION


def action_parts(edition: Edition, state: Any, action: int) -> tuple[str, ...]:
    """The parts of the drawn board that stand for a legal action; none if nothing on the board does."""
    seat = int(state.current_player)
    if action < ACTION.take:
        return cards_in_hand(state, seat, action - ACTION.commit)
    if action < ACTION.steal:
        row = state.row[: state.num_players].tolist()
        return tuple(f"row-{place}" for place, kind in enumerate(row) if kind == action - ACTION.take)
    if action < ACTION.keep_hand:
        return (f"score-{(seat + 1 + action - ACTION.steal) % state.num_players}",)
    if action < ACTION.put_under:
        return ()
    return cards_in_hand(state, seat, action - ACTION.put_under)


def cards_in_hand(state: Any, seat: int, kind: int) -> tuple[str, ...]:
    """A seat's cards of a kind that are not committed."""
    slots = range(state.hand_size[seat])
    return tuple(
        f"hand-{seat}-{slot}" for slot in slots if state.hand[seat, slot] == kind and slot != state.committed[seat]
    )
