"""What a seat may know and do in a game, as JSON data."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from africana_env.api.decisions import with_names, without_empty
from africana_env.api.drawings import seat_features
from africana_env.engine.batch.batch import Batch
from africana_env.engine.game.state import RUNNING
from africana_env.engine.game.words import player_name


def players_in(batch: Batch) -> list[str]:
    return [player_name(seat) for seat in range(batch.num_players)]


def legal_texts(batch: Batch, row: int) -> dict[str, int]:
    """Return the legal actions in a game of a batch by text: `action_to_string` with the other players by name."""
    if batch.status[row] != RUNNING:
        return {}
    legal = np.flatnonzero(batch.action_mask[row]).tolist()
    named = [batch.action_to_string(action, row) for action in legal]
    return dict(zip(with_names(named, int(batch.current_player[row]), players_in(batch)), legal, strict=True))


def seat_view(batch: Batch, row: int, seat: int) -> dict[str, Any]:
    """Return the position in a game of a batch as a seat may know it. If the seat is to move, add its legal actions
    with their immediate effects."""
    game, edition, state = batch.game, batch.edition_of(row), batch.states[row]
    fields = game.observation.unpack(seat_features(game, edition, state, seat))
    legal = legal_texts(batch, row) if seat == batch.current_player[row] else {}
    return {
        "game": game.name,
        "edition": edition.name,
        "players": players_in(batch),
        "you": player_name(seat),
        "position": game.presentation.view(edition, fields),
        "legal_actions": [
            {"action": text, **without_empty(effect=game.actions.effect(edition, state, action))}
            for text, action in legal.items()
        ],
    }


def in_full(text: str, more: Mapping[str, str]) -> str:
    """Return an action with its immediate effect and the things that it revealed."""
    effect, revealed = more.get("effect"), more.get("revealed")
    return text + (f" ({effect})" if effect else "") + (f"; {revealed}" if revealed else "")
