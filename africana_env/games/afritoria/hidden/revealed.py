"""What a decision revealed to a seat."""

from collections import Counter
from typing import Any

from africana_env.drawing.text import counted
from africana_env.engine.game.contract import Edition
from africana_env.engine.game.state import RUNNING
from africana_env.engine.game.words import player_name
from africana_env.games.afritoria.rules.action_space import ACTION
from africana_env.games.afritoria.rules.cards import is_animal
from africana_env.games.afritoria.rules.names import STANDINGS, kind_names
from africana_env.games.afritoria.rules.state import (
    COMMIT,
    OFFER,
    PICK,
    POACHER,
    PUT_UNDER,
    RANGER,
    RANGER_TAKES,
    STEAL,
)


def revealed(edition: Edition, before: Any, action: int, after: Any, seat: int) -> str:
    """Return the results of played cards, and the new cards of the seat except the one that its own action names."""
    hand = Counter(cards_of(before, seat))
    if before.current_player == seat and before.phase == PICK:
        hand[action - ACTION.take] += 1
    if before.current_player == seat and before.phase == PUT_UNDER:
        hand[action - ACTION.put_under] -= 1
    if is_last_commitment(before, after):
        own = before.current_player == seat
        hand[action - ACTION.commit if own else int(before.hand[seat, before.committed[seat]])] -= 1
    names = kind_names(edition.data)
    cards = [names[kind] for kind in sorted((Counter(cards_of(after, seat)) - hand).elements())]
    is_settled = before.phase not in (OFFER, PUT_UNDER) and (after.phase == OFFER or after.status != RUNNING)
    texts = [specials(after) if is_last_commitment(before, after) else ""]
    texts += [results(edition, after, seat) if is_settled else "", f"you get {', '.join(cards)}" if cards else ""]
    return "; ".join(filter(None, texts))


def specials(state: Any) -> str:
    """Return the effects of the rangers and poachers just played that need no decision (rulings 3 to 5)."""
    played = state.played[: state.num_players].tolist()
    rangers, poachers = played.count(RANGER), played.count(POACHER)
    if state.phase == RANGER_TAKES:
        return "the ranger stops the poacher" if poachers else ""
    if rangers + poachers == 0 or state.phase == STEAL:
        return ""
    names = [counted(number, name) for number, name in ((rangers, "ranger"), (poachers, "poacher")) if number]
    return f"{' and '.join(names)} without effect"


def results(edition: Edition, state: Any, seat: int) -> str:
    """Return the results of the animals played in the round, worded for `seat`."""
    names = kind_names(edition.data)
    played = zip(state.played[: state.num_players].tolist(), state.standing.tolist(), strict=False)
    texts = []
    for other, (kind, standing) in enumerate(played):
        if is_animal(kind):
            card = f"your {names[kind]}" if other == seat else f"{names[kind]} of {player_name(other)}"
            texts.append(f"{card} {STANDINGS[standing]}")
    return ", ".join(texts)


def is_last_commitment(before: Any, after: Any) -> bool:
    """Return whether this was the last commitment, without looking at the others' commitments in `before`."""
    stays = after.phase == COMMIT and after.round_number == before.round_number and after.status == RUNNING
    return bool(before.phase == COMMIT and not stays)


def cards_of(state: Any, seat: int) -> list[int]:
    return state.hand[seat, : state.hand_size[seat]].tolist()
