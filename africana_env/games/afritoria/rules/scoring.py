"""Points (rulebook: The winner; ruling 10)."""

from africana_env.engine.game.returns import most_points_win
from africana_env.engine.game.rule import rule

SCORE_PARTS = ("points", "total")


@rule
def scores(tables, state, out):
    """Fill `out` (seats, score parts) with the points as they stand."""
    for player in range(state.num_players):
        out[player, 0] = state.points[player]
        out[player, 1] = state.points[player]


@rule
def returns(tables, state, out):
    """The outcome: those with the most points share the win."""
    for player in range(state.num_players):
        out[player] = state.points[player]
    most_points_win(state.num_players, out)
