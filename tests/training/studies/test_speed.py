"""The report on the speed of training; the speed itself is not tested."""

import importlib
import json
from types import SimpleNamespace

import numpy as np
import pytest
from africana_training.config.settings import OptimizerConfig, RolloutConfig
from africana_training.runs.run import Progress
from africana_training.studies import speed

from africana_env.cli import main


@pytest.fixture
def short(monkeypatch):
    monkeypatch.setattr(speed, "ROLLOUT", RolloutConfig(num_games=8, num_steps=8))
    monkeypatch.setattr(speed, "OPTIMIZER", OptimizerConfig(update_epochs=2, minibatch_size=32))
    monkeypatch.setattr(speed, "TIMED_UPDATES", 2)


def test_shares_add_up_and_every_part_has_one(short):
    rate, core_seconds, own, shares = speed.training_rate()
    assert rate > 0
    assert core_seconds > 0
    assert 0.5 < own <= 1
    assert set(shares) == {"environment", "league", "forward", "learning"}
    assert all(share > 0 for share in shares.values())
    assert sum(shares.values()) == pytest.approx(1)


def test_the_rate_is_that_of_the_updates_that_are_timed(short, monkeypatch):
    clock, runs = iter([100.0, 104.0]), []

    def make_run(config):
        learner = np.array([[False], *[[True], [False]] * 4])  # the first was carried over
        rollout = SimpleNamespace(buffer=SimpleNamespace(learner=learner))
        runs.append(SimpleNamespace(progress=Progress(), rollout=rollout))
        return runs[-1]

    def train_step(run):
        run.progress.add(1000, 1.0, 0.5)
        number = run.progress.timesteps // 1000
        return dict.fromkeys(speed.PARTS.values(), 1e9 if number == 1 else 1.0) | {"time/learn": 5.0}

    monkeypatch.setattr(speed, "make_run", make_run)
    monkeypatch.setattr(speed, "train_step", train_step)
    monkeypatch.setattr(speed, "plan", lambda run: None)
    monkeypatch.setattr(speed, "perf_counter", lambda: next(clock))
    rate, core_seconds, own, shares = speed.training_rate()
    assert own == 0.5
    assert core_seconds == 500
    assert runs[0].progress.timesteps == 3000
    assert rate == 2 * 1000 / 4
    assert shares == {"environment": 1 / 8, "league": 1 / 8, "forward": 1 / 8, "learning": 5 / 8}


@pytest.mark.parametrize("games", [speed.single_games, speed.vector_games])
def test_the_other_library_learns_as_often_from_batches_of_the_same_size(games, short, monkeypatch):
    masked_ppo = pytest.importorskip("sb3_contrib").MaskablePPO
    models = []

    class Noted(masked_ppo):
        def learn(self, *arguments, **options):
            models.append(self)
            return super().learn(*arguments, **options)

    monkeypatch.setattr("sb3_contrib.MaskablePPO", Noted)
    assert speed.sb3_rate(games()) > 0
    (model,) = set(models)
    assert (model.n_envs, model.n_steps, model.n_epochs, model.batch_size) == (8, 8, 2, 32)
    assert model.num_timesteps == 64 * (1 + speed.SB3_TIMED_UPDATES)
    assert model._n_updates == 2 * (1 + speed.SB3_TIMED_UPDATES)
    assert [layer.out_features for layer in model.policy.mlp_extractor.policy_net if hasattr(layer, "bias")] == [
        128
    ] * 2


@pytest.fixture
def measured(monkeypatch):
    shares = {"environment": 0.031, "league": 0.05, "forward": 0.2, "learning": 0.719}
    monkeypatch.setattr(speed, "training_rate", lambda: (52_430.0, 12.5, 0.875, shares))
    rates = {"decisions_per_second": 52_430.0, "core_seconds_per_million": 12.5}
    return {**rates, "policy_share": 0.875, "shares": shares}


def test_without_the_other_library_there_is_no_ratio_and_one_line_says_why(measured, monkeypatch, tmp_path, capsys):
    def absent(name):
        if name.startswith(("sb3_contrib", "stable_baselines3")):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return importlib.import_module(name)

    monkeypatch.setattr(speed, "import_module", absent)
    file = tmp_path / "bench.json"
    assert main(["bench-training", "--json", str(file)]) == 0
    rates = {f"sb3_{games}_{what}": None for games in ("single", "vector") for what in ("per_second", "ratio")}
    assert json.loads(file.read_text()) == measured | rates
    assert capsys.readouterr().out.endswith("not compared: sb3-contrib is not installed (pip install sb3-contrib)\n")


def test_ratios_are_of_the_decisions_of_the_policy(measured, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(speed, "sb3_rates", lambda: (5734.53125, 11469.0625))
    file = tmp_path / "bench.json"
    assert main(["bench-training", "--json", str(file)]) == 0
    rates = {"sb3_single_per_second": 5734.53125, "sb3_vector_per_second": 11469.0625}
    assert json.loads(file.read_text()) == measured | rates | {"sb3_single_ratio": 8.0, "sb3_vector_ratio": 4.0}
    printed = capsys.readouterr().out
    for text in ("52.4 k", "45.9 k", "5.73 k", "8.0", "11.5 k", "4.0", "share of environment", "3.1%", "71.9%"):
        assert text in printed
    assert main(["bench-training", "--json", str(tmp_path / "nowhere" / "bench.json")]) == 2
    assert "name a file in a folder that exists" in capsys.readouterr().err
