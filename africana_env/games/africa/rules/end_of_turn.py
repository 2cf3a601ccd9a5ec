"""How actions, turns, rounds and the game end (rulebook: Game Play, End; rulings 2, 8 and 12)."""

from africana_env.engine.game.rule import rule
from africana_env.engine.game.state import TERMINATED, next_round
from africana_env.games.africa.rules.state import NOTHING, NOWHERE, SET_UP, TURN

# What is over after a decision.
NOTHING_OVER, ACTION_OVER, TURN_OVER = range(3)


@rule
def skip_action(tables, state):
    """Do without the first of two actions; what is over with it."""
    return ACTION_OVER


@rule
def finish_turn(tables, state):
    """Do without the rest of the turn; what is over with it."""
    return TURN_OVER


@rule
def end(tables, state, over):
    """Go on after a decision. The turn ends with its last action."""
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
    """It is the next seat's turn; after the last seat's, the next round, unless that was the last (ruling 12)."""
    if state.current_player + 1 < state.num_players:
        state.current_player += 1
    elif next_round(state):
        state.current_player = 0
    else:
        return
    begin_turn(tables, state)


@rule
def begin_turn(tables, state):
    """Nothing of the turn is done yet. In the set-up a turn is one researcher, no action."""
    set_up = state.round_number == 0
    state.phase = SET_UP if set_up else TURN
    state.walked = 0
    state.actions_left = 0 if set_up else tables.actions
