"""The games of a tournament that are worth looking at."""

from africana_env import load_edition, load_game
from africana_env.arena.matches.deals import DealResult, GameResult
from africana_env.arena.matches.schedule import Deal
from africana_env.arena.ratings.plackett_luce import Rating
from africana_env.arena.report.highlights import record_of, telling_games, write_replays
from africana_env.arena.tournament.store import Store
from africana_env.arena.tournament.tournament import tournament
from africana_env.engine.state import CUT_OFF, TERMINATED

GAME = load_game("afritoria_v0")
EDITION = load_edition(GAME, "reconstructed")
RATINGS = {name: Rating(rating, (rating, rating)) for name, rating in (("weak", 800.0), ("good", 1200.0))}


def deal(number, *games, status=TERMINATED):
    """A deal with these totals of the weak bot and the good one."""
    played = []
    for rotation, totals in enumerate(games):
        seats = totals if rotation == 0 else totals[::-1]
        winners = [seat for seat in range(2) if seats[seat] == max(seats)]
        played.append(GameResult(winners, [[points] for points in seats], [[1], [1]], 9, status))
    return DealResult(Deal(("weak", "good"), number), played)


def test_surprises_close_games_and_many_points_are_found():
    results = [deal(0, (10, 30), (12, 11)), deal(1, (20, 21), (3, 90)), deal(2, (99, 99), (99, 98), status=CUT_OFF)]
    found = [(game.why, game.number, game.lineup[0]) for game in telling_games(results, RATINGS)]
    assert found == [("the greatest surprise", 0, "good"), ("the closest", 1, "weak"), ("the most points", 1, "good")]


def test_no_game_is_named_twice():
    assert len(telling_games([deal(0, (10, 30), (12, 11))], RATINGS)) == 2
    assert telling_games([], RATINGS) == []


def test_games_are_played_again_as_they_were(tmp_path):
    found = tournament(
        GAME, ["random", "greedy"], 3, 2, seed=5, folder=tmp_path / "t", html_file=tmp_path / "page.html"
    )
    about = {"num_players": 3, "edition": EDITION.name, "edition_digest": EDITION.digest, "seed": 5, "time_limit": None}
    store = Store(tmp_path / "t", GAME, about)
    results = list(store.results.values())
    store.close()
    telling = telling_games(results, found.ratings)
    for one in telling:
        record, scores = record_of(GAME, EDITION, one, 5)
        assert scores == one.result.scores
        assert len(record.actions) == sum(map(sum, one.result.decisions))
    assert len(list(tmp_path.glob("page-game-*.html"))) == len(telling) == 3
    assert write_replays(GAME, EDITION, telling, 6, tmp_path / "other.html") == {}
