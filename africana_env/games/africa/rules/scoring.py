"""Scoring (rulebook: Final Scoring Phase; ruling 9).

The state keeps the current value of gold, gems and goods, updated when they change hands.
"""

from africana_env.engine.game.returns import most_points_win
from africana_env.engine.game.rule import natural, rule
from africana_env.games.africa.rules.state import GOODS, MINERALS

SCORE_PARTS = ("points", "gold", "gems", "goods", "total")

FIRST_POINTS, SECOND_POINTS = 10, 6
"""For most and second most markers of gold, and likewise for gems."""
GOODS_POINTS = (0, 1, 3, 5, 8, 12)
"""Points by number of goods of one kind."""


@rule
def count_goods(state, player):
    """Update the points of a player's goods."""
    points = 0
    for good in range(GOODS):
        points += GOODS_POINTS[state.goods[player, good]]
    state.goods_points[player] = points


@rule
def exchange_points(state, player, taken, given, amount):
    """Return the points that a player gains by `amount` goods taken of one kind and given of another."""
    goods = state.goods[player]
    gain = GOODS_POINTS[natural(goods[taken] + amount)] - GOODS_POINTS[natural(goods[taken])]
    return gain + GOODS_POINTS[natural(goods[given] - amount)] - GOODS_POINTS[natural(goods[given])]


@rule
def count_minerals(state):
    """Update everyone's points for gold and gems."""
    for mineral in range(MINERALS):
        for player in range(state.num_players):
            state.mineral_points[mineral, player] = majority(state, mineral, player)


@rule
def majority(state, mineral, player):
    """Return a player's points for gold or gems. Tied players share the points of the places they cover."""
    own = state.minerals[mineral, player]
    more, equal = 0, 0
    for other in range(state.num_players):
        theirs = state.minerals[mineral, other]
        more += theirs > own
        equal += theirs == own
    if own == 0 or more > 1:
        return 0
    if more == 1:
        return SECOND_POINTS // equal
    return FIRST_POINTS if equal == 1 else (FIRST_POINTS + SECOND_POINTS) // equal


@rule
def total_score(state, player):
    minerals = state.mineral_points[0, player] + state.mineral_points[1, player]
    return state.points[player] + minerals + state.goods_points[player]


@rule
def scores(tables, state, out):
    """Fill `out`, of shape (seats, score parts), with the current points."""
    for player in range(state.num_players):
        out[player, 0] = state.points[player]
        out[player, 1] = state.mineral_points[0, player]
        out[player, 2] = state.mineral_points[1, player]
        out[player, 3] = state.goods_points[player]
        out[player, 4] = total_score(state, player)


@rule
def returns(tables, state, out):
    """Fill `out` with the outcome; players with the most points share the win."""
    for player in range(state.num_players):
        out[player] = total_score(state, player)
    most_points_win(state.num_players, out)
