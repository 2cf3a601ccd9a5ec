import json

import numpy as np
import pytest

from africana_env import UserError, game_names, load_game
from africana_env.opponents import make_opponent
from training.evaluate import evaluate, match_result, play_match, wilson_interval
from training.policy import new_network, save_policy


@pytest.fixture
def checkpoint(tmp_path):
    path = tmp_path / "policy.safetensors"
    game = load_game("africana_v0")
    save_policy(path, new_network(game, [8]), game, {})
    return path


def test_wilsons_interval_is_that_of_the_textbook():
    # Newcombe 1998, table I: 81 of 263 and 0 of 20.
    assert wilson_interval(81 / 263, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert wilson_interval(0, 20) == pytest.approx((0.0, 0.1611), abs=1e-4)


@pytest.mark.parametrize("name", game_names())
def test_each_deal_is_played_once_from_every_seat(name):
    game = load_game(name)
    for players in game.players:
        one, other = (make_opponent("random", game, 2 * players, seed) for seed in (1, 2))
        batch, seats = play_match(game, one, other, "reconstructed", players, 2 * players, 7)
        assert not batch.running.any()
        deals = batch.seeds.reshape(2, players)
        assert (deals == deals[:, :1]).all()
        assert deals[0, 0] != deals[1, 0]
        assert seats.reshape(2, players).tolist() == [list(range(players))] * 2


@pytest.mark.parametrize("name", game_names())
def test_equals_win_their_share(name):
    game = load_game(name)
    for players in game.players:
        games = 40 * players
        one, other = (make_opponent("greedy", game, games, seed) for seed in (1, 2))
        batch, seats = play_match(game, one, other, "reconstructed", players, games, 7)
        result = match_result("greedy", batch, seats)
        # Greedy draws no lots, so rotating the seats of a deal hands out exactly one win.
        assert result.win_rate == pytest.approx(1 / players)
        assert result.score == pytest.approx(result.opponent_score)


def test_results_are_written_as_json(checkpoint, tmp_path):
    file = tmp_path / "results.json"
    evaluate(str(checkpoint), ["random", str(checkpoint)], 3, 31, json_file=str(file))
    results = json.loads(file.read_text())["results"]
    assert [result["against"] for result in results] == ["random", str(checkpoint)]
    for result in results:
        assert set(result) == {"against", "games", "win_rate", "ci95", "score", "opponent_score"}
        assert result["games"] == 30
        low, high = result["ci95"]
        assert 0 <= low <= result["win_rate"] <= high <= 1
    assert np.isfinite([result["score"] for result in results]).all()


def test_the_same_seed_gives_the_same_result(checkpoint):
    first, second = (evaluate(str(checkpoint), ["random"], 2, 20, seed=5) for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"against": ["nobody"]}, "unknown opponent 'nobody': use random or greedy"),
        ({"num_players": 5}, "players must be a whole number from 2 to 4"),
        ({"games": 1}, "games must be at least 2"),
        ({"edition": "none"}, "unknown edition 'none'"),
        ({"checkpoint": "missing.safetensors"}, "there is no checkpoint missing.safetensors"),
    ],
)
def test_a_wrong_argument_is_told_in_one_line(checkpoint, change, message):
    arguments = {"checkpoint": str(checkpoint), "against": ["random"], "num_players": 2, "games": 4} | change
    with pytest.raises(UserError, match=message) as error:
        evaluate(**arguments)
    assert "\n" not in str(error.value)
