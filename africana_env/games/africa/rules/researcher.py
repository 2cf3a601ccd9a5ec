"""Moves of the researcher (rulebook: Preparing to Play, A and B1; rulings 1 and 2)."""

from africana_env.engine.game.rule import natural, rule
from africana_env.games.africa.rules.end_of_turn import NOTHING_OVER, TURN_OVER
from africana_env.games.africa.rules.state import DIRECTIONS, FACE_DOWN, NO_SPACE, NOWHERE, SPACES


@rule
def mark_spaces_to_start_from(tables, state, marks):
    """Mark the free cities."""
    for space in range(SPACES):
        marks[space] = (tables.city[space] == 1) & (state.occupied[space] == 0)


@rule
def mark_spaces_to_go_to(state, marks):
    """Mark the spaces of option A: any without a researcher and without a face-down marker."""
    for space in range(SPACES):
        marks[space] = can_enter(state, space)


@rule
def turn_is_new(tables, state):
    """Return whether the turn has just begun, so that option A is open."""
    return state.walked == 0 and state.actions_left == tables.actions


@rule
def can_enter(state, space):
    """Return whether a researcher may go to a space, which may be `OFF_THE_MAP`."""
    content = state.lying[space]
    return (content != FACE_DOWN) & (content != NO_SPACE) & (state.occupied[space] == 0)


@rule
def mark_walks(tables, state, marks):
    """Mark the legal walks of the player to move. A walk of two directions may pass through either space."""
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
    """Put the researcher on a space, in the set-up or by option A."""
    stand_on(state, space)
    return TURN_OVER


@rule
def walk(tables, state, number):
    state.walked = 1
    stand_on(state, tables.walk_to[natural(state.location[natural(state.current_player)]), number])
    return NOTHING_OVER
