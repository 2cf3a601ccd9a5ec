"""The policies that come with the package."""

import pytest
from africana_training.config.check import check_config
from africana_training.config.file import read_config
from africana_training.networks.registry import observation_of
from africana_training.policies.file import load_policy
from africana_training.policies.shipped import POLICIES, policy_path, shipped_names

from africana_env import UserError, load_game, make_bot
from africana_env.arena.evaluate import match_result, play_match
from africana_env.engine.editions.edition_sets import EditionSet
from africana_env.engine.editions.editions import load_editions

SHIPPED = [(path.parent.name, path.stem) for path in sorted(POLICIES.glob("*/*.safetensors"))]
MAX_BYTES = 2_000_000


def test_there_are_some():
    assert shipped_names() == ["baseline", "generalist"]
    assert SHIPPED


@pytest.mark.parametrize(("name", "game_name"), SHIPPED)
def test_it_is_small_trained_by_its_config_and_on_this_edition(name, game_name):
    path = POLICIES / name / f"{game_name}.safetensors"
    assert path.stat().st_size < MAX_BYTES
    game, network, about = load_policy(path)
    config = check_config(read_config(f"configs/{name}_{game_name.removesuffix('_v0')}.yaml", {}))
    assert (game.name, config.game) == (game_name, game_name)
    edition = load_editions(game, config.edition)
    assert (observation_of(network) == "entities") == isinstance(edition, EditionSet)
    assert (about["edition"], about["edition_digest"]) == (edition.name, edition.digest)
    assert about["num_players"] == config.num_players
    assert set(config.num_players) == set(range(game.players[0], game.players[-1] + 1))
    assert 0 <= about["timesteps"] - config.total_timesteps < config.rollout.num_games * config.rollout.num_steps


@pytest.mark.parametrize(("name", "game_name"), SHIPPED)
@pytest.mark.parametrize("players", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_it_beats_random_play_everywhere_and_greedy_more_often_than_not(name, game_name, players):
    game = load_game(game_name)
    edition = load_editions(game, "generated:1000000-1000049" if name == "generalist" else "reconstructed")
    for rung, deals, least in (("random", 15, 0.7), ("greedy", 40, 1.1 / players)):
        rows = deals * players
        seats = [make_bot(f"policy:{name}", game, rows), *[make_bot(rung, game, rows)] * (players - 1)]
        result = match_result(rung, play_match(game, seats, edition, deals, 2, rows))
        assert result.win_rate > least


def test_a_path_is_a_path_and_a_game_without_one_is_reported(monkeypatch, tmp_path):
    game = load_game("africana_v0")
    assert policy_path("./baseline", game) == "./baseline"
    monkeypatch.setattr("africana_training.policies.shipped.POLICIES", tmp_path)
    (tmp_path / "baseline").mkdir()
    with pytest.raises(UserError, match="there is no shipped policy baseline for africana_v0: name a file"):
        make_bot("policy:baseline", game)
