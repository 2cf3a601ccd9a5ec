"""Runs on sets of editions: an edition for each game, and ratings on editions that were held out."""

from copy import deepcopy
from dataclasses import replace

import numpy as np
import pytest
import torch
from africana_training.config.settings import RatingConfig
from africana_training.networks.registry import new_network, observation_of
from africana_training.policies.file import load_policy
from africana_training.runs.rating import rated_on
from africana_training.runs.session import begin, train
from africana_training.runs.state import load_state, state_of
from africana_training.runs.update import train_step

from africana_env import Batch, UserError, make_bot
from africana_env.cli import main
from africana_env.engine.batch import live_editions
from africana_env.engine.editions import edition_sets
from africana_env.engine.editions.edition_sets import HELD_OUT

MANY = {"game": "afritoria_v0", "edition": "generated:0-999999", "network": "entities", "max_rounds": 3}


@pytest.fixture
def few_live(monkeypatch):
    """Few editions at a time, each for one game."""
    monkeypatch.setattr(live_editions, "MAX_LIVE", 4)
    monkeypatch.setattr(live_editions, "GAMES_EACH", 1)


@pytest.mark.usefixtures("few_live")
def test_a_run_on_more_editions_than_are_live_goes_on_as_if_never_stopped(tmp_path, tiny):
    one = begin(tiny(tmp_path / "one", **MANY))[0]
    first = one.rollout.groups[0].batch.live.save()
    for _ in range(6):
        train_step(one)
    saved = deepcopy((one.progress, one.network.state_dict(), state_of(one)))
    live = one.rollout.groups[0].batch.live.save()
    assert (live[0] != first[0]).any(), "no edition was replaced"
    other = begin(tiny(tmp_path / "other", **MANY))[0]
    other.progress = replace(saved[0])
    other.network.load_state_dict(saved[1])
    load_state(other, saved[2])
    for _ in range(4):
        train_step(one)
        train_step(other)
    batches = [run.rollout.groups[0].batch for run in (one, other)]
    assert batches[0].states.tobytes() == batches[1].states.tobytes()
    assert (batches[0].live.save() == batches[1].live.save()).all()
    assert (batches[0].live.save() != live).any()
    weights = other.network.state_dict()
    assert all(torch.equal(value, weights[name]) for name, value in one.network.state_dict().items())


@pytest.mark.usefixtures("few_live")
def test_the_editions_are_drawn_from_the_seed_for_each_number_of_players(tmp_path, tiny):
    live = []
    for seed in (0, 1, 0):
        run, folder, _ = begin(tiny(tmp_path / f"run{len(live)}", **MANY, num_players=[2, 3], seed=seed))
        live.append([set(group.batch.live.indices.tolist()) for group in run.rollout.groups])
        folder.close()
    assert live[0] == live[2]
    drawn = [*live[0], *live[1]]
    assert len(set.union(*drawn)) == sum(map(len, drawn))  # a million to draw from


@pytest.mark.usefixtures("few_live")
def test_editions_of_another_set_are_not_taken(tmp_path, tiny):
    run, folder, _ = begin(tiny(tmp_path / "run", **MANY))
    live = run.rollout.groups[0].batch.live
    saved = live.save()
    for wrong in (saved[:2], saved[:, :2], np.where(saved == saved[0], 10**7, saved), np.zeros_like(saved)):
        with pytest.raises(UserError, match="these are not editions of generated:0-999999"):
            live.load(wrong)
    assert (live.save() == saved).all()
    folder.close()


@pytest.mark.usefixtures("few_live")
@pytest.mark.parametrize(("name", "observation"), [("entities", "entities"), ("relational", "facts")])
def test_a_policy_plays_editions_that_it_never_saw_without_a_warning(tmp_path, tiny, caplog, name, observation):
    policy = train(tiny(tmp_path / "run", **{**MANY, "network": name})).policy
    game, network, about = load_policy(policy)
    assert about["edition"] == "generated:0-999999"
    assert observation_of(network) == observation
    bot = make_bot(f"policy:{policy}", game, 4)
    assert not bot.reads_observations
    for edition, options in (
        ("generated:1000005", {"observe": False}),
        ("reconstructed", {"observation": observation}),
    ):
        batch = Batch(game, 4, 2, edition, max_rounds=about["max_rounds"], **options)
        batch.reset(0)
        assert np.allclose(bot.probabilities(batch, np.ones(4, np.bool_)).sum(1), 1)
    command = ["evaluate", game.name, f"policy:{policy}", "--against", "random", "--num_games", "4"]
    assert main([*command, "--num_players", "2", "--max_rounds", "3"]) == 0
    assert "was trained" not in caplog.text


def test_policies_are_rated_on_editions_of_which_neither_training_nor_tests_have_any(tmp_path, tiny):
    for changes, rated in ((MANY, "generated:1000100-1000199"), ({}, "reconstructed")):
        run, folder, _ = begin(tiny(tmp_path / rated[:5], **changes))
        assert rated_on(run.edition).name == rated
        folder.close()
    assert HELD_OUT[-1] < 1_000_100


def test_a_run_that_could_not_be_rated_does_not_begin(tmp_path, tiny, monkeypatch):
    draw = edition_sets.drawn_edition

    def drawn(game, base, spelled):
        if spelled.first == 1_000_150:
            raise UserError("no board of it was found")
        return draw(game, base, spelled)

    monkeypatch.setattr(edition_sets, "drawn_edition", drawn)
    with pytest.raises(UserError, match=r"no board of it was found; .* not at all by --rating\.deals 0"):
        begin(tiny(tmp_path / "run", **MANY, rating=RatingConfig(["random"], 2)))
    begin(tiny(tmp_path / "run", **MANY))[1].close()


@pytest.mark.usefixtures("few_live")
def test_a_new_run_fits_the_scale_of_entities_to_its_games(tmp_path, tiny):
    run, folder, _ = begin(tiny(tmp_path / "run", **MANY))
    network = new_network(run.game, run.config.layers, "entities")
    assert not torch.equal(run.network.feature_scale, network.feature_scale)
    network.fit_scale(run.rollout.groups[0].batch.observation)
    assert torch.equal(run.network.feature_scale, network.feature_scale)
    folder.close()


@pytest.mark.usefixtures("few_live")
def test_a_run_starts_from_the_weights_of_a_policy(tmp_path, tiny):
    policy = str(train(tiny(tmp_path / "first", **MANY)).policy)
    run, folder, _ = begin(tiny(tmp_path / "second", game="afritoria_v0", network="entities", start_from=policy))
    saved = load_policy(policy)[1].state_dict()
    assert all(torch.equal(value, saved[name]) for name, value in run.network.state_dict().items())
    folder.close()
    for changes, message in (
        (
            {"game": "afritoria_v0"},
            r"start_from: .* is network entities with layers .*, not network mlp",
        ),
        ({"game": "africa_v0", "network": "entities"}, "start_from: .* plays afritoria_v0, not africa_v0"),
        ({"start_from": "nothing.safetensors"}, "there is no policy nothing.safetensors"),
        (
            {"game": "afritoria_v0", "network": "entities", "algorithm": "dmc"},
            "start_from: .* was not learned by dmc",
        ),
    ):
        with pytest.raises(UserError, match=message):
            begin(tiny(tmp_path / "third", **({"start_from": policy} | changes)))
