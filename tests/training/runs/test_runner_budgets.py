"""Budgets of a run in decisions and minutes, and larger ones for a run that is resumed."""

import json
import re
from unittest.mock import Mock, patch

import numpy as np
import pytest
from africana_training.algorithms.imitation import ImitationConfig
from africana_training.config.settings import OptimizerConfig
from africana_training.policies.file import load_policy
from africana_training.rollout.league import LeagueConfig
from africana_training.runs import update
from africana_training.runs.checkpoints import RunFolder
from africana_training.runs.session import begin, train
from africana_training.runs.update import train_step
from trained import assert_equal_weights


def contents(folder):
    return {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_minutes_become_decisions_once_and_the_run_is_that_of_so_many_decisions(tmp_path, tiny, capsys):
    train(tiny(tmp_path / "timed", minutes=0.02, total_timesteps=10**9))
    planned = json.loads(max((tmp_path / "timed" / "checkpoints").iterdir()).joinpath("manifest.json").read_text())
    end = planned["progress"]["end"]
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["setting up the games ...", "measuring how much fits into 0.02 minutes ..."]
    assert f"repeat it by --total_timesteps {end} --minutes null" in lines[2]
    assert re.match(r"\d+%, \d+ decisions", lines[3])  # of the first update, not after a minute
    train(tiny(tmp_path / "counted", total_timesteps=end))
    assert_equal_weights(tmp_path / "timed", tmp_path / "counted")
    train(tiny(tmp_path / "timed", minutes=0.02, total_timesteps=2 * 10**9), resume=True)
    assert "a larger --minutes continues it" in capsys.readouterr().out
    more = planned["progress"]["seconds"] / 60 + 0.02
    train(tiny(tmp_path / "timed", minutes=more, total_timesteps=10**9), resume=True)
    message = capsys.readouterr().out
    assert "finished" not in message
    assert "repeat it by" not in message  # its learning rate has fallen twice


def test_a_larger_budget_holds_though_the_run_was_killed_before_it_was_saved(tmp_path, tiny):
    train(tiny(tmp_path / "run"))
    save = Mock(side_effect=MemoryError)
    with patch.object(RunFolder, "save", save), pytest.raises(MemoryError):
        train(tiny(tmp_path / "run", total_timesteps=320), resume=True)
    for _ in range(2):
        train(tiny(tmp_path / "run", total_timesteps=320), resume=True)
        assert load_policy(tmp_path / "run" / "policy.safetensors")[2]["timesteps"] == 320


def test_what_is_timed_beforehand_is_not_added_to_the_budget(tmp_path, tiny, monkeypatch):
    def rate(run, seconds):
        assert seconds == pytest.approx(update.TIMED_SHARE * 60)
        run.progress.timesteps += 320
        return 100.0

    monkeypatch.setattr(update, "measure_speed", rate)
    taught = ImitationConfig("greedy", timesteps=1000)  # ten seconds, of sixty
    run = begin(tiny(tmp_path / "run", minutes=1.0, total_timesteps=10**9, imitation=taught))[0]
    assert (run.progress.timesteps, run.progress.end) == (0, 1000 + 50 * 100)


def test_the_speed_is_measured_with_others_in_their_seats(tmp_path, tiny, monkeypatch):
    """Otherwise a slow bot in most seats would take many times the minutes."""
    speed, own = update.measure_speed, []

    def noted(run, seconds):
        found = speed(run, seconds)
        own.append(run.rollout.buffer.learner[run.rollout.seats :].mean())
        return found

    monkeypatch.setattr(update, "measure_speed", noted)
    league, taught = LeagueConfig(share=1.0, opponents=["greedy"], snapshots=0), ImitationConfig("greedy", 10**4)
    begin(tiny(tmp_path / "run", num_players=4, minutes=0.001, league=league, imitation=taught))
    assert own[0] == 1
    assert own[1] < 0.5


def learning_rates(folder):
    return [json.loads(line)["charts/learning_rate"] for line in (folder / "metrics.jsonl").read_text().splitlines()]


def test_with_a_larger_budget_the_learning_rate_goes_on_from_where_it_was(tmp_path, tiny):
    run, folder, _ = begin(tiny(tmp_path / "run", total_timesteps=64 * 10))
    for _ in range(4):
        train_step(run)
    folder.save(run)
    folder.close()
    run, folder, _ = begin(tiny(tmp_path / "run", total_timesteps=64 * 20), resume=True)
    rates = [train_step(run)["charts/learning_rate"] for _ in range(16)]
    base = run.config.optimizer.learning_rate
    np.testing.assert_allclose(rates, base * 0.6 * (1 - np.arange(16) / 16))
    assert run.progress.finished


def test_a_run_that_was_over_begins_another_fall_with_a_larger_budget(tmp_path, tiny):
    train(tiny(tmp_path / "run"))
    train(tiny(tmp_path / "run", total_timesteps=192 + 128), resume=True)
    base = OptimizerConfig().learning_rate
    np.testing.assert_allclose(learning_rates(tmp_path / "run"), base * np.array([1, 2 / 3, 1 / 3, 1, 0.5]))


def test_a_finished_run_is_left_as_it_is(tmp_path, tiny, capsys):
    train(tiny(tmp_path / "run"))
    before = contents(tmp_path / "run")
    train(tiny(tmp_path / "run"), resume=True)
    assert contents(tmp_path / "run") == before
    assert "finished already" in capsys.readouterr().out
