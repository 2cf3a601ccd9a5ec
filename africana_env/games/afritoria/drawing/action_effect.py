"""What actions bring."""

from typing import Any

from africana_env.engine.contract import Edition
from africana_env.games.afritoria.rules.action_space import KEEP_HAND, STEAL_FROM
from africana_env.games.afritoria.rules.names import kind_names


def action_effect(edition: Edition, state: Any, action: int) -> str:
    """The card that a poacher steals, which all see."""
    if not STEAL_FROM <= action < KEEP_HAND:
        return ""
    victim = (int(state.current_player) + action - STEAL_FROM + 1) % int(state.num_players)
    return kind_names(edition.data)[state.score_pile[victim, state.score_size[victim] - 1] - 1]
