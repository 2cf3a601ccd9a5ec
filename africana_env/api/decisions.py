"""The decisions of a game in words, as a seat may know them. `names` are those of the players by seat."""

from collections.abc import Sequence
from typing import Any

from africana_env.engine.contract import Edition, Game
from africana_env.engine.seats import NEXT_PLAYERS
from africana_env.engine.state import RUNNING

HIDDEN = "decide, hidden until all have"


def decision_texts(
    game: Game, edition: Edition, states: Sequence[Any], actions: Sequence[int], seat: int | None, names: Sequence[str]
) -> list[str]:
    """The text of every decision as `seat` may know it, or in full for None. `states` are the positions before each
    decision and after the last."""
    texts = list(game.action_texts(edition.data))
    secrets = [group.secret for group, ids in game.actions for _ in ids]
    num_open = len(actions) - num_hidden(game, states[-1])
    words = []
    for number, (state, action) in enumerate(zip(states, actions, strict=False)):
        mover = int(state["current_player"])
        if seat not in (None, mover) and number >= num_open:
            words.append(HIDDEN)
        elif seat not in (None, mover) and secrets[action]:
            words.append(secrets[action])
        else:
            words += with_names([texts[action]], mover, names)
    return words


def num_hidden(game: Game, state: Any) -> int:
    """How many of the last decisions the others do not see yet: those made so far where all decide at the same time."""
    return int(state["current_player"]) if state["status"] == RUNNING and game.simultaneous(state) else 0


def with_names(texts: Sequence[str], mover: int, names: Sequence[str]) -> list[str]:
    """The texts of actions with the other players by their names, not counted from the mover."""
    for distance, player in enumerate(NEXT_PLAYERS[: len(names) - 1], 1):
        texts = [text.replace(player, names[(mover + distance) % len(names)]) for text in texts]
    return list(texts)


def numbered(num_players: int) -> list[str]:
    """Players by their numbers."""
    return [f"player {seat}" for seat in range(num_players)]
