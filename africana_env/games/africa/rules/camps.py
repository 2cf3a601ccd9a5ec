"""Setting camps (rulebook: Actions 4 and 5; ruling 7)."""

from africana_env.engine.compiler import natural, rule
from africana_env.games.africa.rules.board import is_mineral, lay
from africana_env.games.africa.rules.end_of_turn import ACTION_OVER
from africana_env.games.africa.rules.scoring import count_minerals
from africana_env.games.africa.rules.state import CAMP, FREE, MAX_VALUE, MINERAL, SIGHTS_BESIDE


@rule
def can_camp(state):
    """Whether the player to move has a camp and stands where it can be set."""
    player = natural(state.current_player)
    return state.camps[player] > 0 and state.lying[natural(state.location[player])] == FREE


@rule
def set_camp(tables, state, for_minerals):
    """Set a camp for minerals or for research; what is over with it."""
    player = natural(state.current_player)
    here = natural(state.location[player])
    state.camps[player] -= 1
    lay(tables, state, here, CAMP)
    if for_minerals:
        take_minerals(tables, state, player, here)
    else:
        state.points[player] += state.beside[SIGHTS_BESIDE, here]
    return ACTION_OVER


@rule
def take_minerals(tables, state, player, here):
    """All gold and gems that lie open beside the camp; they pay at the end."""
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
