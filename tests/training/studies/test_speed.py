"""What is said of the speed of training is that of training; how fast it is, no test says."""

import importlib
from types import SimpleNamespace

import numpy as np
import pytest
from africana_training.config.settings import OptimizerConfig, RolloutConfig
from africana_training.studies import speed

from africana_env.tools.bench_training import TrainingSpeed


@pytest.fixture
def short(monkeypatch):
    monkeypatch.setattr(speed, "ROLLOUT", RolloutConfig(num_games=8, num_steps=8))
    monkeypatch.setattr(speed, "OPTIMIZER", OptimizerConfig(update_epochs=2, minibatch_size=32))
    monkeypatch.setattr(speed, "TIMED_UPDATES", 2)


def test_shares_add_up_and_every_part_has_one(short):
    rate, own, shares = speed.training_rate()
    assert rate > 0
    assert 0.5 < own <= 1
    assert set(shares) == {"environment", "league", "forward", "learning"}
    assert all(share > 0 for share in shares.values())
    assert sum(shares.values()) == pytest.approx(1)


def test_the_rate_is_that_of_the_updates_that_are_timed(short, monkeypatch):
    clock, runs = iter([100.0, 104.0]), []

    def make_run(config):
        learner = np.array([[False], *[[True], [False]] * 4])  # the first was carried over
        rollout = SimpleNamespace(buffer=SimpleNamespace(learner=learner))
        runs.append(SimpleNamespace(progress=SimpleNamespace(timesteps=0), rollout=rollout))
        return runs[-1]

    def train_step(run):
        run.progress.timesteps += 1000
        number = run.progress.timesteps // 1000
        return dict.fromkeys(speed.PARTS.values(), 1e9 if number == 1 else 1.0) | {"time/learn": 5.0}

    monkeypatch.setattr(speed, "make_run", make_run)
    monkeypatch.setattr(speed, "train_step", train_step)
    monkeypatch.setattr(speed, "plan", lambda run: None)
    monkeypatch.setattr(speed, "perf_counter", lambda: next(clock))
    rate, own, shares = speed.training_rate()
    assert own == 0.5
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


def test_without_the_other_library_there_is_no_ratio(monkeypatch):
    def absent(name):
        if name.startswith(("sb3_contrib", "stable_baselines3")):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return importlib.import_module(name)

    monkeypatch.setattr(speed, "import_module", absent)
    monkeypatch.setattr(speed, "training_rate", lambda: (1000.0, 0.5, {"learning": 1.0}))
    progress = []
    assert speed.measure_training(progress.append) == TrainingSpeed(1000.0, 0.5, None, None, {"learning": 1.0})
    assert len(progress) == 2


def test_ratios_are_of_the_decisions_of_the_policy(monkeypatch):
    monkeypatch.setattr(speed, "training_rate", lambda: (1000.0, 0.5, {"learning": 1.0}))
    monkeypatch.setattr(speed, "single_games", lambda: 100.0)
    monkeypatch.setattr(speed, "vector_games", lambda: 250.0)
    monkeypatch.setattr(speed, "sb3_rate", lambda games: games)
    measured = speed.measure_training(lambda what: None)
    assert (measured.sb3_single_ratio, measured.sb3_vector_ratio) == (5, 2)
