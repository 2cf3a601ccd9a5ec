"""Legal actions, and applying one."""

from africana_env.engine.game.dispatch import dispatch
from africana_env.engine.game.rule import natural, rule
from africana_env.engine.game.state import RUNNING
from africana_env.games.africa.rules.action_space import ACTION, action_space
from africana_env.games.africa.rules.camps import can_camp
from africana_env.games.africa.rules.discover import can_trade_for, trading_partner
from africana_env.games.africa.rules.end_of_turn import end
from africana_env.games.africa.rules.pieces import can_move_piece, mark_better_spaces
from africana_env.games.africa.rules.researcher import (
    mark_spaces_to_go_to,
    mark_spaces_to_start_from,
    mark_walks,
    turn_is_new,
)
from africana_env.games.africa.rules.state import DIRECTIONS, FACE_DOWN, GOODS, PUT_FIND, SET_UP, TRADE, TURN


@rule
def legal_action_mask(tables, state, mask):
    """Mark the legal actions of the player to move; none after the end."""
    mask[:] = 0
    if state.status != RUNNING:
        return
    phase = state.phase
    if phase == TURN:
        mark_turn(tables, state, mask)
    elif phase == SET_UP:
        mark_spaces_to_start_from(tables, state, mask[ACTION.put_researcher :])
    elif phase == TRADE:
        mark_trades(state, mask)
    else:
        mark_better_spaces(tables, state, mask[ACTION.put_piece :])
        mask[ACTION.leave_piece] = phase == PUT_FIND


@rule
def mark_turn(tables, state, mask):
    """Mark walks, actions and the end of the turn."""
    if turn_is_new(tables, state):
        mark_spaces_to_go_to(state, mask[ACTION.put_researcher :])
    if state.walked == 0:
        mark_walks(tables, state, mask[ACTION.walk :])
    here = natural(state.location[natural(state.current_player)])
    for direction in range(DIRECTIONS):
        mask[ACTION.uncover + direction] = state.lying[tables.neighbour[here, direction]] == FACE_DOWN
    for place in range(1 + DIRECTIONS):
        mask[ACTION.move_piece + place] = can_move_piece(tables, state, place)
    camping = can_camp(state)
    mask[ACTION.camp_research] = camping
    mask[ACTION.camp_minerals] = camping
    mask[ACTION.skip_action] = state.actions_left > 1
    mask[ACTION.end_turn] = 1


@rule
def mark_trades(state, mask):
    """Mark the trades that the good just found allows."""
    player = natural(state.current_player)
    found = natural(state.found_good)
    for number in range(state.num_players - 1):
        partner = trading_partner(state, number)
        for good in range(GOODS):
            mask[ACTION.trade + number * GOODS + good] = can_trade_for(state, player, found, partner, good)
    mask[ACTION.no_trade] = 1


apply = dispatch(action_space)


@rule
def step(tables, state, action):
    """Apply a legal action of the player to move."""
    end(tables, state, apply(tables, state, action))
