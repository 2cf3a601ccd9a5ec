"""Coverage of confidence intervals where the truth is known."""

import numpy as np
import pytest

from africana_env.arena.ratings.intervals import (
    difference_interval,
    percentiles_95,
    share_interval,
    student_95,
    wilson_interval,
)

TOURNAMENTS = 2000


def coverage(draw, truth, interval):
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(TOURNAMENTS):
        low, high = interval(draw(rng))
        held += low <= truth <= high
    return held / TOURNAMENTS


def test_wilsons_interval_is_that_of_the_textbook():
    # Newcombe 1998, table I: 81 of 263 and 0 of 20.
    assert wilson_interval(81 / 263, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert wilson_interval(0, 20) == pytest.approx((0.0, 0.1611), abs=1e-4)


def test_the_percentiles_of_few_deals_lie_farther_out():
    # The normal quantile of Student's 97.5 % point for 9 degrees of freedom, 2.2622, times the root of 10 / 9.
    assert percentiles_95(10) == pytest.approx((0.855, 99.145), abs=0.01)
    assert percentiles_95(100_000) == pytest.approx((2.5, 97.5), abs=0.01)


def deals_of(share, luck, deals, players):
    """Draws of mean shares in deals that favour seats: a bot wins `share` overall, and more from good seats."""

    def draw(rng):
        good = np.clip(share + luck, 0, 1)
        chances = np.where(np.arange(players) % 2, good, 2 * share - good)
        return (rng.random((deals, players)) < rng.permuted(np.tile(chances, (deals, 1)), axis=1)).mean(1)

    return draw


@pytest.mark.parametrize(
    ("share", "luck", "deals", "players"),
    [
        (0.5, 0.0, 100, 2),
        (0.5, 0.45, 100, 2),  # rotations cancel most of the luck
        (0.8, 0.0, 50, 2),
        (0.6, 0.3, 200, 4),
        (0.25, 0.1, 100, 4),
        (0.9, 0.1, 500, 2),
    ],
)
def test_intervals_of_shares_cover_the_truth(share, luck, deals, players):
    assert 0.93 <= coverage(deals_of(share, luck, deals, players), share, share_interval) <= 0.97


@pytest.mark.parametrize(("share", "deals"), [(0.98, 50), (0.99, 100), (0.9975, 400)])
def test_intervals_hold_where_two_lost_games_are_to_be_expected(share, deals):
    assert 0.93 <= coverage(deals_of(share, 0.0, deals, 2), share, share_interval) <= 0.98


def test_deals_that_differ_among_themselves_widen_the_interval():
    def draw(rng):  # a deal is won from every seat or lost from every seat
        return (rng.random(100) < 0.7).astype(np.float64)

    assert 0.93 <= coverage(draw, 0.7, share_interval) <= 0.97


def test_few_deals_that_look_alike_are_not_taken_for_sure():
    low, high = share_interval(np.array([0.5, 0.5, 0.5]))
    assert low < 0.3 < 0.7 < high
    low, high = share_interval(np.array([1.0]))
    assert low < 0.25
    assert high == 1


def test_the_effective_number_of_games_is_as_by_hand():
    # The variance is 1 / 12, and 3 / 16 if all games of a deal end alike. With two such deals, 4 deals are 6 games.
    assert share_interval(np.array([0.5, 1, 0.5, 1])) == pytest.approx(wilson_interval(0.75, 6))
    for deals in (1, 20):
        assert share_interval(np.ones(deals)) == wilson_interval(1, deals)


def test_students_quantiles_are_those_of_the_table():
    for values, quantile in ((11, 2.228), (61, 2.000), (1001, 1.962)):
        assert student_95(values) == pytest.approx(quantile, abs=0.01)


@pytest.mark.parametrize(
    ("chances", "deals"),
    [
        ([0.05, 0.15, 0.3, 0.3, 0.2], 40),
        ([0, 0.25, 0.5, 0.25, 0], 50),
        ([0, 0.025, 0.9, 0.075, 0], 100),  # bots that differ in every tenth deal
        ([0, 0.005, 0.98, 0.015, 0], 500),
    ],
)
def test_intervals_of_differences_cover_the_truth(chances, deals):
    played = [-1, -0.5, 0, 0.5, 1]
    mean = float(np.dot(chances, played))
    assert 0.93 <= coverage(lambda rng: rng.choice(played, deals, p=chances), mean, difference_interval) <= 0.985


def test_intervals_of_differences_cover_what_is_seldom_seen():
    assert coverage(lambda rng: rng.choice([0, 1], 100, p=[0.99, 0.01]), 0.01, difference_interval) >= 0.93


def test_few_differences_that_look_alike_are_not_taken_for_sure():
    assert difference_interval(np.ones(10))[0] < 1 == difference_interval(np.ones(10))[1]
    low, high = difference_interval(np.zeros(100))
    assert high == -low == pytest.approx(student_95(100) / 100)  # 99 equal differences and one that is 1 off
    assert difference_interval(np.zeros(1)) == (-1, 1)
