"""The schedule of a tournament."""

from collections import Counter

import pytest

from africana_env.arena.matches.schedule import Deal, mixed_lineups, pairs, schedule

BOTS = ["a", "b", "c", "d", "e"]


def test_a_deal_is_played_from_every_seat():
    assert Deal(("a", "b", "c"), 4).rotations() == [("a", "b", "c"), ("c", "a", "b"), ("b", "c", "a")]


def test_two_players_meet_once_and_more_both_ways_round():
    assert pairs(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert pairs(["a", "b"], 3) == [("a", "b"), ("b", "a")]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_pair_plays_every_deal_once(players):
    planned = list(schedule(BOTS, players, 6, seed=1))
    assert len(set(planned)) == len(planned)
    for one, other in pairs(BOTS, players):
        assert [d.number for d in planned if d.lineup == (one, *[other] * (players - 1))] == list(range(6))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_in_mixed_lineups_every_bot_plays_every_deal(players):
    for number in range(20):
        lineups = mixed_lineups(BOTS, players, number, seed=1)
        assert all(len(lineup) == players for lineup in lineups)
        seats = Counter(bot for lineup in lineups for bot in lineup)
        assert set(seats) == set(BOTS)
        assert max(seats.values()) - min(seats.values()) <= 1


def test_mixed_lineups_change_with_the_deal_and_the_seed():
    lineups = {tuple(mixed_lineups(BOTS, 4, number, seed)) for number in range(10) for seed in (1, 2)}
    assert len(lineups) > 15


def test_more_deals_or_bots_leave_what_is_planned_in_its_place():
    few, more = (set(schedule(BOTS, 4, deals, seed=1)) for deals in (3, 5))
    assert few < more
    assert set(schedule(BOTS, 2, 3, seed=1)) < set(schedule([*BOTS, "f"], 2, 3, seed=1))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_two_bots_play_no_game_twice(players):
    games = [(deal.number, lineup) for deal in schedule(BOTS[:2], players, 20, seed=1) for lineup in deal.rotations()]
    assert len(set(games)) == len(games)


@pytest.mark.parametrize(("players", "seats"), [(3, []), (4, [2, 2]), (5, [2, 3])])
def test_two_bots_are_mixed_half_and_half(players, seats):
    found = Counter(bot for lineup in mixed_lineups(BOTS[:2], players, 0, seed=1) for bot in lineup)
    assert sorted(found.values()) == seats


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_order_in_which_bots_are_named_changes_no_deal(players):
    assert {*schedule(BOTS, players, 5, seed=1)} == {*schedule(BOTS[::-1], players, 5, seed=1)}
