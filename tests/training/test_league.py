import numpy as np
import pytest
from support import FirstLegal

from africana_env import LEARNER, Batch, UserError, load_game, make_bot
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
    assert [int((league.opponent_of == index).sum()) for index in (-1, 0, 1, 2)] == [28, 6, 6, 0]
    league.snapshot(new_network(game, [8]))
    assert [int((league.opponent_of == index).sum()) for index in (-1, 0, 1, 2)] == [22, 6, 6, 6]
    assert set(league.seat[league.opponent_of >= 0]) == {0, 1, 2}


def test_a_list_of_opponents_names_one_for_each_other_seat(game):
    league = League(game, LeagueConfig(share=1.0, opponents=[["greedy", "random"]], snapshots=0), GAMES, 3, 0)
    assert league.names == ["greedy, random"]
    greedy, random = 0, 1
    for row in range(GAMES):
        seat = league.seat[row]
        around = [int(league.seating.seats[row, (seat + distance) % 3]) for distance in range(3)]
        assert around == [LEARNER, greedy, random]


@pytest.mark.parametrize("players", [2, 4])
def test_the_policy_decides_in_its_seat_and_everywhere_in_self_play(game, players):
    league = League(game, LeagueConfig(share=0.5, opponents=["greedy"], snapshots=0), GAMES, players, 0)
    batch = running_batch(game, players)
    for _ in range(60):
        legal = batch.action_mask.argmax(1)
        actions = legal.copy()
        decided = league.act(batch, actions)
        expected = (league.opponent_of < 0) | (batch.current_player == league.seat)
        np.testing.assert_array_equal(decided, expected)
        np.testing.assert_array_equal(actions[decided], legal[decided])
        assert batch.action_mask[np.arange(GAMES), actions].all()
        batch.step(actions)
        league.record_step(batch)


def test_without_a_past_version_the_policy_plays_itself_there(game):
    league = League(game, LeagueConfig(share=1.0, opponents=[], snapshots=2), GAMES, 2, 0)
    batch = running_batch(game, 2)
    assert league.act(batch, batch.action_mask.argmax(1)).all()
    league.snapshot(new_network(game, [8]))
    assert not league.act(batch, batch.action_mask.argmax(1)).all()


def test_results_tell_who_won_and_how_long_games_were(game):
    league = League(game, LeagueConfig(share=1.0, opponents=["greedy"], snapshots=0), GAMES, 2, 0)
    batch = Batch(game, GAMES, 2, reward="outcome", max_rounds=15, autoreset=True)
    batch.reset(0)
    steps = 0
    while not any(league.results.values()):
        actions = batch.action_mask.argmax(1)
        league.act(batch, actions)
        batch.step(actions)
        league.record_step(batch)
        steps += 1
    summary = league.take_results()
    assert summary["league/greedy_win_rate"] == 0  # the first legal action again and again wins nothing
    assert 0 < summary["charts/decisions_per_game"] <= steps
    assert league.take_results() == {}


@pytest.mark.parametrize("reward", ["outcome", "lead", "score"])
def test_a_shared_win_counts_as_its_share_and_the_tie_break_counts(game, reward):
    """Whatever the reward, the league judges a game as `evaluate` does."""
    league = League(game, LeagueConfig(share=1.0, opponents=["random"], snapshots=0), GAMES, 3, 0)
    batch = Batch(game, GAMES, 3, reward=reward, max_rounds=2, autoreset=True)
    batch.reset(5)
    league.seating.reset_rows(np.ones(GAMES, np.bool_), batch.seeds)
    alone = Batch(game, GAMES, 3, max_rounds=2)
    alone.reset_rows(np.ones(GAMES, np.bool_), batch.seeds.copy())
    learner = make_bot("random", game, GAMES, seed=1)
    actions = np.zeros(GAMES, np.int64)
    expected: list[float] = []
    while alone.running.all():
        learner.act(batch, np.ones(GAMES, np.bool_), actions)
        league.act(batch, actions)
        batch.step(actions)
        alone.step(actions)
        league.record_step(batch)
        over = np.flatnonzero(~alone.running)
        returns = alone.returns()
        for row in over:
            winners = np.flatnonzero(returns[row] == returns[row].max())
            expected.append(float(league.seat[row] in winners) / len(winners))
    assert expected
    assert league.results["random"] == pytest.approx(expected)


def test_opponents_start_anew_with_every_game(game):
    """What an opponent does in a game depends on the game's seed, not on what was played in the row before."""
    heard = []

    class Listener(FirstLegal):
        def reset_rows(self, rows, seeds):
            heard.append((rows.copy(), seeds.copy()))

    league = League(game, LeagueConfig(share=1.0, opponents=["random"], snapshots=0), GAMES, 2, 0)
    league.seating.bots[0] = Listener()
    batch = Batch(game, GAMES, 2, max_rounds=1, autoreset=True)
    batch.reset(0)
    for _ in range(60):
        actions = batch.action_mask.argmax(1)
        league.act(batch, actions)
        batch.step(actions)
        league.record_step(batch)
    assert heard
    ended = np.sum([rows for rows, _ in heard], axis=0)
    assert (ended > 0).any()


def test_a_share_too_small_for_a_game_each_is_refused(game):
    with pytest.raises(
        UserError, match=r"league\.share 0\.05 of 40 games is none for each of greedy, random, past: raise"
    ):
        League(game, LeagueConfig(share=0.05, opponents=["greedy", "random"], snapshots=2), GAMES, 2, 0)
    assert League(game, LeagueConfig(share=0.0, opponents=["greedy"], snapshots=2), GAMES, 2, 0).names == []
    assert League(game, LeagueConfig(share=0.05, opponents=[], snapshots=0), GAMES, 2, 0).names == []
