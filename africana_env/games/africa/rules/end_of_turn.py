"""How actions, turns, rounds and the game end (rulebook: Game Play, End; rulings 2, 8 and 12)."""

from africana_env.engine.game.rule import rule
from africana_env.engine.game.state import TERMINATED, next_round
from africana_env.games.africa.rules.state import NOTHING, NOWHERE, SET_UP, TURN

NOTHING_OVER, ACTION_OVER, TURN_OVER = range(3)
"""Return values of the functions of actions: the part of the turn that is over."""


@rule
def skip_action(tables, state):
    """Skip the first of two actions."""
    return ACTION_OVER


@rule
def finish_turn(tables, state):
    return TURN_OVER


@rule
def end(tables, state, over):
    """Go on after a decision. A turn ends with its last action."""
    if over == NOTHING_OVER:
        return
    state.phase = TURN
    state.walked = 0
    state.piece_space = NOWHERE
    state.found_good = NOTHING
    game_over = state.monuments_left == 0
    state.actions_left = state.actions_left - 1 if over == ACTION_OVER and not game_over else 0
    if game_over:
        state.status = TERMINATED
    elif state.actions_left == 0:
        end_turn(tables, state)


@rule
def end_turn(tables, state):
    """Go on to the next seat; after the last seat, to the next round, if there is one (ruling 12)."""
    if state.current_player + 1 < state.num_players:
        state.current_player += 1
    elif next_round(state):
        state.current_player = 0
    else:
        return
    begin_turn(tables, state)


@rule
def begin_turn(tables, state):
    """Begin a turn. In the set-up, it has no actions: a player only puts the researcher."""
    set_up = state.round_number == 0
    state.phase = SET_UP if set_up else TURN
    state.walked = 0
    state.actions_left = 0 if set_up else tables.actions
