"""Which actions are legal, and applying one."""

from africana_env.engine.compiler import natural, rule
from africana_env.engine.state import RUNNING
from africana_env.games.africa.rules.action_space import ACTION
from africana_env.games.africa.rules.camps import can_camp, set_camp
from africana_env.games.africa.rules.discover import can_trade_for, leave_piece, trade, trading_partner, uncover
from africana_env.games.africa.rules.end_of_turn import ACTION_OVER, TURN_OVER, end
from africana_env.games.africa.rules.pieces import can_move_piece, mark_better_spaces, move_piece, put_piece
from africana_env.games.africa.rules.researcher import (
    mark_spaces_to_go_to,
    mark_spaces_to_start_from,
    mark_walks,
    put_researcher,
    turn_is_new,
    walk,
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
        mark_spaces_to_start_from(tables, state, mask)
    elif phase == TRADE:
        mark_trades(state, mask)
    else:
        mark_better_spaces(tables, state, mask)
        mask[ACTION.leave_piece] = phase == PUT_FIND


@rule
def mark_turn(tables, state, mask):
    """A walk, an action, or the end of the turn."""
    if turn_is_new(tables, state):
        mark_spaces_to_go_to(state, mask)
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
    """The trades that the good just found allows."""
    player = natural(state.current_player)
    found = natural(state.found_good)
    for number in range(state.num_players - 1):
        partner = trading_partner(state, number)
        for good in range(GOODS):
            mask[ACTION.trade + number * GOODS + good] = can_trade_for(state, player, found, partner, good)
    mask[ACTION.no_trade] = 1


@rule
def step(tables, state, action):
    """Apply a legal action of the player to move."""
    if action < ACTION.walk:
        over = put_researcher(state, action - ACTION.put_researcher)
    elif action < ACTION.uncover:
        over = walk(tables, state, natural(action - ACTION.walk))
    elif action < ACTION.move_piece:
        over = uncover(tables, state, natural(action - ACTION.uncover))
    elif action < ACTION.put_piece:
        over = move_piece(tables, state, action - ACTION.move_piece)
    elif action < ACTION.leave_piece:
        over = put_piece(tables, state, natural(action - ACTION.put_piece))
    elif action == ACTION.leave_piece:
        over = leave_piece(state)
    elif action < ACTION.trade:
        over = set_camp(tables, state, action == ACTION.camp_minerals)
    elif action < ACTION.no_trade:
        over = trade(state, (action - ACTION.trade) // GOODS, natural((action - ACTION.trade) % GOODS))
    else:
        over = TURN_OVER if action == ACTION.end_turn else ACTION_OVER
    end(tables, state, over)
