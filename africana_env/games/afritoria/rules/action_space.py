"""The actions of Afritoria: each with its text, the rule that applies it, and its place on the board."""

from collections.abc import Mapping
from typing import Any

from africana_env.engine.game.seats import NEXT_PLAYERS
from africana_env.engine.game.spaces import ActionGroup, ActionSpace
from africana_env.games.afritoria.rules import action_display as display
from africana_env.games.afritoria.rules.decisions import commit, keep_hand, steal_from, take
from africana_env.games.afritoria.rules.names import kind_names
from africana_env.games.afritoria.rules.refill import put_under, show_hand
from africana_env.games.afritoria.rules.state import ANIMALS, KINDS, MAX_PLAYERS

action_space = ActionSpace(
    ActionGroup(
        "commit",
        "commit this card of the hand, hidden until all have committed",
        {"card": KINDS},
        text="commit {card}",
        apply=commit,
        parts=display.cards_in_hand,
    ),
    ActionGroup(
        "take",
        "take this animal of the row: as a winner into the hand, with a ranger onto the score pile",
        {"card": ANIMALS},
        text="take {card}",
        apply=take,
        parts=display.cards_in_row,
    ),
    ActionGroup(
        "steal",
        "with a poacher: take the top card of the score pile of the n-th next player",
        {"player": MAX_PLAYERS - 1},
        text="steal from {player}",
        apply=steal_from,
        parts=display.score_pile,
        effect=display.stolen_card,
    ),
    ActionGroup("keep_hand", "do not show the hand", apply=keep_hand),
    ActionGroup("show_hand", "show the hand, put cards under the pile and draw the same number", apply=show_hand),
    ActionGroup(
        "put_under",
        "put this card under the pile, hidden",
        {"card": KINDS},
        text="put {card} under the pile",
        apply=put_under,
        parts=display.cards_in_hand,
        secret="put a card under the pile",
    ),
)

ACTION = action_space.starts
"""First id of each group of actions, by name."""


def action_names(data: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the names of the things in actions."""
    return {"card": kind_names(data), "player": [*NEXT_PLAYERS]}
