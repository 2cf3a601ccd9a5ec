"""Ratings recover the strengths behind simulated games."""

from itertools import combinations
from math import log10

import numpy as np
import pytest

from africana_env.arena.matches.deals import DealResult, Failure, GameResult
from africana_env.arena.matches.schedule import Deal, schedule
from africana_env.arena.ratings import plackett_luce as ratings
from africana_env.arena.ratings.intervals import percentiles_95
from africana_env.arena.ratings.plackett_luce import ANCHORS, PER_NAT, Counts, count, estimate, orders, ranking, rate

TRUTH = {"random": 400.0, "greedy": 1000.0, "weak": 700.0, "even": 1000.0, "strong": 1250.0}


def game_of(points):
    best = max(points)
    winners = [seat for seat, value in enumerate(points) if value == best]
    return GameResult(winners, [[value] for value in points], [], 1, 1)


def simulate(rng, bots, players, deals):
    """A tournament whose places are drawn in proportion to strength."""
    results = []
    for deal in schedule(bots, players, deals, seed=1):
        games = []
        for lineup in deal.rotations():
            noisy = np.array([TRUTH[bot] / PER_NAT for bot in lineup]) + rng.gumbel(size=players)
            games.append(game_of(np.argsort(np.argsort(noisy)).tolist()))
        results.append(DealResult(deal, games))
    return results


@pytest.mark.parametrize("players", [2, 4])
def test_ratings_recover_the_order_and_the_given_one_stays(players):
    found = rate(list(TRUTH), simulate(np.random.default_rng(0), list(TRUTH), players, 300))
    assert found["greedy"] == (1000, (1000, 1000))
    assert sorted(found, key=lambda bot: found[bot].rating) == sorted(
        TRUTH, key=lambda bot: (TRUTH[bot], found[bot].rating)
    )
    for bot, rated in found.items():
        assert rated.rating == pytest.approx(TRUTH[bot], abs=60)


def test_ratings_and_intervals_do_not_depend_on_the_order_in_which_bots_are_named():
    bots = ["strong", "greedy", "weak"]
    results = simulate(np.random.default_rng(0), bots, 2, 20)
    assert rate(bots[::-1], results) == rate(bots, results)


def test_many_bots_are_rated_in_little_memory(monkeypatch):
    results = simulate(np.random.default_rng(0), list(TRUTH), 2, 30)
    found, sizes = rate(list(TRUTH), results), []
    fit = ratings.fit

    def noted(won, drawn, kinds, given, prior):
        sizes.append(len(won) * kinds.size)
        return fit(won, drawn, kinds, given, prior)

    monkeypatch.setattr(ratings, "fit", noted)
    monkeypatch.setattr(ratings, "MAX_SIZE", 1000)
    for bot, (rating, interval) in rate(list(TRUTH), results).items():
        assert (rating, *interval) == pytest.approx((found[bot].rating, *found[bot].ci95), abs=1e-5)
    assert max(sizes) <= 1000


def test_two_players_get_the_logarithm_of_their_odds():
    games = [game_of([1, 0])] * 3 + [game_of([0, 1])]
    results = [
        DealResult(Deal(("other", "greedy"), n), [game, game_of(game.scores[0])]) for n, game in enumerate(games)
    ]
    results = [DealResult(r.deal, [r.games[0], game_of([s[0] for s in r.games[0].scores[::-1]])]) for r in results]
    # Six wins, two losses, and one shared game with a bot rated 1000.
    assert rate(["other", "greedy"], results)["other"].rating == pytest.approx(1000 + 400 * log10(6.5 / 2.5))


@pytest.mark.parametrize(
    ("tournaments", "of_the_last", "fewest", "most"),
    [
        (400, 60, 0.92, 0.98),
        pytest.param(2000, 60, 0.93, 0.97, marks=pytest.mark.slow),
        pytest.param(1000, 6, 0.92, 0.98, marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_intervals_cover_the_truth(monkeypatch, tournaments, of_the_last, fewest, most):
    """With 60 deals for all bots, or fewer for the last."""
    monkeypatch.setattr(ratings, "BOOTSTRAPS", 200)
    bots, deals = ["random", "greedy", "even", "strong"], 60
    rng, held = np.random.default_rng(2), np.zeros(3)
    strengths = np.array([TRUTH[bot] for bot in bots])
    pairs = list(combinations(range(4), 2))
    kinds = np.array([[float(bot in pair) for bot in range(4)] for pair in pairs])
    chances = np.array([1 / (1 + 10 ** ((strengths[b] - strengths[a]) / 400)) for a, b in pairs])
    free = [0, 2, 3]
    games = np.full((deals, len(pairs)), 2)  # each deal from both seats
    games[of_the_last:, kinds[:, -1] > 0] = 0
    for _ in range(tournaments):
        wins = rng.binomial(games, chances)
        won = np.zeros((deals, len(bots)))
        for pair, (one, other) in enumerate(pairs):
            won[:, one] += wins[:, pair]
            won[:, other] += games[:, pair] - wins[:, pair]
        counts = Counts(won, games.astype(float), kinds)
        _, low, high = estimate(counts, np.array([np.nan, 1000.0, np.nan, np.nan]))
        held += (low <= strengths)[free] & (strengths <= high)[free]
    assert (held / tournaments >= fewest).all()
    assert (held / tournaments <= most).all()


def test_the_interval_of_a_bot_is_that_of_as_many_deals_as_it_played(monkeypatch):
    asked = []
    monkeypatch.setattr(ratings, "percentiles_95", lambda deals: asked.append(deals) or percentiles_95(deals))
    bots = ["greedy", "even", "strong"]
    results = simulate(np.random.default_rng(0), bots, 2, 30)
    rate(bots, [result for result in results if "strong" not in result.deal.lineup or result.deal.number < 3])
    assert asked == [30, 30, 3]


def test_without_greedy_the_rating_of_random_is_given_and_without_both_none():
    games = [DealResult(Deal(("even", "random"), n), [game_of([1, 0]), game_of([1, 0])]) for n in range(5)]
    found = rate(["even", "random"], games)
    assert found["random"] == (ANCHORS["random"], (0, 0))
    assert found["even"].rating == pytest.approx(0)
    others = [DealResult(Deal(("even", "weak"), n), result.games) for n, result in enumerate(games)]
    assert rate(["even", "weak"], others)["even"].rating == pytest.approx(1000)


def test_games_of_deals_of_one_number_are_counted_together():
    lineups = [("even", "weak"), ("even", "greedy"), ("greedy", "weak")]
    games = [game_of([1, 0])] * 2  # a win for each of the two
    results = [DealResult(Deal(lineup, number), games) for lineup in lineups for number in range(4)]
    counts = count(["even", "weak", "greedy"], results)
    assert counts.won.tolist() == counts.drawn.tolist() == [[2, 2, 2]] * 4


def test_who_won_everything_has_a_rating_and_an_interval():
    results = [DealResult(Deal(("best", "greedy"), n), [game_of([1, 0]), game_of([0, 1])]) for n in range(50)]
    rating, (low, high) = rate(["best", "greedy"], results)["best"]
    assert rating == pytest.approx(1000 + 400 * log10(100.5 / 0.5))
    assert low < rating - 150
    assert high > rating + 500


def test_winners_come_first_ties_together_and_a_bot_that_failed_last():
    tied = GameResult([0, 2], [[1], [1], [1]], [], 1, 1)
    assert ranking(("a", "b", "c"), tied) == (("a", "c"), ("b",))
    failed = GameResult([0, 1], [[1], [5], [9]], [], 1, 0, Failure(2, "it failed", None))
    assert ranking(("a", "b", "c"), failed) == (("a", "b"), ("c",))


def test_a_tie_is_every_order_in_equal_shares():
    assert dict(orders((("a", "b"), ("c",)))) == {("a", "b", "c"): 0.5, ("b", "a", "c"): 0.5}
    assert dict(orders((("a", "b", "b"),))) == pytest.approx(
        {("a", "b", "b"): 1 / 3, ("b", "a", "b"): 1 / 3, ("b", "b", "a"): 1 / 3}
    )


def test_without_a_given_rating_intervals_are_of_differences():
    bots = ["weak", "even", "strong"]
    found = rate(bots, simulate(np.random.default_rng(3), bots, 2, 300))
    assert np.mean([rated.rating for rated in found.values()]) == pytest.approx(1000, abs=1)
    for bot, (rating, (low, high)) in found.items():
        assert low < TRUTH[bot] - np.mean([TRUTH[each] for each in bots]) + 1000 < high
        assert low < rating < high < low + 80
