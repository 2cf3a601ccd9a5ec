"""A bot that takes the most valuable action within a walk, and jumps if there is none.

It values everything in points: immediate points, the mean value of a face-down marker, the final value of gold, gems
and goods, and later uses of a camp. It draws no random numbers.
"""

from africana_env.engine.game.rule import natural, rule
from africana_env.games.africa.rules import state as rules
from africana_env.games.africa.rules.action_space import ACTION
from africana_env.games.africa.rules.board import gain_elsewhere, most_beside, pay_there
from africana_env.games.africa.rules.discover import (
    ANIMAL_POINTS,
    LAST_MONUMENT_POINTS,
    can_trade_for,
    mineral_value,
    trading_partner,
)
from africana_env.games.africa.rules.pieces import HERE
from africana_env.games.africa.rules.researcher import can_enter, turn_is_new
from africana_env.games.africa.rules.scoring import GOODS_POINTS, exchange_points

# Values in points of things that bring no points.
CAMP_WORTH = 2.5
CAMPS_IN_TIME = 4
"""With fewer monuments left than this, a kept camp is worth proportionally less."""
MINERAL_WORTH = 2.0
FACE_DOWN_WORTH = 0.05
"""Value of each face-down marker next to the space of an action."""
STEP_COST = 0.01


@rule
def greedy(tables, state, mask, generator, scratch):
    """Return the action of the highest estimated value."""
    phase = state.phase
    if phase == rules.TURN:
        return best_of_turn(tables, state, mask)
    if phase == rules.SET_UP:
        return best_start(tables, state, mask)
    if phase == rules.TRADE:
        return best_trade(state)
    return best_place(tables, state, mask)


# Finds


@rule
def find_worth(state):
    player = natural(state.current_player)
    worth, number = 0.0, 0
    for kind in range(rules.MARKER_KINDS):
        count = state.face_down_kinds[kind]
        if count > 0:
            number += count
            worth += count * kind_worth(state, player, kind)
    return worth / max(number, 1)


@rule
def kind_worth(state, player, kind):
    """Return the value of a kind of marker for its finder."""
    if kind < rules.NOMAD:
        return float(ANIMAL_POINTS + most_beside(state, kind))
    if kind == rules.NOMAD:
        return float(most_beside(state, kind))
    if kind == rules.MONUMENT:
        return camp_worth(state) if state.monuments_left > 1 else float(LAST_MONUMENT_POINTS)
    if kind < rules.GOOD:
        return float(mineral_value(kind))
    owned = natural(state.goods[player, natural(kind - rules.GOOD)])
    return float(GOODS_POINTS[min(owned + 1, rules.GOODS_OF_A_KIND)] - GOODS_POINTS[owned])


@rule
def camp_worth(state):
    return CAMP_WORTH * min(state.monuments_left, CAMPS_IN_TIME) / CAMPS_IN_TIME


# A turn


@rule
def best_of_turn(tables, state, mask):
    """Return the best action within reach or the walk to it; without any, a jump or the end of the turn."""
    find = find_worth(state)
    here = natural(state.location[natural(state.current_player)])
    best, most = best_action_at(tables, state, here, find)
    for number in range(rules.WALKS):
        if mask[ACTION.walk + number] != 0:
            action, worth = best_action_at(tables, state, natural(tables.walk_to[here, number]), find)
            worth -= STEP_COST * (1 + (number >= rules.DIRECTIONS))
            if action >= 0 and worth > most:
                best, most = ACTION.walk + number, worth
    if best >= 0:
        return best
    return best_jump(tables, state, find) if turn_is_new(tables, state) else ACTION.end_turn


@rule
def best_action_at(tables, state, space, find):
    """Return the best action for a researcher on a space, -1 for none, and its value."""
    best, most = -1, 0.0
    gain = gain_of_moving(tables, state, space)
    if gain > most:
        best, most = ACTION.move_piece + HERE, gain
    for direction in range(rules.DIRECTIONS):
        there = tables.neighbour[space, direction]
        if state.lying[there] == rules.FACE_DOWN:
            if find > most:
                best, most = ACTION.uncover + direction, find
        else:
            gain = gain_of_moving(tables, state, there)
            if gain > most:
                best, most = ACTION.move_piece + 1 + direction, gain
    if state.lying[space] == rules.FREE and state.camps[natural(state.current_player)] > 0:
        cost = camp_worth(state)
        research = state.beside[rules.SIGHTS_BESIDE, space] - cost
        if research > most:
            best, most = ACTION.camp_research, research
        minerals = MINERAL_WORTH * state.beside[rules.MINERALS_BESIDE, space] - cost
        if minerals > most:
            best, most = ACTION.camp_minerals, minerals
    if best >= 0:
        most += FACE_DOWN_WORTH * state.beside[rules.FACE_DOWN_BESIDE, space]
    return best, most


@rule
def gain_of_moving(tables, state, space):
    """Return how much more the animal or nomad on a space would pay elsewhere; at most 0 without a gain."""
    return float(gain_elsewhere(tables, state, space)) if state.lying[space] < rules.PIECES else 0.0


@rule
def best_jump(tables, state, find):
    """Return the jump to the space of the most valuable next turn; `end_turn` if there is none."""
    best, most = ACTION.end_turn, 0.0
    for space in range(tables.num_spaces):
        if can_enter(state, space):
            action, worth = best_action_at(tables, state, space, find)
            if action >= 0 and worth > most:
                best, most = ACTION.put_researcher + space, worth
    return best


# Set-up, pieces and trades


@rule
def best_start(tables, state, mask):
    """Return the city farthest from the researchers on the map; for the first player, from the other cities."""
    best, most = -1, -1
    for city in range(rules.SPACES):
        if mask[ACTION.put_researcher + city] != 0:
            steps = steps_apart(tables, state, city)
            if steps > most:
                best, most = ACTION.put_researcher + city, steps
    return best


@rule
def steps_apart(tables, state, city):
    """Return the sum of steps from a city to the researchers on the map, or to the other cities if there is none."""
    steps = 0
    for space in range(tables.num_spaces):
        apart = state.occupied[space] == 1 if state.current_player > 0 else tables.city[space] == 1
        steps += apart * int(tables.distance[city, space])
    return steps


@rule
def best_place(tables, state, mask):
    """Return the space on which the piece at hand pays most."""
    piece = natural(state.piece_space)
    best, most = -1, -1
    for space in range(rules.SPACES):
        if mask[ACTION.put_piece + space] != 0:
            pay = int(pay_there(tables, state, piece, space))
            if pay > most:
                best, most = ACTION.put_piece + space, pay
    return best


@rule
def best_trade(state):
    """Return the trade that gains most over the partner, if any."""
    player = natural(state.current_player)
    found = natural(state.found_good)
    best, most = ACTION.no_trade, 0.0
    for number in range(state.num_players - 1):
        partner = trading_partner(state, number)
        for good in range(rules.GOODS):
            if can_trade_for(state, player, found, partner, good):
                amount = state.goods[partner, good]
                own = exchange_points(state, player, good, found, amount)
                theirs = exchange_points(state, partner, found, good, amount)
                gain = own - theirs / (state.num_players - 1)
                if gain > most:
                    best, most = ACTION.trade + number * rules.GOODS + good, gain
    return best
