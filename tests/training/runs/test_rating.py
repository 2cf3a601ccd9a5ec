import json

import pytest
from africana_training.config.settings import RatingConfig
from africana_training.networks.registry import new_network
from africana_training.runs.rating import Rater
from africana_training.runs.session import begin, train
from africana_training.runs.update import rate, train_step

from africana_env import UserError, load_edition, load_game
from africana_env.arena.matches.deals import play_all

GAME = load_game("afritoria_v0")
EDITION = load_edition(GAME, "reconstructed")


@pytest.mark.parametrize("players", [2, 4])
def test_a_network_that_has_learned_nothing_is_as_strong_as_random(players):
    rater = Rater(["random", "greedy"], 20, GAME, EDITION, players)
    network = new_network(GAME, [8])
    found = rater.rate(network)
    names = ["rating/random_win_rate", "rating/greedy_win_rate", "rating/elo"]
    assert {*found} == {f"{name}{end}" for name in names for end in ("", "_low", "_high")}
    assert all(found[f"{name}_low"] <= found[name] < found[f"{name}_high"] for name in names)
    assert abs(found["rating/random_win_rate"] - 1 / players) < 0.25
    assert found["rating/greedy_win_rate"] < 0.15
    assert found["rating/elo"] < 850  # greedy has 1000
    assert rater.rate(network) == found  # the same deals


def noted(monkeypatch):
    """The list of the deals that ratings play from now on."""
    played = []

    def play(*args, **settings):
        results = play_all(*args, **settings)
        played.extend(results)
        return results

    monkeypatch.setattr("africana_training.runs.rating.play_all", play)
    return played


def test_games_are_cut_off_where_those_of_the_run_are(tmp_path, tiny, monkeypatch):
    played = noted(monkeypatch)
    rate(begin(tiny(tmp_path / "run", max_rounds=1, rating=RatingConfig(["random"], 4)))[0])
    assert {game.rounds for result in played for game in result.games} == {1}


def test_a_run_is_rated_with_its_first_number_of_players(tmp_path, tiny, monkeypatch):
    played = noted(monkeypatch)
    rate(begin(tiny(tmp_path / "run", num_players=[3, 2, 4], rating=RatingConfig(["random"], 4)))[0])
    assert {len(result.deal.lineup) for result in played} == {3}


def test_a_run_that_is_asked_to_end_does_not_wait_for_its_rating(tmp_path, tiny):
    run = begin(tiny(tmp_path / "run", rating=RatingConfig(["greedy", "random"], 100)))[0]
    asked = iter([False] * 5)
    assert rate(run, lambda: next(asked, True)) == {}
    assert run.ratings == {}
    assert "rating/elo" in rate(run)


def test_one_deal_is_refused(tmp_path, tiny):
    with pytest.raises(UserError, match=r"rating\.deals must be 0 or at least 2"):
        train(tiny(tmp_path / "run", rating=RatingConfig(["random"], 1)))


def test_no_references_or_deals_are_no_ratings():
    assert Rater([], 20, GAME, EDITION, 2).rate(new_network(GAME, [8])) == {}
    assert Rater(["greedy"], 0, GAME, EDITION, 2).rate(new_network(GAME, [8])) == {}


def test_a_rating_changes_nothing_of_the_run_and_is_kept_with_the_checkpoint(tmp_path, tiny):
    found = [
        train(tiny(tmp_path / str(deals), rating=RatingConfig(["random"], deals), checkpoint_minutes=1e-9))
        for deals in (0, 2)
    ]
    weights = [each.policy.read_bytes() for each in found]
    assert weights[0][-1000:] == weights[1][-1000:]
    lines = [json.loads(line) for line in (tmp_path / "2" / "metrics.jsonl").read_text().splitlines()]
    assert all("rating/random_win_rate" in line for line in lines)
    newest = max((tmp_path / "2" / "checkpoints").iterdir())
    kept = json.loads((newest / "manifest.json").read_text())["ratings"]
    assert kept == found[1].ratings == {name: value for name, value in lines[-1].items() if name in kept}
    assert {"rating/elo", "rating/random_win_rate_high"} <= {*kept}


def test_without_a_fixed_point_of_the_scale_greedy_is_one(tmp_path):
    rater, network = Rater(["search:1"], 20, GAME, EDITION, 2), new_network(GAME, [8])
    found = rater.rate(network)
    assert {"rating/search:1_win_rate", "rating/greedy_win_rate"} <= {*found}
    assert found["rating/elo"] < 850
    assert "rating/greedy_win_rate" not in Rater(["random"], 2, GAME, EDITION, 2).rate(network)


def test_references_play_each_other_once(monkeypatch):
    lineups, rater = noted(monkeypatch), Rater(["random", "greedy"], 2, GAME, EDITION, 2)
    for _ in range(2):
        rater.rate(new_network(GAME, [8]))
    matches = [result.deal.lineup for result in lineups if result.deal.number == 0]
    assert matches == [("greedy", "random"), *[("policy", "random"), ("policy", "greedy")] * 2]


def test_a_rating_is_of_the_policy_as_it_is(tmp_path, tiny):
    run = begin(tiny(tmp_path / "run", rating=RatingConfig(["random"], 2)))[0]
    train_step(run)
    assert rate(run) == run.ratings != {}
    train_step(run)
    assert run.ratings == {}


def test_an_unknown_reference_is_refused(tmp_path, tiny):
    with pytest.raises(UserError, match=r"rating\.references: unknown bot 'nobody'"):
        train(tiny(tmp_path / "run", rating=RatingConfig(["nobody"])))
