import numpy as np
import pytest

from africana_env import Batch, load_game
from training.config import LeagueConfig
from training.league import League
from training.policy import new_network

GAMES = 40


@pytest.fixture
def game():
    return load_game("africana_v0")


def running_batch(game, players):
    batch = Batch(game, GAMES, players, autoreset=True)
    batch.reset(3)
    return batch


def test_a_share_of_the_games_goes_to_opponents_each_alike(game):
    league = League(game, LeagueConfig(share=0.5, opponents=["greedy", "random"], snapshots=2), GAMES, 3, 0)
    assert league.names == ["greedy", "random", "past"]
    assert [int((league.opponent_of == index).sum()) for index in (-1, 0, 1, 2)] == [22, 6, 6, 6]
    assert set(league.seat[league.opponent_of >= 0]) == {0, 1, 2}


@pytest.mark.parametrize("players", [2, 4])
def test_the_policy_decides_in_its_seat_and_everywhere_in_self_play(game, players):
    league = League(game, LeagueConfig(share=0.5, opponents=["greedy"], snapshots=0), GAMES, players, 0)
    batch = running_batch(game, players)
    for _ in range(60):
        legal = batch.action_mask.argmax(1)
        actions = legal.copy()
        decided = league.decide(batch, actions)
        expected = (league.opponent_of < 0) | (batch.player == league.seat)
        np.testing.assert_array_equal(decided, expected)
        np.testing.assert_array_equal(actions[decided], legal[decided])
        assert batch.action_mask[np.arange(GAMES), actions].all()
        batch.step(actions)
        league.follow(batch)


def test_without_a_past_version_the_policy_plays_itself_there(game):
    league = League(game, LeagueConfig(share=1.0, opponents=[], snapshots=2), GAMES, 2, 0)
    batch = running_batch(game, 2)
    assert league.decide(batch, batch.action_mask.argmax(1)).all()
    league.snapshot(new_network(game, [8]))
    assert not league.decide(batch, batch.action_mask.argmax(1)).all()


def test_results_tell_who_won_and_how_long_games_were(game):
    league = League(game, LeagueConfig(share=1.0, opponents=["greedy"], snapshots=0), GAMES, 2, 0)
    batch = Batch(game, GAMES, 2, reward="outcome", max_rounds=15, autoreset=True)
    batch.reset(0)
    steps = 0
    while not any(league.results.values()):
        actions = batch.action_mask.argmax(1)
        league.decide(batch, actions)
        batch.step(actions)
        league.follow(batch)
        steps += 1
    summary = league.take_results()
    assert summary["league/greedy_win_rate"] == 0  # the first legal action again and again wins nothing
    assert 0 < summary["charts/decisions_per_game"] <= steps
    assert league.take_results() == {}
