"""A bot that completes the contracts that pay best per card and turn.

It values everything in points. In a move it searches all routes that its cards allow. At the start of a turn it
compares the best route with drawing cards and with the open adventures. It uses no hidden information and draws no
random numbers.
"""

from africana_env.engine.game.rule import rule
from africana_env.games.africana.rules import state as rules
from africana_env.games.africana.rules.action_space import ACTION
from africana_env.games.africana.rules.buy import ADVENTURE_PRICE, page_price
from africana_env.games.africana.rules.draw import CARDS_DRAWN
from africana_env.games.africana.rules.end_of_turn import hand_size
from africana_env.games.africana.ways import (
    CARD_WORTH,
    CHANCE_TO_FINISH,
    SILVER_WORTH,
    STEP_WORTH,
    adventure_worth,
    arrive,
    best_step,
    prepare,
)

PURCHASE_WORTH = 1.0
"""Value of one more adventure, in points."""


@rule
def greedy(tables, state, mask, generator, scratch):
    """Return the action of the highest estimated value."""
    phase = state.phase
    if phase == rules.DISCARD_CARDS:
        return worst_card(state, mask)
    if phase == rules.DISCARD_ADVENTURES:
        return worst_adventure(tables, state, mask)
    if phase == rules.BUY:
        return shop(tables, state, mask)
    prepare(tables, state, scratch)
    contract = contract_here(tables, state, mask)
    way, step = best_step(tables, state, scratch)
    if phase == rules.MOVE:
        return contract if contract >= 0 else step if way > 0.0 else ACTION.end_turn
    here, _, _, _ = arrive(scratch, state.location[state.current_player], 0, 0, scratch.goals)
    move = here + way
    draw = CARD_WORTH * min(CARDS_DRAWN, rules.HAND_LIMIT - hand_size(state, state.current_player))
    buy = purchase_worth(tables, state, best_purchase(tables, state, mask))
    if buy > move and buy > draw:
        return ACTION.buy_adventure + best_purchase(tables, state, mask)
    if move > draw:
        return contract if contract >= 0 else step
    if draw > 0.0 or state.silver[state.current_player] < ADVENTURE_PRICE or not wants_adventures(state):
        return ACTION.draw
    return shop(tables, state, mask)


@rule
def contract_here(tables, state, mask):
    """Return the action that finishes or joins a contract here; -1 if none is worth it."""
    for space in range(rules.SPACES):
        if mask[ACTION.finish_expedition + space] != 0:
            return ACTION.finish_expedition + space
    for adventure in range(tables.num_adventures):
        if mask[ACTION.finish_adventure + adventure] != 0 and adventure_worth(tables, state, adventure) > 0.0:
            return ACTION.finish_adventure + adventure
    for space in range(rules.SPACES):
        if mask[ACTION.join_expedition + space] != 0:
            return ACTION.join_expedition + space
    return -1


# Buying


@rule
def wants_adventures(state):
    return state.adventures_in_front[state.current_player] < rules.ADVENTURE_LIMIT


@rule
def purchase_worth(tables, state, adventure):
    if adventure < 0:
        return 0.0
    way = tables.distance[state.location[state.current_player], tables.adventure_target[adventure]]
    promise = CHANCE_TO_FINISH * (adventure_worth(tables, state, adventure) - STEP_WORTH * way)
    return promise + PURCHASE_WORTH - SILVER_WORTH * ADVENTURE_PRICE


@rule
def best_purchase(tables, state, mask):
    """Return the best adventure for sale; -1 if none is worth its price."""
    best, best_worth = -1, 0.0
    if wants_adventures(state):
        for adventure in range(tables.num_adventures):
            if mask[ACTION.buy_adventure + adventure] != 0:
                worth = purchase_worth(tables, state, adventure)
                if worth > best_worth:
                    best, best_worth = adventure, worth
    return best


@rule
def shop(tables, state, mask):
    """Buy the best adventure, or turn a page while a purchase stays affordable."""
    adventure = best_purchase(tables, state, mask)
    if adventure >= 0:
        return ACTION.buy_adventure + adventure
    affordable = state.silver[state.current_player] >= ADVENTURE_PRICE + page_price(state)
    if mask[ACTION.turn_page] != 0 and affordable and wants_adventures(state):
        return ACTION.turn_page
    return ACTION.end_turn


# Discarding


@rule
def worst_card(state, mask):
    """Return the most frequent travel card; without any, an assistant; the joker last."""
    player = state.current_player
    worst, most = -1, 0
    for colour in range(rules.COLOURS):
        if state.travel[player, colour] > most:
            worst, most = ACTION.discard_card + colour, state.travel[player, colour]
    if worst < 0:
        for colour in range(rules.COLOURS):
            if mask[ACTION.discard_card + rules.ASSISTANT_KIND + colour] != 0:
                return ACTION.discard_card + rules.ASSISTANT_KIND + colour
        return ACTION.discard_card + rules.JOKER_KIND
    return worst


@rule
def worst_adventure(tables, state, mask):
    worst, least = -1, 0.0
    for adventure in range(tables.num_adventures):
        if mask[ACTION.discard_adventure + adventure] != 0:
            worth = purchase_worth(tables, state, adventure)
            if worst < 0 or worth < least:
                worst, least = ACTION.discard_adventure + adventure, worth
    return worst
