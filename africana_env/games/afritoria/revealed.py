"""What a decision brought to light beyond its text."""

from collections import Counter
from typing import Any

from africana_env.drawing.text import counted
from africana_env.engine.contract import Edition
from africana_env.games.afritoria.action_space import COMMIT_CARD, PUT_CARD, TAKE, kind_names
from africana_env.games.afritoria.state import COMMIT, PICK, POACHER, PUT_UNDER, RANGER, RANGER_TAKES, STEAL


def revealed(edition: Edition, before: Any, action: int, after: Any, viewer: int) -> str:
    """What became of specials, and the cards that came into the hand of the seat, but for one that the text of its own
    decision names."""
    hand = Counter(cards_of(before, viewer))
    if before.current_player == viewer and before.phase == PICK:
        hand[action - TAKE] += 1
    if before.current_player == viewer and before.phase == PUT_UNDER:
        hand[action - PUT_CARD] -= 1
    if is_last_commitment(before):
        own = before.current_player == viewer
        hand[action - COMMIT_CARD if own else int(before.hand[viewer, before.committed[viewer]])] -= 1
    names = kind_names(edition.data)
    cards = [names[kind] for kind in sorted((Counter(cards_of(after, viewer)) - hand).elements())]
    told = [specials(after) if is_last_commitment(before) else "", f"you get {', '.join(cards)}" if cards else ""]
    return "; ".join(filter(None, told))


def specials(state: Any) -> str:
    """What comes of the rangers and poachers that were just played, as far as nobody decides it (rulings 3 to 5)."""
    played = state.played[: state.num_players].tolist()
    rangers, poachers = played.count(RANGER), played.count(POACHER)
    if state.phase == RANGER_TAKES:
        return "the ranger stops the poacher" if poachers else ""
    if rangers + poachers == 0 or state.phase == STEAL:
        return ""
    names = [counted(number, name) for number, name in ((rangers, "ranger"), (poachers, "poacher")) if number]
    return f"{' and '.join(names)} without effect"


def is_last_commitment(before: Any) -> bool:
    """Whether all committed cards are played now."""
    return bool(before.phase == COMMIT and before.current_player + 1 == before.num_players)


def cards_of(state: Any, seat: int) -> list[int]:
    """The hand of a seat."""
    return state.hand[seat, : state.hand_size[seat]].tolist()
