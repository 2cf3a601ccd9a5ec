"""The immediate effect of an action, as text."""

from typing import Any

from africana_env.engine.contract import Edition
from africana_env.games.afritoria.rules.action_space import ACTION
from africana_env.games.afritoria.rules.names import kind_names


def action_effect(edition: Edition, state: Any, action: int) -> str:
    """The card that a poacher steals, which all see."""
    if not ACTION.steal <= action < ACTION.keep_hand:
        return ""
    victim = (int(state.current_player) + action - ACTION.steal + 1) % int(state.num_players)
    return kind_names(edition.data)[state.score_pile[victim, state.score_size[victim] - 1] - 1]
