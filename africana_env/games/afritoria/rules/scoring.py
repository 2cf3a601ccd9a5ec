"""Points (rulebook: The winner; ruling 10)."""

from africana_env.engine.game.returns import most_points_win
from africana_env.engine.game.rule import rule

SCORE_PARTS = ("points", "total")


@rule
def scores(tables, state, out):
    """Fill `out`, of shape (seats, score parts), with the current points."""
    for player in range(state.num_players):
        out[player, 0] = state.points[player]
        out[player, 1] = state.points[player]


@rule
def returns(tables, state, out):
    """Fill `out` with the outcome; players with the most points share the win."""
    for player in range(state.num_players):
        out[player] = state.points[player]
    most_points_win(state.num_players, out)
