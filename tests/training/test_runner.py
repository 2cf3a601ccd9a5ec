import errno
import json
import os
from pathlib import Path

import numpy as np
import pytest
import torch
import yaml

import training.runner as train_module
from africana_env import UserError, load_game
from africana_env.cli import main
from training.config import ImitationConfig, LeagueConfig, PPOConfig, TrainConfig
from training.policy import TensorFile, load_policy, save_policy, save_tensors
from training.runner import Runner, train


def tiny(folder, **changes):
    ppo = PPOConfig(num_games=8, num_steps=8, update_epochs=1, minibatch_size=32)
    values = {
        "game": "africana_v0",
        "run_folder": str(folder),
        "num_players": 2,
        "layers": [16],
        "total_timesteps": 192,
        "ppo": ppo,
        "league": LeagueConfig(share=0.5, opponents=["greedy"], snapshots=2),
    }
    return TrainConfig(**(values | changes))


def test_a_run_leaves_config_metrics_and_a_policy_that_loads(tmp_path):
    policy = train(tiny(tmp_path / "run"))
    folder = tmp_path / "run"
    assert yaml.safe_load((folder / "config.yaml").read_text())["ppo"]["num_games"] == 8
    lines = [json.loads(line) for line in (folder / "metrics.jsonl").read_text().splitlines()]
    assert [line["timesteps"] for line in lines] == [64, 128, 192]
    assert {"losses/policy_loss", "losses/entropy", "losses/approx_kl", "charts/SPS"} <= set(lines[0])
    assert list(folder.glob("events.out.tfevents.*"))
    game, network, about = load_policy(policy)
    assert game is load_game("africana_v0")
    assert network.layers == [16]
    assert about["timesteps"] == 192


def test_the_same_seed_trains_the_same_policy(tmp_path):
    policies = [load_policy(train(tiny(tmp_path / name)))[1].state_dict() for name in ("one", "two")]
    for name, weight in policies[0].items():
        assert torch.equal(weight, policies[1][name])


def test_resume_goes_on_with_weights_optimizer_and_budget(tmp_path):
    first = Runner(tiny(tmp_path / "run"), resume=False)
    first.train_step()
    first.save()
    second = Runner(tiny(tmp_path / "run"), resume=True)
    assert second.progress.timesteps == 64
    for name, weight in first.network.state_dict().items():
        assert torch.equal(weight, second.network.state_dict()[name])
    old, new = (run.optimizer.state_dict()["state"] for run in (first, second))
    assert old.keys() == new.keys()
    for index, values in old.items():
        for name, value in values.items():
            assert torch.equal(value, new[index][name])
    np.testing.assert_array_equal(second.rollout.buffer.masks[-1], second.rollout.batch.action_mask)
    np.testing.assert_array_equal(second.rollout.buffer.observations[-1], second.rollout.batch.observation)
    train(tiny(tmp_path / "run"), resume=True)
    assert load_policy(tmp_path / "run" / "policy.safetensors")[2]["timesteps"] == 192


def test_ctrl_c_saves_what_was_learned(tmp_path, monkeypatch):
    train_step = Runner.train_step

    def interrupted(run):
        if run.progress.updates == 2:
            raise KeyboardInterrupt
        return train_step(run)

    monkeypatch.setattr(train_module.Runner, "train_step", interrupted)
    with pytest.raises(KeyboardInterrupt):
        train(tiny(tmp_path / "run"))
    assert load_policy(tmp_path / "run" / "policy.safetensors")[2]["timesteps"] == 128


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "chess_v0"}, "unknown game 'chess_v0'"),
        ({"reward": "gold"}, "reward must be outcome or margin or score or lead, not 'gold'"),
        ({"num_players": 7}, "num_players must be a whole number from 2 to 4"),
        ({"edition": "none"}, "unknown edition 'none'"),
        ({"layers": []}, r"layers must be a list \[...\] of 1 to 16 values, .*, not \[\]"),
        ({"layers": [16, 10**8]}, r"layers\[1\] must be a whole number from 1 to 4096, not 100000000"),
        ({"layers": [8] * 1000}, r"layers must be a list \[...\] of 1 to 16 values, .*, not \[8, "),
        ({"total_timesteps": 0}, "total_timesteps must be a whole number from 1 to 10{15}, not 0"),
        ({"total_timesteps": 10**400}, "total_timesteps must be a whole number from 1 to"),
        ({"seed": 1 << 63}, "seed must be a whole number from 0 to 9223372036854775807"),
        ({"minutes": float("nan")}, "minutes must be a number greater than 0 or null, not nan"),
        ({"ppo": PPOConfig(num_games=10**8)}, "ppo.num_games must be a whole number from 1 to 65536, not 100000000"),
        ({"ppo": PPOConfig(num_steps=10**8)}, "ppo.num_steps must be a whole number from 3 to 4096, not 100000000"),
        ({"ppo": PPOConfig(num_steps=2)}, "ppo.num_steps must be a whole number from 3 to 4096, not 2"),
        ({"num_players": 3, "ppo": PPOConfig(num_steps=3)}, "ppo.num_steps must be greater than num_players, 3, not 3"),
        ({"ppo": PPOConfig(ent_coef=-1.0)}, "ppo.ent_coef must be a number of at least 0, not -1.0"),
        ({"ppo": PPOConfig(gamma=1.5)}, "ppo.gamma must be a number from 0 to 1, not 1.5"),
        ({"league": LeagueConfig(opponents=["nobody"])}, "unknown bot 'nobody'"),
    ],
)
def test_a_config_that_makes_no_sense_is_refused_before_anything_is_written(tmp_path, change, message):
    with pytest.raises(UserError, match=message) as error:
        train(tiny(tmp_path / "run", **change))
    assert "\n" not in str(error.value)
    assert not (tmp_path / "run").exists()


def test_a_folder_in_use_is_not_overwritten(tmp_path):
    train(tiny(tmp_path / "run"))
    with pytest.raises(UserError, match="--resume"):
        train(tiny(tmp_path / "run"))


def test_a_run_of_another_shape_is_not_resumed(tmp_path):
    train(tiny(tmp_path / "run"))
    with pytest.raises(UserError, match=r"layers \[16\]"):
        train(tiny(tmp_path / "run", layers=[8, 8], total_timesteps=1000), resume=True)


def contents(folder):
    return {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.parametrize("change", [{"seed": 5}, {"reward": "outcome"}, {"ppo": PPOConfig(8, 8, learning_rate=0.1)}])
def test_a_run_is_resumed_only_as_it_was_begun(tmp_path, change):
    train(tiny(tmp_path / "run"))
    before = contents(tmp_path / "run")
    with pytest.raises(UserError, match="was begun with") as error:
        train(tiny(tmp_path / "run", total_timesteps=1000, **change), resume=True)
    one_line_of(error)
    assert contents(tmp_path / "run") == before


def test_a_finished_run_is_left_as_it_is(tmp_path, capsys):
    train(tiny(tmp_path / "run"))
    before = contents(tmp_path / "run")
    train(tiny(tmp_path / "run"), resume=True)
    assert contents(tmp_path / "run") == before
    assert "finished already" in capsys.readouterr().out


def test_a_folder_without_a_policy_is_not_resumed(tmp_path):
    train(tiny(tmp_path / "run"))
    (tmp_path / "run" / "policy.safetensors").unlink()
    before = contents(tmp_path / "run")
    with pytest.raises(UserError, match=r"holds no run to resume, for it has no policy\.safetensors") as error:
        train(tiny(tmp_path / "run", total_timesteps=1000), resume=True)
    one_line_of(error)
    assert contents(tmp_path / "run") == before


def one_line_of(error):
    message = str(error.value)
    assert "\n" not in message
    return message


def rewrite(path, change):
    """Let `change` replace tensors and metadata of a safetensors file."""
    file = TensorFile(path, "file")
    save_tensors(path, *change(file.load(), file.metadata))


@pytest.mark.parametrize(
    "change",
    [
        lambda tensors, metadata: ({"weight": torch.zeros(3)}, metadata),
        lambda tensors, metadata: ({f"a{name}": tensor for name, tensor in tensors.items()}, metadata),
        lambda tensors, metadata: ({name: torch.zeros(2, 2) for name in tensors}, metadata),
        lambda tensors, metadata: ({name: tensors[name] for name in list(tensors)[:3]}, metadata),
    ],
    ids=["one tensor", "other names", "other shapes", "some missing"],
)
def test_a_learner_of_something_else_is_not_resumed(tmp_path, change):
    train(tiny(tmp_path / "run"))
    rewrite(tmp_path / "run" / "learner.safetensors", change)
    with pytest.raises(UserError, match="does not fit") as error:
        train(tiny(tmp_path / "run", total_timesteps=1000), resume=True)
    assert "learner.safetensors" in one_line_of(error)


def test_a_damaged_or_missing_learner_is_not_resumed(tmp_path):
    train(tiny(tmp_path / "run"))
    learner = tmp_path / "run" / "learner.safetensors"
    learner.write_bytes(learner.read_bytes()[:100])
    with pytest.raises(UserError, match="is not a learner's state") as error:
        train(tiny(tmp_path / "run"), resume=True)
    one_line_of(error)
    learner.unlink()
    with pytest.raises(UserError, match="there is no learner's state") as error:
        train(tiny(tmp_path / "run"), resume=True)
    one_line_of(error)


def test_learner_and_policy_of_different_times_are_not_resumed(tmp_path):
    folder = tmp_path / "run"
    train(tiny(folder))
    early = (folder / "learner.safetensors").read_bytes()
    train(tiny(folder, total_timesteps=256), resume=True)
    (folder / "learner.safetensors").write_bytes(early)
    with pytest.raises(UserError, match="192 decisions") as error:
        train(tiny(folder, total_timesteps=1000), resume=True)
    message = one_line_of(error)
    assert "256" in message
    remedy = folder / "checkpoints" / "000000000192.safetensors"
    assert str(remedy) in message
    (folder / "policy.safetensors").write_bytes(remedy.read_bytes())
    train(tiny(folder, total_timesteps=256), resume=True)


def test_a_policy_that_no_run_saved_is_not_resumed(tmp_path):
    train(tiny(tmp_path / "run"))
    policy = tmp_path / "run" / "policy.safetensors"
    game, network, _ = load_policy(policy)
    good = {"timesteps": 192, "updates": 3, "seconds": 0.5}
    odd = [
        ("timesteps", "many"),
        ("timesteps", -1),
        ("timesteps", 10**400),
        ("updates", 1.5),
        ("seconds", float("nan")),
    ]
    for about in ({}, [], {"timesteps": float("inf")}, *({**good, name: value} for name, value in odd)):
        save_policy(policy, network, game, about)
        with pytest.raises(UserError, match=r"policy.safetensors does not say how long it was trained") as error:
            train(tiny(tmp_path / "run"), resume=True)
        one_line_of(error)


@pytest.mark.parametrize("failure", [MemoryError, UserError("training diverged")])
def test_a_start_that_fails_does_not_block_the_next(tmp_path, monkeypatch, failure):
    def fail(*arguments):
        raise failure

    monkeypatch.setattr(train_module, "update", fail)
    with pytest.raises((MemoryError, UserError)):
        train(tiny(tmp_path / "run"))
    monkeypatch.undo()
    assert not list((tmp_path / "run").glob("*"))
    train(tiny(tmp_path / "run"))


def test_a_run_can_be_resumed_from_its_first_update_on(tmp_path, monkeypatch):
    train_step = Runner.train_step

    def killed(run):
        if run.progress.updates == 1:
            raise MemoryError
        return train_step(run)

    monkeypatch.setattr(Runner, "train_step", killed)
    with pytest.raises(MemoryError):
        train(tiny(tmp_path / "run"))
    monkeypatch.undo()
    train(tiny(tmp_path / "run"), resume=True)
    lines = [json.loads(line) for line in (tmp_path / "run" / "metrics.jsonl").read_text().splitlines()]
    assert [line["timesteps"] for line in lines] == [64, 128, 192]


def test_a_folder_that_cannot_be_made_is_told_in_one_line(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match=r"cannot (make|use) ") as error:
        train(tiny(tmp_path / "file" / "run"))
    one_line_of(error)


@pytest.mark.parametrize("folder", ["a\0b", "x" * 5000, "two\nlines/\0"])
def test_a_folder_that_cannot_be_is_told_in_one_line(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError, match=r"^cannot (make|use) ") as error:
        train(tiny(folder))
    assert one_line_of(error).isprintable()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo])
def test_metrics_that_cannot_be_written_are_told_in_one_line(tmp_path, make):
    folder = tmp_path / "run"
    train(tiny(folder))
    (folder / "metrics.jsonl").unlink()
    make(folder / "metrics.jsonl")
    with pytest.raises(UserError, match=r"cannot write .*metrics\.jsonl: ") as error:
        train(tiny(folder, total_timesteps=256), resume=True)
    one_line_of(error)


def test_a_full_disk_is_told_in_one_line(tmp_path, monkeypatch):
    def fail(*arguments):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("training.metrics.SummaryWriter.add_scalar", fail)
    with pytest.raises(UserError, match=r"cannot write .*run: No space left on device") as error:
        train(tiny(tmp_path / "run"))
    one_line_of(error)


def test_imitation_ends_after_its_timesteps(tmp_path):
    run = Runner(tiny(tmp_path / "one", imitation=ImitationConfig("greedy", timesteps=64)), resume=False)
    assert run.imitating()
    run.train_step()
    assert not run.imitating()


def test_the_largest_seed_trains_and_resumes(tmp_path):
    train(tiny(tmp_path / "run", seed=(1 << 63) - 1))
    train(tiny(tmp_path / "run", seed=(1 << 63) - 1, total_timesteps=256), resume=True)


def test_the_command_reads_yaml_and_overrides(tmp_path, capsys):
    config = tmp_path / "config.yaml"
    config.write_text(
        f"game: africana_v0\nrun_folder: {tmp_path / 'run'}\nnum_players: 2\ntotal_timesteps: 64\nlayers: [8]\n"
        "ppo: {num_games: 8, num_steps: 8, update_epochs: 1}\nleague: {share: 0.0}\n"
    )
    assert main(["train", str(config), "--ppo.num_steps", "4", "--total_timesteps", "32"]) == 0
    saved = yaml.safe_load((tmp_path / "run" / "config.yaml").read_text())
    assert (saved["ppo"]["num_steps"], saved["ppo"]["num_games"], saved["total_timesteps"]) == (4, 8, 32)
