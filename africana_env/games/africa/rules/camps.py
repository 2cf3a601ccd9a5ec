"""Setting camps (rulebook: Actions 4 and 5; ruling 7)."""

from africana_env.engine.game.rule import natural, rule
from africana_env.games.africa.rules.board import is_mineral, lay
from africana_env.games.africa.rules.end_of_turn import ACTION_OVER
from africana_env.games.africa.rules.scoring import count_minerals
from africana_env.games.africa.rules.state import CAMP, FREE, MAX_VALUE, MINERAL, SIGHTS_BESIDE


@rule
def can_camp(state):
    """Return whether the player to move has a camp and stands on a free space."""
    player = natural(state.current_player)
    return state.camps[player] > 0 and state.lying[natural(state.location[player])] == FREE


@rule
def set_camp(tables, state):
    """Set a camp on the space of the player to move. Return that space."""
    player = natural(state.current_player)
    here = natural(state.location[player])
    state.camps[player] -= 1
    lay(tables, state, here, CAMP)
    return here


@rule
def camp_for_research(tables, state):
    """Set a camp and score the sights next to it."""
    here = set_camp(tables, state)
    state.points[natural(state.current_player)] += state.beside[SIGHTS_BESIDE, here]
    return ACTION_OVER


@rule
def camp_for_minerals(tables, state):
    """Set a camp and take all open gold and gems next to it, which pay at the end."""
    player = natural(state.current_player)
    here = set_camp(tables, state)
    taken = 0
    for number in range(tables.num_neighbours[here]):
        space = tables.next_space[here, number]
        marker = state.lying[space]
        if is_mineral(marker):
            state.minerals[natural((marker - MINERAL) // MAX_VALUE), player] += 1
            lay(tables, state, space, FREE)
            taken += 1
    if taken > 0:
        count_minerals(state)
    return ACTION_OVER
