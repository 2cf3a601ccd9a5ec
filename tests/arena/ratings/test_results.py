"""Whose share of the win it is."""

import numpy as np

from africana_env.arena.matches.deals import DealResult, GameResult
from africana_env.arena.matches.schedule import Deal
from africana_env.arena.ratings.results import mixed_shares


def test_shares_in_mixed_lineups_are_those_of_the_bots_whatever_their_seat():
    results = []
    for number, winner in ((0, "b"), (1, "c")):
        deal = Deal(("a", "b", "c"), number)
        games = [GameResult([lineup.index(winner)], [], [], 1, 1) for lineup in deal.rotations()]
        results.append(DealResult(deal, games))
    shares = {bot: found.tolist() for bot, found in mixed_shares(results).items()}
    assert shares == {"a": [0.0, 0.0], "b": [1.0, 0.0], "c": [0.0, 1.0]}
    assert all(found.dtype == np.float64 for found in mixed_shares(results).values())
