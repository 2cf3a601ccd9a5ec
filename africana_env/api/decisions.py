"""The decisions of a game as text, as a seat may know them. `names` are the players by seat."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from africana_env.engine.batch.description import texts_and_ids
from africana_env.engine.game.contract import Edition, Game
from africana_env.engine.game.seats import NEXT_PLAYERS
from africana_env.engine.game.state import RUNNING

HIDDEN = "decide, hidden until all have"


class DecisionText(NamedTuple):
    """A decision as a seat may know it."""

    text: str
    is_full: bool
    """Whether it names the action."""


def decision_text(
    game: Game, edition: Edition, mover: int, action: int, seat: int | None, names: Sequence[str]
) -> DecisionText:
    """Return an action of `mover` as `seat` may know it, or in full for None."""
    secret = game.actions.group_of(action).secret
    if secret and seat not in (None, mover):
        return DecisionText(secret, is_full=False)
    texts, _ = texts_and_ids(game, edition)
    return DecisionText(with_names([texts[action]], mover, names)[0], is_full=True)


def decision_texts(
    game: Game, edition: Edition, states: Sequence[Any], actions: Sequence[int], seat: int | None, names: Sequence[str]
) -> list[str]:
    """Return the text of every decision as `seat` may know it, or in full for None. `states` are the positions before
    each decision and after the last."""
    num_open = len(actions) - num_hidden(game, states)
    words = []
    for number, (state, action) in enumerate(zip(states, actions, strict=False)):
        mover = int(state["current_player"])
        is_hidden = seat not in (None, mover) and number >= num_open
        words.append(HIDDEN if is_hidden else decision_text(game, edition, mover, action, seat, names).text)
    return words


def num_hidden(game: Game, states: Sequence[Any]) -> int:
    """Return how many of the last decisions are hidden from the others because a simultaneous decision is in progress.
    `states` are the positions before each decision and after the last."""
    now = len(states) - 1
    if states[now]["status"] != RUNNING or not game.simultaneous(states[now]):
        return 0
    return now - first_at_once(game, states, now)


def first_at_once(game: Game, states: Sequence[Any], number: int) -> int:
    """Return the first decision of the simultaneous decisions that `number` belongs to. Each seat decides once, in any
    order, since `resample` may take decisions back."""
    first, round_number = number, states[number]["round_number"]
    while first and game.simultaneous(states[first - 1]) and states[first - 1]["round_number"] == round_number:
        first -= 1
    asked: set[int] = set()
    for later in range(first, number + 1):
        seat = int(states[later]["current_player"])
        if seat in asked:
            first, asked = later, set()
        asked.add(seat)
    return first


def with_names(texts: Sequence[str], mover: int, names: Sequence[str]) -> list[str]:
    """Return the texts of actions with the other players by name, not counted from the mover."""
    others = NEXT_PLAYERS[: len(names) - 1]
    called = {player: names[(mover + distance) % len(names)] for distance, player in enumerate(others, 1)}
    # All at once: a player's name may be one of these words.
    return [re.sub("|".join(map(re.escape, called)) or "$^", lambda found: called[found[0]], text) for text in texts]


def numbered(num_players: int) -> list[str]:
    """Return names for players without a name, counted from 1."""
    return [f"player {seat + 1}" for seat in range(num_players)]


def known_decisions(
    game: Game, edition: Edition, states: Sequence[Any], actions: Sequence[int], seat: int, names: Sequence[str]
) -> list[dict[str, str]]:
    """Return the decisions since the last one of a seat, as it may know them: who decided, what, its immediate effect,
    and what it revealed. `states` are the positions before each decision and after the last."""
    movers = [int(state["current_player"]) for state in states[:-1]]
    first = max((number for number, mover in enumerate(movers) if mover == seat), default=0)
    # A seat learns simultaneous decisions before its own only when all have decided.
    if game.simultaneous(states[first]):
        first = first_at_once(game, states, first)
    num_open = len(actions) - num_hidden(game, states)
    known = []
    for number in range(first, len(actions)):
        before, after, action, mover = states[number], states[number + 1], actions[number], movers[number]
        if mover != seat and number >= num_open:
            continue
        text, is_full = decision_text(game, edition, mover, action, seat, names)
        effect = game.actions.effect(edition, before, action) if is_full else ""
        revealed = game.presentation.revealed(edition, before, action, after, seat)
        known.append({"by": names[mover], "decision": text, **without_empty(effect=effect, revealed=revealed)})
    return known


def without_empty(**texts: str) -> dict[str, str]:
    """Return the texts that are not empty."""
    return {name: text for name, text in texts.items() if text}
