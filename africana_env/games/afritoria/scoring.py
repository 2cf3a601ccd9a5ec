"""Points (rulebook: The winner; ruling 10)."""

from africana_env.engine.compiler import rule

SCORE_PARTS = ("points", "total")


@rule
def scores(tables, state, out):
    """Fill `out` (seats, score parts) with the points as they stand."""
    for player in range(state.num_players):
        out[player, 0] = state.points[player]
        out[player, 1] = state.points[player]


@rule
def returns(tables, state, out):
    """The outcome, zero-sum: those with the most points share the win evenly, the others lose evenly."""
    players = state.num_players
    most = state.points[0]
    winners = 0
    for player in range(players):
        most = max(most, state.points[player])
    for player in range(players):
        winners += state.points[player] == most
    for player in range(players):
        share = 1.0 / winners if state.points[player] == most else 0.0
        out[player] = (players * share - 1.0) / (players - 1)
