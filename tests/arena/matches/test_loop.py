"""The match loop plays every game once and alike with any number of rows."""

import numpy as np
import pytest
from support import every_game, few_players

from africana_env import Batch, Seating, make_bot
from africana_env.arena.matches.loop import NO_GAME, deal_seeds, play_games, spread

GAMES = 60


def play(game, rows):
    """Points and status of each game, and the decisions of each seat."""
    players = few_players(game)
    batch, seating = Batch(game, rows, players, observe=False), Seating(rows, players)
    names = ["random", "greedy", *["random"] * (players - 2)]
    around = seating.add([make_bot(name, game, rows) for name in names])
    seats = around[np.arange(GAMES) % players]
    decisions = np.zeros((GAMES, players), np.int64)
    ends = {}
    for step in play_games(batch, seating, deal_seeds(5, GAMES), seats):
        np.add.at(decisions, (step.games[step.rows], step.players[step.rows]), 1)
        scores = batch.scores()
        for row in np.flatnonzero(step.over):
            assert step.games[row] not in ends
            ends[int(step.games[row])] = (scores[row].tolist(), int(batch.status[row]))
    assert (step.games[~step.rows] == NO_GAME).all()
    return ends, decisions


@every_game
def test_all_games_are_played_and_the_same_whatever_the_number_of_rows(game):
    ends, decisions = play(game, GAMES)
    assert sorted(ends) == list(range(GAMES))
    assert (decisions > 0).all()
    for rows in (1, 41):
        other_ends, other_decisions = play(game, rows)
        assert other_ends == ends
        np.testing.assert_array_equal(other_decisions, decisions)


@every_game
def test_a_game_is_ended_by_who_marks_it_as_over(game):
    batch, seating = Batch(game, 8, 2, observe=False), Seating(8, 2)
    seats = seating.add([make_bot("random", game, 8)] * 2)[:1].repeat(20, axis=0)
    lengths = np.zeros(20, np.int64)
    for step in play_games(batch, seating, deal_seeds(5, 20), seats):
        lengths[step.games[step.rows]] += 1
        short = step.rows & (step.games % 2 == 1)
        step.over[short] |= lengths[step.games[short]] == 1
    assert (lengths[1::2] == 1).all()
    assert (lengths[::2] > 1).all()


@pytest.mark.parametrize("number", [1, 2, 7, 64, 1000, 1024])
def test_rows_that_are_used_first_are_spread_over_all(number):
    order = spread(number)
    assert sorted(order) == list(range(number))
    if number >= 64:
        share = np.bincount(order[:32] * 2 // number)
        assert abs(share[0] - share[1]) <= 2
