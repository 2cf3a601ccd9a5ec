"""Shares of the win, and results read from JSON."""

import json

import numpy as np
import pytest

from africana_env.arena.matches.deals import DealResult, GameResult
from africana_env.arena.matches.schedule import Deal
from africana_env.arena.ratings.results import compute_results, mixed_shares, results_from_json


def test_shares_in_mixed_lineups_are_those_of_the_bots_whatever_their_seat():
    results = []
    for number, winner in ((0, "b"), (1, "c")):
        deal = Deal(("a", "b", "c"), number)
        games = [GameResult([lineup.index(winner)], [], [], 1, 1) for lineup in deal.rotations()]
        results.append(DealResult(deal, games))
    shares = {bot: found.tolist() for bot, found in mixed_shares(results).items()}
    assert shares == {"a": [0.0, 0.0], "b": [1.0, 0.0], "c": [0.0, 1.0]}
    assert all(found.dtype == np.float64 for found in mixed_shares(results).values())


@pytest.mark.parametrize(
    ("place", "wrong"),
    [
        (("ratings", 0, "rating"), float("nan")),
        (("ratings", 0, "ci95", 1), "2000"),
        (("ratings", 0, "costs", "tokens"), "many"),
        (("pairs", 0, "deals"), float("inf")),
        (("pairs", 0, "share"), True),
        (("ratings",), []),
    ],
)
def test_results_that_are_no_numbers_are_refused(place, wrong):
    deals = [Deal(("a", "greedy"), number) for number in range(2)]
    games = [GameResult([0], [[1], [0]], [], 1, 1), GameResult([0], [[1], [0]], [], 1, 1)]
    results = compute_results(["a", "greedy"], 2, [DealResult(deal, games) for deal in deals], {})
    content = json.loads(json.dumps(results.to_json()))
    assert results_from_json(content).to_json() == results.to_json()
    inner = content
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = wrong
    with pytest.raises((OverflowError, TypeError, ValueError)):
        results_from_json(content)
