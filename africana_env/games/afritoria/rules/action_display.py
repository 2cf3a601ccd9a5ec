"""Where actions point on the drawn board, and their immediate gains."""

from typing import Any

from africana_env.engine.game.contract import Edition
from africana_env.games.afritoria.rules.names import kind_names


def cards_in_hand(edition: Edition, state: Any, card: int) -> tuple[str, ...]:
    """Return the player's uncommitted cards of a kind."""
    seat = int(state.current_player)
    slots = range(state.hand_size[seat])
    return tuple(
        f"hand-{seat}-{slot}" for slot in slots if state.hand[seat, slot] == card and slot != state.committed[seat]
    )


def cards_in_row(edition: Edition, state: Any, card: int) -> tuple[str, ...]:
    row = state.row[: state.num_players].tolist()
    return tuple(f"row-{place}" for place, kind in enumerate(row) if kind == card)


def score_pile(edition: Edition, state: Any, player: int) -> tuple[str, ...]:
    return (f"score-{victim(state, player)}",)


def stolen_card(edition: Edition, state: Any, player: int) -> str:
    """Return the card that a poacher steals, which everyone sees."""
    seat = victim(state, player)
    return kind_names(edition.data)[state.score_pile[seat, state.score_size[seat] - 1] - 1]


def victim(state: Any, player: int) -> int:
    """Return the seat of the next player (0), the one after (1) and so on."""
    return int((state.current_player + 1 + player) % state.num_players)
