"""The highlights of a tournament."""

from dataclasses import replace

import pytest

from africana_env import load_game
from africana_env.arena.matches.deals import DealResult, GameResult
from africana_env.arena.matches.schedule import Deal
from africana_env.arena.ratings.plackett_luce import Rating
from africana_env.arena.report.highlights import Highlight, find_highlights, replay_highlight, write_replays
from africana_env.arena.tournament.conditions import make_conditions
from africana_env.arena.tournament.tournament import tournament
from africana_env.engine.game.state import CUT_OFF, TERMINATED

GAME = load_game("afritoria_v0")
RATINGS = {name: Rating(rating, (rating, rating)) for name, rating in (("weak", 800.0), ("good", 1200.0))}


def deal(number, *games, status=TERMINATED):
    """A deal with these totals of the weak and the good bot."""
    played = []
    for rotation, totals in enumerate(games):
        seats = totals if rotation == 0 else totals[::-1]
        winners = [seat for seat in range(2) if seats[seat] == max(seats)]
        played.append(GameResult(winners, [[points] for points in seats], [[1], [1]], 9, status))
    return DealResult(Deal(("weak", "good"), number), played)


def test_surprises_close_games_and_many_points_are_found():
    results = [deal(0, (10, 30), (12, 11)), deal(1, (20, 21), (3, 90)), deal(2, (99, 99), (99, 98), status=CUT_OFF)]
    found = [(game.why, game.number, game.lineup[0]) for game in find_highlights(results, RATINGS)]
    assert found == [("the greatest surprise", 0, "good"), ("the closest", 1, "weak"), ("the most points", 1, "good")]


def test_no_game_is_named_twice():
    assert len(find_highlights([deal(0, (10, 30), (12, 11))], RATINGS)) == 2
    assert find_highlights([], RATINGS) == []


def test_a_game_is_cut_off_as_it_was():
    conditions, one = make_conditions(GAME, 2, "mini", max_rounds=2), GameResult([], [], [], 2, CUT_OFF)
    _, record = replay_highlight(conditions, Highlight("", 0, ("random", "greedy"), one))
    assert record.max_rounds == 2


@pytest.mark.parametrize("edition", ["reconstructed", "generated:0-3"])
def test_games_are_played_again_as_they_were(edition, tmp_path):
    conditions = make_conditions(GAME, 3, edition, seed=5)
    played = tournament(conditions, ["random", "greedy"], 2, tmp_path / "t")
    highlights = find_highlights(played.deals, played.results.ratings)
    for one in highlights:
        batch, record = replay_highlight(conditions, one)
        assert batch.scores()[0].tolist() == one.result.scores
        assert len(record.actions) == sum(map(sum, one.result.decisions))
    assert len(write_replays(conditions, highlights, tmp_path / "page.html")) == len(highlights) == 3
    assert len(list(tmp_path.glob("page-game-*.html"))) == 3
    assert write_replays(replace(conditions, seed=6), highlights, tmp_path / "other.html") == {}
