"""The result of a run, and its callback."""

import json
import signal
from pathlib import Path

import pytest
from africana_training.config.settings import RatingConfig
from africana_training.policies.file import load_policy
from africana_training.runs.session import RunResult, train
from trained import assert_equal_weights


class PrunedError(Exception):
    """As a search over settings raises it."""


def pruned_after(updates):
    """A callback that ends a run after some updates."""

    def on_update(progress, metrics):
        if progress.updates == updates:
            raise PrunedError

    return on_update


def test_a_run_returns_its_policy_and_ratings(tmp_path, tiny):
    config = tiny(tmp_path / "run", rating=RatingConfig(["random"], 4))
    found = train(config)
    assert isinstance(found, RunResult)
    assert load_policy(found.policy)[2]["timesteps"] == found.timesteps == 192
    assert found.seconds > 0
    low, share, high = (found.ratings[f"rating/random_win_rate{end}"] for end in ("_low", "", "_high"))
    assert 0 <= low <= share <= high <= 1
    assert train(config, resume=True) == found  # finished already


def test_a_run_that_was_interrupted_while_it_was_rated_is_rated_when_it_is_resumed(tmp_path, tiny, monkeypatch):
    config = tiny(tmp_path / "run", rating=RatingConfig(["random"], 4))
    with monkeypatch.context() as patched:
        patched.setattr("africana_training.runs.rating.Rater.rate", lambda *_: {})  # as where it is stopped
        assert train(config).ratings == {}
    assert "rating/elo" in train(config, resume=True).ratings


def test_what_a_callback_gets_stays_as_it_was_then(tmp_path, tiny):
    kept = []
    train(tiny(tmp_path / "run"), on_update=lambda progress, metrics: kept.append(progress))
    assert [progress.updates for progress in kept] == [1, 2, 3]


def test_each_update_is_reported_with_what_the_metrics_file_says(tmp_path, tiny):
    reported = []
    config = tiny(tmp_path / "run", rating=RatingConfig(["random"], 2), checkpoint_minutes=1e-9)
    train(config, on_update=lambda progress, metrics: reported.append({"updates": progress.updates, **metrics}))
    written = [json.loads(line) for line in (tmp_path / "run" / "metrics.jsonl").read_text().splitlines()]
    assert reported == [
        {name: value for name, value in line.items() if name not in ("timesteps", "seconds")} for line in written
    ]
    assert all("rating/elo" in line for line in reported)


@pytest.mark.parametrize("updates", [1, 3])
def test_an_error_of_the_callback_ends_the_run_which_is_saved_and_goes_on(tmp_path, tiny, whole, updates):
    with pytest.raises(PrunedError):
        train(tiny(tmp_path / "run"), on_update=pruned_after(updates))
    assert load_policy(tmp_path / "run" / "policy.safetensors")[2]["timesteps"] == 64 * updates
    train(tiny(tmp_path / "run"), resume=True)
    assert_equal_weights(tmp_path / "run", whole)


@pytest.mark.parametrize("folder", ["two\nlines", "exp[lr]", "[/a]", "a" * 100])
def test_folders_are_shown_in_one_line(tmp_path, tiny, monkeypatch, capsys, folder):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        train(tiny(folder), on_update=lambda progress, metrics: signal.raise_signal(signal.SIGINT))
    train(tiny(folder), resume=True)
    train(tiny(folder), resume=True)
    shown = capsys.readouterr().out
    policy = str(Path(folder) / "policy.safetensors")
    assert shown.count(policy if policy.isprintable() else repr(policy)) == 2
