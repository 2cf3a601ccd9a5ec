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
"""For finding an animal, whatever lies beside it."""
LAST_MONUMENT_POINTS = 3


@rule
def uncover(tables, state, direction):
    """Turn up the marker that lies in a direction; what is over with it."""
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
    """How much gold, or how many gems, a marker of this kind shows."""
    return 1 + (kind - MINERAL) % MAX_VALUE


@rule
def find_piece(tables, state, player, space):
    """An animal or nomad pays where it lies, unless it may be put elsewhere."""
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
    """Leave what was found where it lies; what is over with it."""
    state.points[natural(state.current_player)] += pay_here(state, natural(state.piece_space))
    return ACTION_OVER


@rule
def find_monument(state, player):
    """A camp from the supply; points for the last monument, which ends the game (ruling 8)."""
    state.monuments_left -= 1
    if state.monuments_left == 0:
        state.points[player] += LAST_MONUMENT_POINTS
    elif state.supply > 0:
        state.supply -= 1
        state.camps[player] += 1


@rule
def find_good(state, player, good):
    """Take the good; a trade may follow."""
    state.goods[player, good] += 1
    count_goods(state, player)
    if not can_trade(state, player, good):
        return ACTION_OVER
    state.phase = TRADE
    state.found_good = good
    return NOTHING_OVER


@rule
def can_trade_for(state, player, found, partner, good):
    """Whether the player may take all of a partner's goods of one kind for as many of the kind found."""
    theirs = state.goods[partner, good]
    return good != found and 0 < theirs <= state.goods[player, found]


@rule
def can_trade(state, player, found):
    """Whether any trade is possible with the good that was found."""
    for partner in range(state.num_players):
        for good in range(GOODS):
            if partner != player and can_trade_for(state, player, found, partner, good):
                return True
    return False


@rule
def trading_partner(state, number):
    """The seat of the next player (0), the one after (1) and so on."""
    return seat_after(state, 1 + number)


@rule
def keep_good(tables, state):
    """Do without a trade; what is over with it."""
    return ACTION_OVER


@rule
def trade(tables, state, number, good):
    """Take all goods of a kind and give as many of the kind found; what is over with it."""
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
