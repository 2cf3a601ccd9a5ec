"""Where the researcher goes (rulebook: Preparing to Play, A and B1; rulings 1 and 2)."""

from africana_env.engine.game.rule import natural, rule
from africana_env.games.africa.rules.end_of_turn import NOTHING_OVER, TURN_OVER
from africana_env.games.africa.rules.state import DIRECTIONS, FACE_DOWN, NO_SPACE, NOWHERE, SPACES


@rule
def mark_spaces_to_start_from(tables, state, marks):
    """The free cities."""
    for space in range(SPACES):
        marks[space] = (tables.city[space] == 1) & (state.occupied[space] == 0)


@rule
def mark_spaces_to_go_to(state, marks):
    """Option A: any space without a researcher and without a face-down marker."""
    for space in range(SPACES):
        marks[space] = can_enter(state, space)


@rule
def turn_is_new(tables, state):
    """Whether nothing of this turn is done yet: option A is open."""
    return state.walked == 0 and state.actions_left == tables.actions


@rule
def can_enter(state, space):
    """Whether a researcher may go to a space, which may be `OFF_THE_MAP`."""
    content = state.lying[space]
    return (content != FACE_DOWN) & (content != NO_SPACE) & (state.occupied[space] == 0)


@rule
def mark_walks(tables, state, marks):
    """Mark where a walk of the player to move may lead, with `marks` an entry for each walk. It needs a space to pass
    through: between two directions, there are two."""
    here = natural(state.location[natural(state.current_player)])
    before = can_enter(state, tables.walk_to[here, DIRECTIONS - 1])
    for direction in range(DIRECTIONS):
        beside = can_enter(state, tables.walk_to[here, direction])
        marks[direction] = beside
        marks[DIRECTIONS + direction] = beside & can_enter(state, tables.walk_to[here, DIRECTIONS + direction])
        either = beside | before
        marks[2 * DIRECTIONS + direction] = either & can_enter(state, tables.walk_to[here, 2 * DIRECTIONS + direction])
        before = beside


@rule
def stand_on(state, space):
    """Move the researcher of the player to move."""
    player = natural(state.current_player)
    before = state.location[player]
    if before != NOWHERE:
        state.occupied[natural(before)] = 0
    state.occupied[natural(space)] = 1
    state.location[player] = space


@rule
def put_researcher(tables, state, space):
    """Set-up or option A; what is over with it."""
    stand_on(state, space)
    return TURN_OVER


@rule
def walk(tables, state, number):
    """The walk before an action; what is over with it: nothing."""
    state.walked = 1
    stand_on(state, tables.walk_to[natural(state.location[natural(state.current_player)]), number])
    return NOTHING_OVER
