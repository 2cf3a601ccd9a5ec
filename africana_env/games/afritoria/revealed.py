"""What a decision brought to light beyond its text."""

from collections import Counter
from typing import Any

from africana_env.engine.contract import Edition
from africana_env.games.afritoria.action_space import COMMIT_CARD, PUT_CARD, TAKE, kind_names
from africana_env.games.afritoria.state import COMMIT, PICK, PUT_UNDER


def revealed(edition: Edition, before: Any, action: int, after: Any, viewer: int) -> str:
    """The cards that came into the hand of the seat, but for one that the text of its own decision names."""
    hand = Counter(cards_of(before, viewer))
    if before.current_player == viewer and before.phase == PICK:
        hand[action - TAKE] += 1
    if before.current_player == viewer and before.phase == PUT_UNDER:
        hand[action - PUT_CARD] -= 1
    if before.phase == COMMIT and before.current_player + 1 == before.num_players:  # now all committed cards are played
        own = before.current_player == viewer
        hand[action - COMMIT_CARD if own else int(before.hand[viewer, before.committed[viewer]])] -= 1
    names = kind_names(edition.data)
    cards = [names[kind] for kind in sorted((Counter(cards_of(after, viewer)) - hand).elements())]
    return f"you get {', '.join(cards)}" if cards else ""


def cards_of(state: Any, seat: int) -> list[int]:
    """The hand of a seat."""
    return state.hand[seat, : state.hand_size[seat]].tolist()
