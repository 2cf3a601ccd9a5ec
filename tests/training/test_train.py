import json

import numpy as np
import pytest
import torch
import yaml

import training.train as train_module
from africana_env import UserError, load_game
from training.cli import main
from training.config import ImitationConfig, LeagueConfig, PPOConfig, TrainConfig
from training.policy import load_policy, load_tensors, save_policy, save_tensors
from training.train import Run, train


def tiny(folder, **changes):
    ppo = PPOConfig(num_games=8, steps=8, epochs=1, minibatch=32)
    values = {
        "game": "africana_v0",
        "run_folder": str(folder),
        "layers": [16],
        "total_decisions": 192,
        "ppo": ppo,
        "league": LeagueConfig(share=0.5, opponents=["greedy"], snapshots=2),
    }
    return TrainConfig(**(values | changes))


def test_a_run_leaves_config_metrics_and_a_policy_that_loads(tmp_path):
    policy = train(tiny(tmp_path / "run"))
    folder = tmp_path / "run"
    assert yaml.safe_load((folder / "config.yaml").read_text())["ppo"]["num_games"] == 8
    lines = [json.loads(line) for line in (folder / "metrics.jsonl").read_text().splitlines()]
    assert [line["decisions"] for line in lines] == [64, 128, 192]
    assert {"losses/policy_loss", "losses/entropy", "losses/approx_kl", "charts/SPS"} <= set(lines[0])
    assert list(folder.glob("events.out.tfevents.*"))
    game, network, about = load_policy(policy)
    assert game is load_game("africana_v0")
    assert network.layers == [16]
    assert about["decisions"] == 192


def test_the_same_seed_trains_the_same_policy(tmp_path):
    policies = [load_policy(train(tiny(tmp_path / name)))[1].state_dict() for name in ("one", "two")]
    for name, weight in policies[0].items():
        assert torch.equal(weight, policies[1][name])


def test_resume_goes_on_with_weights_optimizer_and_budget(tmp_path):
    first = Run(tiny(tmp_path / "run"), resume=False)
    first.improve()
    first.save()
    first.close()
    second = Run(tiny(tmp_path / "run"), resume=True)
    assert second.decisions == 64
    for name, weight in first.network.state_dict().items():
        assert torch.equal(weight, second.network.state_dict()[name])
    old, new = (run.optimizer.state_dict()["state"] for run in (first, second))
    assert old.keys() == new.keys()
    for index, values in old.items():
        for name, value in values.items():
            assert torch.equal(value, new[index][name])
    np.testing.assert_array_equal(second.rollout.stretch.masks[-1], second.rollout.batch.action_mask)
    np.testing.assert_array_equal(second.rollout.stretch.observations[-1], second.rollout.batch.observation)
    second.close()
    train(tiny(tmp_path / "run"), resume=True)
    assert load_policy(tmp_path / "run" / "policy.safetensors")[2]["decisions"] == 192


def test_ctrl_c_saves_what_was_learned(tmp_path, monkeypatch):
    improve = Run.improve

    def interrupted(run):
        if run.updates == 2:
            raise KeyboardInterrupt
        return improve(run)

    monkeypatch.setattr(train_module.Run, "improve", interrupted)
    with pytest.raises(KeyboardInterrupt):
        train(tiny(tmp_path / "run"))
    assert load_policy(tmp_path / "run" / "policy.safetensors")[2]["decisions"] == 128


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "chess_v0"}, "unknown game 'chess_v0'"),
        ({"reward": "gold"}, "reward must be outcome or margin or lead, not 'gold'"),
        ({"num_players": 7}, "num_players must be a whole number from 2 to 4"),
        ({"edition": "none"}, "unknown edition 'none'"),
        ({"layers": []}, r"layers must be a list \[...\] of 1 to 16 values, .*, not \[\]"),
        ({"layers": [16, 10**8]}, r"layers\[1\] must be a whole number from 1 to 4096, not 100000000"),
        ({"layers": [8] * 1000}, r"layers must be a list \[...\] of 1 to 16 values, .*, not \[8, "),
        ({"total_decisions": 0}, "total_decisions must be a whole number from 1 to 10{15}, not 0"),
        ({"total_decisions": 10**400}, "total_decisions must be a whole number from 1 to"),
        ({"seed": 1 << 63}, "seed must be a whole number from 0 to 9223372036854775807"),
        ({"minutes": float("nan")}, "minutes must be a number greater than 0 or null, not nan"),
        ({"ppo": PPOConfig(num_games=10**8)}, "ppo.num_games must be a whole number from 1 to 65536, not 100000000"),
        ({"ppo": PPOConfig(steps=10**8)}, "ppo.steps must be a whole number from 3 to 4096, not 100000000"),
        ({"ppo": PPOConfig(steps=2)}, "ppo.steps must be a whole number from 3 to 4096, not 2"),
        ({"num_players": 3, "ppo": PPOConfig(steps=3)}, "ppo.steps must be greater than num_players, 3, not 3"),
        ({"ppo": PPOConfig(entropy=-1.0)}, "ppo.entropy must be a number of at least 0, not -1.0"),
        ({"ppo": PPOConfig(discount=1.5)}, "ppo.discount must be a number from 0 to 1, not 1.5"),
        ({"league": LeagueConfig(opponents=["nobody"])}, "unknown opponent 'nobody'"),
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
        train(tiny(tmp_path / "run", layers=[8, 8], total_decisions=1000), resume=True)


def contents(folder):
    return {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.parametrize("change", [{"seed": 5}, {"reward": "outcome"}, {"ppo": PPOConfig(8, 8, learning_rate=0.1)}])
def test_a_run_is_resumed_only_as_it_was_begun(tmp_path, change):
    train(tiny(tmp_path / "run"))
    before = contents(tmp_path / "run")
    with pytest.raises(UserError, match="was begun with") as error:
        train(tiny(tmp_path / "run", total_decisions=1000, **change), resume=True)
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
        train(tiny(tmp_path / "run", total_decisions=1000), resume=True)
    one_line_of(error)
    assert contents(tmp_path / "run") == before


def one_line_of(error):
    message = str(error.value)
    assert "\n" not in message
    return message


def rewrite(path, change):
    """Let `change` replace tensors and metadata of a safetensors file."""
    tensors, metadata = load_tensors(path, "file")
    save_tensors(path, *change(tensors, metadata))


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
        train(tiny(tmp_path / "run", total_decisions=1000), resume=True)
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
    train(tiny(folder, total_decisions=256), resume=True)
    (folder / "learner.safetensors").write_bytes(early)
    with pytest.raises(UserError, match="192 decisions") as error:
        train(tiny(folder, total_decisions=1000), resume=True)
    message = one_line_of(error)
    assert "256" in message
    remedy = folder / "checkpoints" / "000000000192.safetensors"
    assert str(remedy) in message
    (folder / "policy.safetensors").write_bytes(remedy.read_bytes())
    train(tiny(folder, total_decisions=256), resume=True)


def test_a_policy_that_no_run_saved_is_not_resumed(tmp_path):
    train(tiny(tmp_path / "run"))
    policy = tmp_path / "run" / "policy.safetensors"
    game, network, _ = load_policy(policy)
    for about in ({}, {"decisions": "many", "updates": 0, "seconds": 0}, {"decisions": float("inf")}, []):
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
    improve = Run.improve

    def killed(run):
        if run.updates == 1:
            raise MemoryError
        return improve(run)

    monkeypatch.setattr(Run, "improve", killed)
    with pytest.raises(MemoryError):
        train(tiny(tmp_path / "run"))
    monkeypatch.undo()
    train(tiny(tmp_path / "run"), resume=True)
    lines = [json.loads(line) for line in (tmp_path / "run" / "metrics.jsonl").read_text().splitlines()]
    assert [line["decisions"] for line in lines] == [64, 128, 192]


def test_a_folder_that_cannot_be_made_is_told_in_one_line(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match=r"cannot (make|use) ") as error:
        train(tiny(tmp_path / "file" / "run"))
    one_line_of(error)


def test_the_display_says_from_the_start_what_is_done(tmp_path):
    run = Run(tiny(tmp_path / "one", imitation=ImitationConfig("greedy", decisions=64)), resume=False)
    assert run.doing() == "imitating greedy"
    run.improve()
    assert run.doing() == "playing"


def test_the_largest_seed_trains_and_resumes(tmp_path):
    train(tiny(tmp_path / "run", seed=(1 << 63) - 1))
    train(tiny(tmp_path / "run", seed=(1 << 63) - 1, total_decisions=256), resume=True)


def test_the_command_reads_yaml_and_overrides(tmp_path, capsys):
    config = tmp_path / "config.yaml"
    config.write_text(
        f"game: africana_v0\nrun_folder: {tmp_path / 'run'}\ntotal_decisions: 64\nlayers: [8]\n"
        "ppo: {num_games: 8, steps: 8, epochs: 1}\nleague: {share: 0.0}\n"
    )
    assert main(["train", str(config), "--ppo.steps", "4", "--total_decisions", "32"]) == 0
    saved = yaml.safe_load((tmp_path / "run" / "config.yaml").read_text())
    assert (saved["ppo"]["steps"], saved["ppo"]["num_games"], saved["total_decisions"]) == (4, 8, 32)
