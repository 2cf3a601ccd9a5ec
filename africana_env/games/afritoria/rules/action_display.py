"""What actions point at on the drawn board, and what they bring at once."""

from typing import Any

from africana_env.engine.game.contract import Edition
from africana_env.games.afritoria.rules.names import kind_names


def cards_in_hand(edition: Edition, state: Any, card: int) -> tuple[str, ...]:
    """The player's cards of a kind that are not committed."""
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
    """The card that a poacher steals, which all see."""
    seat = victim(state, player)
    return kind_names(edition.data)[state.score_pile[seat, state.score_size[seat] - 1] - 1]


def victim(state: Any, player: int) -> int:
    """The seat of the next player (0), of the one after (1) and so on."""
    return int((state.current_player + 1 + player) % state.num_players)
