"""Legal actions, and applying one. See `RULES.md` for the decisions of a round."""

from typing import Any

from africana_env.engine.game.dispatch import dispatch
from africana_env.engine.game.rule import natural, rule
from africana_env.engine.game.seats import seat_after
from africana_env.engine.game.state import RUNNING
from africana_env.games.afritoria.rules.action_space import ACTION, action_space
from africana_env.games.afritoria.rules.cards import colour_of, is_animal
from africana_env.games.afritoria.rules.refill import may_show
from africana_env.games.afritoria.rules.state import COMMIT, OFFER, PICK, RANGER_TAKES, ROW, STEAL


@rule
def legal_action_mask(tables, state, mask):
    """Mark the legal actions of the player to move; none after the end."""
    mask[:] = 0
    if state.status != RUNNING:
        return
    phase = state.phase
    if phase == COMMIT:
        mark_hand(state, ACTION.commit, mask)
    elif phase in (PICK, RANGER_TAKES):
        mark_row(state, mask)
    elif phase == STEAL:
        for distance in range(1, state.num_players):
            mask[ACTION.steal + distance - 1] = state.score_size[seat_after(state, distance)] > 0
    elif phase == OFFER:
        mask[ACTION.keep_hand] = 1
        mask[ACTION.show_hand] = may_show(tables, state, natural(state.current_player))
    else:
        mark_hand(state, ACTION.put_under, mask)


@rule
def mark_hand(state, first, mask):
    """Mark the cards of the hand, from the action `first` on."""
    player = natural(state.current_player)
    for slot in range(state.hand_size[player]):
        mask[first + natural(state.hand[player, slot])] = 1


@rule
def mark_row(state, mask):
    """Mark the animals of the row; while picking, only the disputed colour."""
    for place in range(ROW):
        kind = state.row[place]
        if is_animal(kind) and (state.phase == RANGER_TAKES or colour_of(kind) == state.colour):
            mask[ACTION.take + natural(kind)] = 1


step = dispatch(action_space)
"""Apply a legal action of the player to move."""


def everyone_commits(state: Any) -> bool:
    """Return whether all players decide at the same time."""
    return bool(state.phase == COMMIT)
