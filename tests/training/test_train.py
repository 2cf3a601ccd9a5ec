import json

import numpy as np
import pytest
import torch
import yaml

import training.train as train_module
from africana_env import UserError, load_game
from training.cli import main
from training.config import LeagueConfig, PPOConfig, TrainConfig
from training.policy import load_policy
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
        ({"reward": "gold"}, "unknown reward 'gold': use outcome or margin or lead"),
        ({"num_players": 7}, "num_players must be a whole number from 2 to 4"),
        ({"edition": "none"}, "unknown edition 'none'"),
        ({"layers": []}, "layers must name at least one"),
        ({"total_decisions": 0}, "total_decisions must be greater than 0"),
        ({"ppo": PPOConfig(discount=1.5)}, "ppo.discount must be from 0 to 1"),
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


def test_the_command_reads_yaml_and_overrides(tmp_path, capsys):
    config = tmp_path / "config.yaml"
    config.write_text(
        f"game: africana_v0\nrun_folder: {tmp_path / 'run'}\ntotal_decisions: 64\nlayers: [8]\n"
        "ppo: {num_games: 8, steps: 8, epochs: 1}\nleague: {share: 0.0}\n"
    )
    assert main(["train", str(config), "--ppo.steps", "4", "--total_decisions", "32"]) == 0
    saved = yaml.safe_load((tmp_path / "run" / "config.yaml").read_text())
    assert (saved["ppo"]["steps"], saved["ppo"]["num_games"], saved["total_decisions"]) == (4, 8, 32)
