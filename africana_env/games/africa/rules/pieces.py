"""Moving animals and nomads (rulebook: Animals, Nomads, Actions 2 and 3; rulings 5 and 6)."""

from africana_env.engine.game.rule import natural, rule
from africana_env.games.africa.rules.board import gain_elsewhere, lay, pay_here, pay_there
from africana_env.games.africa.rules.end_of_turn import ACTION_OVER, NOTHING_OVER
from africana_env.games.africa.rules.state import FREE, PIECES, PUT_MOVED, SPACES

HERE = 0
"""The player's space among the places of `move_piece`; direction d is place 1 + d."""


@rule
def space_at(tables, state, place):
    """Return the space of a place as `move_piece` counts them: the player's own or a neighbour."""
    here = natural(state.location[natural(state.current_player)])
    return here if place == HERE else tables.neighbour[here, natural(place - 1)]


@rule
def can_move_piece(tables, state, place):
    """Return whether an animal or nomad is there that would pay more elsewhere."""
    space = space_at(tables, state, place)
    return state.lying[space] < PIECES and gain_elsewhere(tables, state, space) > 0


@rule
def move_piece(tables, state, place):
    """Take up a piece, which must then be put elsewhere."""
    state.piece_space = space_at(tables, state, place)
    state.phase = PUT_MOVED
    return NOTHING_OVER


@rule
def mark_better_spaces(tables, state, marks):
    """Mark the free spaces on which the piece at hand would pay more."""
    space = natural(state.piece_space)
    kind = natural(state.lying[space])
    here = state.beside[kind, space]
    for there in range(SPACES):
        marks[there] = (state.lying[there] == FREE) & (state.beside[kind, there] > here)
    for number in range(tables.num_neighbours[space]):
        there = int(tables.next_space[space, number])
        if state.lying[there] == FREE:
            marks[there] = pay_there(tables, state, space, there) > here


@rule
def put_piece(tables, state, space):
    """Put the piece at hand on a free space. A find scores its new place, a moved piece the difference."""
    before = natural(state.piece_space)
    piece = state.lying[before]
    pay = pay_there(tables, state, before, space)
    if state.phase == PUT_MOVED:
        pay -= pay_here(state, before)
    state.points[natural(state.current_player)] += pay
    lay(tables, state, before, FREE)
    lay(tables, state, space, piece)
    return ACTION_OVER
