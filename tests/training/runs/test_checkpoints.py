"""A run's folder: kills at every write, damage, and two runs at once."""

import errno
import json
import os
import re
import shutil
from pathlib import Path

import pytest
import torch
from africana_training.algorithms.imitation import ImitationConfig
from africana_training.config.check import check_config
from africana_training.config.file import read_config
from africana_training.config.settings import OptimizerConfig, RatingConfig, RolloutConfig
from africana_training.policies.file import TensorFile, save_tensors
from africana_training.rollout.league import LeagueConfig
from africana_training.runs.checkpoints import (
    CHECKPOINTS,
    DRAFT,
    KEPT_CHECKPOINTS,
    LEARNER_FILE,
    RunFolder,
    rating_of,
)
from africana_training.runs.notes import policies_of
from africana_training.runs.session import begin, train
from africana_training.runs.state import load_state
from africana_training.runs.update import train_step
from africana_training.tensors import DTYPES
from fuzz_files import forge_manifest
from trained import assert_equal_weights

from africana_env import UserError, load_game

UPDATES = 4
STRIDE = 9


@pytest.fixture(scope="session")
def every_update(tiny):
    """Makes the config of a run that saves after every update."""
    settings = {"checkpoint_minutes": 1e-9, "total_timesteps": 64 * UPDATES}
    return lambda folder, **changes: tiny(folder, **(settings | changes))


@pytest.fixture(scope="module")
def finished(tmp_path_factory, every_update):
    """The folder of a run that has ended."""
    folder = tmp_path_factory.mktemp("finished") / "run"
    train(every_update(folder))
    return folder


@pytest.fixture
def run_folder(tmp_path, finished):
    """A copy of it."""
    return Path(shutil.copytree(finished, tmp_path / "run"))


def assert_same_run(one, other):
    assert_equal_weights(one, other)
    assert metrics_of(one) == metrics_of(other)


def metrics_of(folder):
    """The lines of a run without its times."""
    lines = [json.loads(line) for line in (folder / "metrics.jsonl").read_text().splitlines()]
    return [
        {name: value for name, value in line.items() if not name.startswith(("time/", "charts/SPS", "sec"))}
        for line in lines
    ]


def in_a_fork(task):
    """Run a task in a forked process. Returns its exit status."""
    child = os.fork()
    if child == 0:
        try:
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, 1)
            os.dup2(null, 2)
            task()
            os._exit(0)
        except BaseException:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


class Killed:
    """Ends the process at its n-th call of a function that writes."""

    CALLS = ((os, "fsync"), (os, "mkdir"), (os, "rename"), (os, "replace"), (os, "unlink"), (os, "rmdir"), (os, "open"))

    def __init__(self, number):
        self.left = number

    def install(self):
        for module, name in self.CALLS:
            setattr(module, name, self.counting(getattr(module, name)))

    def counting(self, function):
        def call(*arguments, **options):
            if self.left == 0:
                os._exit(9)
            self.left -= 1
            return function(*arguments, **options)

        return call


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.parametrize(
    "start", [pytest.param(0, id="some"), *(pytest.param(n, marks=pytest.mark.slow) for n in range(1, 9))]
)
def test_killed_at_any_write_a_run_becomes_the_run_that_was_never_killed(tmp_path, finished, every_update, start):
    kills = 0
    for number in range(start, 2000, STRIDE):
        folder = tmp_path / f"run{number}"

        def killed(folder=folder, number=number):
            config = every_update(folder)
            Killed(number).install()
            train(config)

        status = in_a_fork(killed)
        assert status in (0, 9)
        assert in_a_fork(lambda folder=folder: train(every_update(folder), resume=True)) == 0, number
        assert_same_run(folder, finished)
        assert not list(folder.rglob(".*"))
        kills += status == 9
        if status == 0:
            break
        shutil.rmtree(folder)
    assert kills >= 5


def test_the_newest_and_the_best_checkpoints_are_kept(tmp_path, tiny):
    run, folder, _ = begin(tiny(tmp_path / "run"))
    for rating in (5.0, 900.0, 7.0, None, 3.0, 2.0):
        train_step(run)
        run.ratings = {} if rating is None else {"rating/elo": rating}
        folder.save(run)
    kept = sorted(path.name for path in (tmp_path / "run" / CHECKPOINTS).iterdir())
    assert [int(name) // 64 for name in kept] == [2, 4, 5, 6]
    assert len(kept) == KEPT_CHECKPOINTS + 1


def test_what_is_no_checkpoint_of_the_run_pushes_none_of_them_out(run_folder, every_update):
    """Files of users, and damaged checkpoints that it did not resume from."""
    folder = run_folder / CHECKPOINTS
    for name in ("notes", "999999999999", "1000000000000"):
        (folder / name).mkdir()
    (folder / "123").write_text("")
    (folder / "000000000200").write_text("")
    train(every_update(run_folder, total_timesteps=64 * (UPDATES + 3)), resume=True)
    kept = sorted(path.name for path in folder.iterdir() if path.name.startswith("0000000") and path.is_dir())
    assert [int(name) // 64 for name in kept] == [UPDATES + 1, UPDATES + 2, UPDATES + 3]
    assert {"notes", "999999999999", "1000000000000", "123"} <= {path.name for path in folder.iterdir()}


def test_what_a_kill_left_of_a_file_is_removed_when_the_run_goes_on(run_folder, every_update):
    for name in (".0123456789abcdef", ".gitignore", ".0123456789abcdeg"):
        (run_folder / name).write_text("")
    train(every_update(run_folder, total_timesteps=64 * (UPDATES + 1)), resume=True)
    assert {path.name for path in run_folder.glob(".*")} == {".gitignore", ".0123456789abcdeg"}


@pytest.mark.parametrize("rating", ["9" * 400, "[" * 50_000, "1e999", "NaN", '"many"'], ids=lambda text: text[:5])
def test_a_rating_that_is_none_is_no_rating(tmp_path, rating):
    text = '{"files": {}, "progress": {}, "ratings": {"rating/elo": RATING}, "policies": {}, "sources": {}}'
    (tmp_path / "manifest.json").write_text(text.replace("RATING", "12.5"))
    assert rating_of(tmp_path) == 12.5
    (tmp_path / "manifest.json").write_text(text.replace("RATING", rating))
    assert rating_of(tmp_path) is None
    os.truncate(tmp_path / "manifest.json", 1 << 40)  # a file without content, of any size
    assert rating_of(tmp_path) is None


def damaged_at(folder, name, change):
    path = max((folder / CHECKPOINTS).iterdir()) / name
    change(path)


DAMAGE = {
    "cut": lambda path: path.write_bytes(path.read_bytes()[:100]),
    "bit": lambda path: path.write_bytes(path.read_bytes()[:-1] + b"\xff"),
    "gone": Path.unlink,
    "folder": lambda path: (path.unlink(), path.mkdir()),
    "pipe": lambda path: (path.unlink(), os.mkfifo(path)),
}


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        *(("policy.safetensors", damage) for damage in DAMAGE),
        *((name, "cut") for name in ("learner.safetensors", "config.yaml", "manifest.json")),
    ],
)
def test_a_damaged_checkpoint_is_passed_over_for_the_one_before_with_a_note(
    finished, run_folder, every_update, name, damage, capsys
):
    damaged_at(run_folder, name, DAMAGE[damage])
    run, folder, _ = begin(every_update(run_folder), resume=True)
    assert run.progress.updates == UPDATES - 1
    folder.close()
    capsys.readouterr()
    train(every_update(run_folder), resume=True)
    noted = capsys.readouterr().out
    assert re.search(rf"note: .*0000{64 * UPDATES}.*: resuming from checkpoint 0+{64 * (UPDATES - 1)}\n", noted)
    assert_same_run(run_folder, finished)
    train(every_update(run_folder, total_timesteps=64 * (UPDATES + 1)), resume=True)
    assert "note:" not in capsys.readouterr().out


def test_a_finished_run_names_a_damaged_checkpoint_too(run_folder, every_update, capsys):
    damaged_at(run_folder, "config.yaml", Path.unlink)
    capsys.readouterr()
    train(every_update(run_folder, total_timesteps=64 * (UPDATES - 1)), resume=True)
    noted, said = capsys.readouterr().out.splitlines()[-3:-1]
    assert noted.startswith("note: ")
    assert said.startswith(f"finished already, {64 * (UPDATES - 1)} decisions")


STATES = {
    "a generator of numbers": {"generator": torch.zeros(5056)},
    "an index that is a number with a comma": {"league.playing": torch.tensor([0.5])},
    "no list of results": {"league.past": torch.tensor(1.0, dtype=torch.float64)},
    "more wins than games": {"league.bots": torch.tensor([[2.0, 1.0]], dtype=torch.float64)},
    "results that are no numbers": {"league.past": torch.full((1, 2), float("nan"), dtype=torch.float64)},
    "lengths that are no numbers": {"league.lengths": torch.full((2,), float("inf"), dtype=torch.float64)},
    "an action that there is not": {"rollout.carried.actions": -(2**63)},
    "an action that was illegal": {"rollout.carried.masks": 0},
    "an expert's action that there is not": {"rollout.carried.expert_actions": 357},
    "a mask of something else": {"rollout.carried.masks": 2},
    "an infinite probability": {"rollout.carried.logprobs": float("inf")},
    "a value that is no number": {"rollout.carried.values": float("nan")},
    "an average that is no number": {"optimizer.0.exp_avg": float("nan")},
    "a square below zero": {"optimizer.0.exp_avg_sq": -1.0},
    "less than no steps": {"optimizer.0.step": -1.0},
    "an infinite reward": {"rollout.carried.rewards": float("-inf")},
    "a position beyond a generator's words": {"numpy": 625.0},
    "words that are no whole numbers": {"python": 0.5},
}
"""Impossible values in a learner's state. Numbers stand for tensors filled with them."""


@pytest.mark.parametrize("forged", list(STATES))
def test_a_state_that_no_run_has_is_refused_in_one_line(run_folder, every_update, forged):
    path = max((run_folder / CHECKPOINTS).iterdir())
    state = TensorFile(path / LEARNER_FILE, "learner's state").load(DTYPES)
    for name, value in STATES[forged].items():
        assert name in state
        state[name] = value if isinstance(value, torch.Tensor) else torch.full_like(state[name], value)
    save_tensors(path / LEARNER_FILE, state, {})
    forge_manifest(path)
    with pytest.raises(UserError, match="was saved by another version") as error:
        begin(every_update(run_folder), resume=True)
    assert "\n" not in str(error.value)


def test_a_state_with_a_tensor_missing_added_or_of_another_shape_or_type_is_refused(run_folder, every_update):
    path = max((run_folder / CHECKPOINTS).iterdir())
    state = TensorFile(path / LEARNER_FILE, "learner's state").load(DTYPES)
    run, folder, _ = begin(every_update(run_folder), resume=True)
    forged = {
        f"{name} added": {**state, name: torch.zeros(1)}
        for name in ("x", "league.x", "rollout.groups.9.x", "optimizer.99.step", "optimizer.0.x", "optimizer.x.step")
    }
    for name, value in state.items():
        if name not in ("torch", "numpy", "python"):
            forged[f"{name} missing"] = {key: kept for key, kept in state.items() if key != name}
        for other in (value[None], value.double(), torch.zeros(2, 0)):
            if (other.shape, other.dtype) != (value.shape, value.dtype):
                forged[f"{name} as {other.dtype} {other.shape}"] = {**state, name: other}
    for what, other in forged.items():
        print(what)
        with pytest.raises(UserError) as error:
            load_state(run, other)
        assert str(error.value).endswith("was saved by another version: start a new run with --run_folder NAME")
    load_state(run, state)  # it does no harm
    train_step(run)
    folder.close()


def test_if_no_checkpoint_is_whole_the_run_is_not_begun_anew(run_folder, every_update):
    for path in (run_folder / CHECKPOINTS).iterdir():
        (path / "learner.safetensors").write_bytes(b"")
    with pytest.raises(UserError, match=r"every checkpoint of .* is damaged: .* was altered or damaged") as error:
        train(every_update(run_folder), resume=True)
    assert "\n" not in str(error.value)


def test_a_policy_without_a_checkpoint_is_not_trained_over(run_folder, finished, every_update):
    shutil.rmtree(run_folder / CHECKPOINTS)
    with pytest.raises(UserError, match="has a policy, but no checkpoint to resume from: --run_folder NAME"):
        train(every_update(run_folder), resume=True)
    assert (run_folder / "policy.safetensors").read_bytes() == (finished / "policy.safetensors").read_bytes()


def test_two_runs_do_not_write_into_one_folder(tmp_path, tiny):
    first, first_folder, _ = begin(tiny(tmp_path / "run"))
    second, second_folder, _ = begin(tiny(tmp_path / "run"))
    train_step(first)
    train_step(second)
    first_folder.save(first)
    with pytest.raises(UserError, match="another run"):
        second_folder.save(second)
    with pytest.raises(UserError, match="another run is writing there"):
        begin(tiny(tmp_path / "run"), resume=True)
    first_folder.close()
    with pytest.raises(UserError, match="another run has begun there"):
        second_folder.save(second)
    begin(tiny(tmp_path / "run"), resume=True)[1].close()


def test_a_full_disk_is_reported_and_the_run_goes_on_when_there_is_space_again(
    tmp_path, every_update, monkeypatch, capsys
):
    from africana_training.runs import checkpoints as run_folder

    save_tensors, calls = run_folder.save_tensors, []

    def full(*arguments):
        calls.append(arguments)
        if len(calls) == 2:
            raise UserError("cannot write: No space left on device")
        return save_tensors(*arguments)

    monkeypatch.setattr(run_folder, "save_tensors", full)
    train(every_update(tmp_path / "run"))
    assert "No space left on device; the run goes on" in " ".join(capsys.readouterr().out.split())
    assert len(calls) >= UPDATES
    assert not list((tmp_path / "run").rglob(DRAFT))


def test_a_full_disk_at_the_first_save_blocks_nothing(tmp_path, tiny, monkeypatch):
    def full(*arguments):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UserError, match="No space left on device") as error:
        train(tiny(tmp_path / "run"))
    assert "\n" not in str(error.value)
    monkeypatch.undo()
    train(tiny(tmp_path / "run"), resume=(tmp_path / "run" / "config.yaml").exists())


def test_a_folder_deleted_between_saves_is_made_again(tmp_path, tiny):
    run, folder, _ = begin(tiny(tmp_path / "run"))
    train_step(run)
    folder.save(run)
    shutil.rmtree(tmp_path / "run")
    train_step(run)
    folder.save(run)
    folder.close()
    assert begin(tiny(tmp_path / "run"), resume=True)[0].progress.updates == 2


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 5},
        {"reward": "outcome"},
        {"rollout": RolloutConfig(num_games=8, num_steps=8), "optimizer": OptimizerConfig(learning_rate=0.1)},
    ],
)
def test_a_run_is_resumed_only_as_it_was_begun(run_folder, every_update, change):
    with pytest.raises(UserError, match="was started with") as error:
        RunFolder(every_update(run_folder, **change), resume=True)
    assert "\n" not in str(error.value)


def test_what_does_not_change_the_run_may_change(tmp_path, tiny):
    config = tiny(tmp_path / "run")
    folder = RunFolder(config, resume=False)
    folder.make(config)
    folder.close()
    (tmp_path / "run").rename(tmp_path / "moved")
    other = {"minutes": 3.0, "total_timesteps": 64, "threads": 2, "checkpoint_minutes": 7.0}
    assert all(value != vars(config)[name] for name, value in other.items())
    RunFolder(tiny(tmp_path / "moved", **other), resume=True).close()


def test_an_edited_config_in_the_folder_is_not_how_the_run_was_begun(finished, run_folder, every_update):
    edited = run_folder / "config.yaml"
    before = edited.read_text().replace(str(finished), str(run_folder))
    edited.write_text(before.replace("minibatch_size: 32", "minibatch_size: 64"))
    with pytest.raises(UserError, match=r"was started with optimizer.minibatch_size 32, not 64"):
        RunFolder(check_config(read_config(str(edited), {})), resume=True)
    train(every_update(run_folder, total_timesteps=320), resume=True)
    assert edited.read_text() == before.replace("total_timesteps: 256", "total_timesteps: 320")


def test_a_run_is_not_resumed_on_other_data_of_its_edition(tmp_path, tiny):
    edition = tmp_path / "mine.toml"
    text = '[edition]\nname = "mine"\nbase = "reconstructed"\ngame = "africana"\nformat = 1\n'
    edition.write_text(text)
    train(tiny(tmp_path / "run", edition=str(edition)))
    edition.write_text(f"{text}max_rounds = 7\n")
    with pytest.raises(UserError, match=r"was trained on other data of edition mine: start a new run$"):
        train(tiny(tmp_path / "run", edition=str(edition), total_timesteps=384), resume=True)


def test_a_folder_of_something_else_is_left_alone(tmp_path, tiny):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "thesis.tex").touch()
    with pytest.raises(UserError, match="exists: add --resume"):
        train(tiny(tmp_path / "run"))
    with pytest.raises(UserError, match=r"has no config\.yaml, so no run to resume"):
        train(tiny(tmp_path / "run"), resume=True)
    (tmp_path / "empty").mkdir()
    train(tiny(tmp_path / "empty"))


def test_a_run_is_not_resumed_against_a_policy_that_has_changed(tmp_path, tiny):
    opponent, other = train(tiny(tmp_path / "opponent")).policy, train(tiny(tmp_path / "other", seed=1)).policy
    league = LeagueConfig(share=1.0, opponents=[f"policy:{opponent}"])
    train(tiny(tmp_path / "run", league=league))
    before = opponent.read_bytes()
    opponent.write_bytes(other.read_bytes())
    with pytest.raises(UserError, match=r"the policy .* has changed since .* was saved: restore it"):
        train(tiny(tmp_path / "run", total_timesteps=256, league=league), resume=True)
    opponent.write_bytes(before)
    train(tiny(tmp_path / "run", total_timesteps=256, league=league), resume=True)
    rating = RatingConfig([f"search:16,policy={opponent}", "greedy", "policy:baseline"])
    config = tiny(tmp_path / "rated", rating=rating, imitation=ImitationConfig(f"policy:{other},temperature=0"))
    assert set(policies_of(config, load_game(config.game))) == {"baseline", str(opponent), str(other)}


def test_the_policy_that_a_run_began_with_is_not_needed_to_resume_it(tmp_path, tiny):
    first = train(tiny(tmp_path / "first")).policy
    train(tiny(tmp_path / "run", start_from=str(first)))
    first.unlink()
    train(tiny(tmp_path / "run", start_from=str(first), total_timesteps=256), resume=True)
    with pytest.raises(UserError, match="there is no policy"):
        train(tiny(tmp_path / "new", start_from=str(first)))
