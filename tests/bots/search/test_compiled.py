"""The compiled search: its spelling, its parts, and its strength."""

import re

import numpy as np
import pytest

from africana_env import Batch, UserError, load_edition, load_game, make_bot
from africana_env.arena.evaluate import match_result, play_match
from africana_env.bots.scripted import CompiledBot
from africana_env.bots.search.compiled import search
from africana_env.bots.search.halving import is_significant, keep_better_half, num_rounds, rollouts_each, sort_by_gain
from africana_env.bots.search.kind import make_search

GAME = load_game("afritoria_v0")


@pytest.mark.parametrize(
    ("spelling", "message"),
    [
        ("search", "the bot 'search' needs an argument: use search:N[ms][,policy=PATH]"),
        ("search:many", "search needs a number of rollouts such as 200, or a time such as 20ms, not 'many'"),
        ("search:0", "the number of rollouts must be a whole number from 1 to 100000, not 0"),
        ("search:100001", "the number of rollouts must be a whole number from 1 to 100000, not 100001"),
        ("search:05", "search needs a number of rollouts such as 200, or a time such as 20ms, not '05'"),
        (
            "search:\N{ARABIC-INDIC DIGIT FIVE}",
            "search needs a number of rollouts such as 200, or a time such as 20ms, not ",
        ),
        ("search:20ms", "search:20ms needs a policy: use search:20ms,policy=PATH"),
        ("search:0ms,policy=baseline", "the milliseconds of a decision must be a whole number from 1 to 60000, not 0"),
        ("search:8,depth=2", "the bot 'search:8' has no option 'depth': use policy=PATH"),
        ("search:15,policy=baseline", "search:15 with a policy has too few rollouts: use search:16 or more"),
    ],
)
def test_what_is_no_search_is_reported(spelling, message):
    with pytest.raises(UserError, match=f"^{re.escape(message)}"):
        make_bot(spelling, GAME)


def test_a_search_has_one_guide():
    with pytest.raises(UserError, match="the bot 'search:16' has several guides: give it one"):
        make_search(GAME, 1, "16", policy=make_bot, other=make_bot)


def test_searches_of_one_game_share_their_compiled_code():
    few, many = make_bot("search:2", GAME), make_bot("search:2000", GAME)
    assert few._kernel is many._kernel
    assert search(GAME) is search(GAME)


def test_candidates_are_sorted_by_their_gain_and_equal_ones_keep_their_order():
    candidates, gain, squares = np.arange(6, dtype=np.int16), np.array([1.0, 3.0, 2.0, 3.0, -1.0, 9.0]), np.arange(6.0)
    sort_by_gain(candidates, gain, squares, 5)
    assert candidates.tolist() == squares.tolist() == [1, 3, 2, 0, 4, 5]
    assert gain.tolist() == [3.0, 3.0, 2.0, 1.0, -1.0, 9.0]


@pytest.mark.parametrize(
    ("gains", "significant"),
    [
        ([5.0], False),  # one determinization says nothing
        ([1.0, 1.0], True),
        ([0.0, 0.0, 0.0], False),
        ([-1.0, -1.0, -1.0], False),
        ([4.0, 1.0, 1.0, 2.0], True),  # a mean of 2, a standard error of 0.707
        ([4.0, -1.0, 1.0, 2.0], False),  # 1.5 and 1.04
    ],
)
def test_a_gain_is_significant_from_two_standard_errors_on(gains, significant):
    gains = np.array(gains)
    sums = gains.sum(), (gains**2).sum()
    assert bool(is_significant(*sums, len(gains))) == significant


def test_each_round_of_halving_drops_half_of_the_candidates_and_the_budget_is_spent_evenly():
    left, rounds, spent = 9, num_rounds(9), []
    while left > 0:
        spent.append((left, rollouts_each(200, rounds, left)))
        left = keep_better_half(np.arange(9), np.zeros(9), np.zeros(9), left)
    assert spent == [(9, 4), (5, 6), (3, 10), (2, 13), (1, 20)]
    assert len(spent) == rounds
    assert rollouts_each(3, rounds, 9) == 1


def test_it_wins_more_than_the_bot_that_it_improves_on():
    games = 40
    search, greedy = make_bot("search:100", GAME, games), make_bot("greedy", GAME, games)
    results = play_match(GAME, [search, greedy], load_edition(GAME, "reconstructed"), games // 2, seed=3, rows=games)
    assert match_result("greedy", results).win_rate > 0.65  # 80 % in many games


def test_long_searches_are_asked_for_few_games_at_a_time_with_the_same_decisions(monkeypatch):
    batch, calls, decisions = Batch(GAME, 8, 2), [], []
    batch.reset(1)
    decide = CompiledBot.act

    def act(bot, batch, rows, actions):
        calls.append(int(rows.sum()))
        decide(bot, batch, rows, actions)

    monkeypatch.setattr(CompiledBot, "act", act)
    monkeypatch.setattr("africana_env.bots.search.compiled.usable_cores", lambda: 3)
    for most in (100_000, 1):
        monkeypatch.setattr("africana_env.bots.search.compiled.MAX_ROLLOUTS", most)
        actions = np.full(8, -1)
        make_bot("search:2", GAME, 8).act(batch, np.arange(8) != 5, actions)
        decisions.append(actions.tolist())
    assert decisions[0] == decisions[1]
    assert decisions[0][5] == -1
    assert calls == [7, 3, 3, 1]
