"""Uncovering a marker (rulebook: Discover; rulings 5 and 8)."""

from africana_env.engine.game.rule import natural, rule
from africana_env.engine.game.seats import seat_after
from africana_env.games.africa.rules.board import gain_elsewhere, lay, pay_here
from africana_env.games.africa.rules.end_of_turn import ACTION_OVER, NOTHING_OVER
from africana_env.games.africa.rules.scoring import count_goods
from africana_env.games.africa.rules.state import (
    FREE,
    GOOD,
    GOODS,
    MAX_VALUE,
    MINERAL,
    MONUMENT,
    NOMAD,
    NOTHING,
    PUT_FIND,
    TRADE,
)

ANIMAL_POINTS = 1
"""For finding an animal, in addition to its place."""
LAST_MONUMENT_POINTS = 3


@rule
def uncover(tables, state, direction):
    """Turn up the marker in a direction."""
    player = natural(state.current_player)
    space = tables.neighbour[natural(state.location[player]), direction]
    kind = natural(state.face_down[space])
    state.face_down[space] = NOTHING
    state.face_down_kinds[kind] -= 1
    lay(tables, state, space, FREE if kind >= GOOD else kind)
    if kind <= NOMAD:
        return find_piece(tables, state, player, space)
    if kind == MONUMENT:
        find_monument(state, player)
    elif kind < GOOD:
        state.points[player] += mineral_value(kind)
    else:
        return find_good(state, player, kind - GOOD)
    return ACTION_OVER


@rule
def mineral_value(kind):
    """Return the value of a marker of gold or gems."""
    return 1 + (kind - MINERAL) % MAX_VALUE


@rule
def find_piece(tables, state, player, space):
    """Score an animal or nomad where it lies, or ask where to put it if another space pays more."""
    if state.lying[space] < NOMAD:
        state.points[player] += ANIMAL_POINTS
    if gain_elsewhere(tables, state, space) > 0:
        state.phase = PUT_FIND
        state.piece_space = space
        return NOTHING_OVER
    state.points[player] += pay_here(state, space)
    return ACTION_OVER


@rule
def leave_piece(tables, state):
    """Leave the piece where it was found."""
    state.points[natural(state.current_player)] += pay_here(state, natural(state.piece_space))
    return ACTION_OVER


@rule
def find_monument(state, player):
    """Take a camp from the supply. The last monument gives points instead and ends the game (ruling 8)."""
    state.monuments_left -= 1
    if state.monuments_left == 0:
        state.points[player] += LAST_MONUMENT_POINTS
    elif state.supply > 0:
        state.supply -= 1
        state.camps[player] += 1


@rule
def find_good(state, player, good):
    """Take the good, and offer a trade if one is possible."""
    state.goods[player, good] += 1
    count_goods(state, player)
    if not can_trade(state, player, good):
        return ACTION_OVER
    state.phase = TRADE
    state.found_good = good
    return NOTHING_OVER


@rule
def can_trade_for(state, player, found, partner, good):
    """Return whether the player may take all of a partner's goods of a kind for equally many of the kind found."""
    theirs = state.goods[partner, good]
    return good != found and 0 < theirs <= state.goods[player, found]


@rule
def can_trade(state, player, found):
    for partner in range(state.num_players):
        for good in range(GOODS):
            if partner != player and can_trade_for(state, player, found, partner, good):
                return True
    return False


@rule
def trading_partner(state, number):
    """Return the seat of the next player (0), the one after (1) and so on."""
    return seat_after(state, 1 + number)


@rule
def keep_good(tables, state):
    return ACTION_OVER


@rule
def trade(tables, state, number, good):
    """Take all goods of a kind from a partner and give equally many of the kind found."""
    player = natural(state.current_player)
    partner = trading_partner(state, number)
    found = natural(state.found_good)
    exchanged = state.goods[partner, good]
    state.goods[player, good] += exchanged
    state.goods[partner, good] = 0
    state.goods[player, found] -= exchanged
    state.goods[partner, found] += exchanged
    count_goods(state, player)
    count_goods(state, partner)
    return ACTION_OVER
