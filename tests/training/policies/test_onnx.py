"""Exported policies compute the same as here."""

import importlib.util

import numpy as np
import pytest
import torch
from africana_training.networks.registry import NETWORKS, new_network, observation_of
from africana_training.policies.file import save_policy
from africana_training.policies.onnx import export_onnx

from africana_env import Batch, UserError, game_names, load_game
from africana_env.cli import main
from africana_env.engine.process import extras

needs_onnx = pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in ("onnx", "onnxscript", "onnxruntime")), reason="needs onnx"
)


@pytest.fixture
def policy(tmp_path):
    """Makes a file of a policy with weights that are not small, and gives the network."""

    def make(game, kind="mlp"):
        torch.manual_seed(0)
        network = new_network(game, [16, 16], kind).eval()
        with torch.no_grad():
            for parameter in network.parameters():
                parameter.add_(torch.randn_like(parameter), alpha=0.1)
        save_policy(tmp_path / "policy.safetensors", network, game, {}, [16, 16], name=kind)
        return tmp_path / "policy.safetensors", network

    return make


@needs_onnx
@pytest.mark.parametrize("kind", ["mlp", "entities", "relational"])
@pytest.mark.parametrize("name", game_names())
def test_the_model_gives_the_networks_logits_and_values_for_any_number_of_games(tmp_path, policy, name, kind):
    import onnxruntime

    game = load_game(name)
    if getattr(NETWORKS[kind], "observation", "features") not in game.spaces:
        pytest.skip("the game has no such observation")
    path, network = policy(game, kind)
    assert main(["export-onnx", "africana_v0", str(path), str(tmp_path / "policy.onnx")]) == 0
    model = onnxruntime.InferenceSession(tmp_path / "policy.onnx", providers=["CPUExecutionProvider"])
    assert [(value.name, value.type) for value in (*model.get_inputs(), *model.get_outputs())] == [
        ("observation", "tensor(uint8)"),
        ("action_mask", "tensor(int8)"),
        ("logits", "tensor(float)"),
        ("value", "tensor(float)"),
    ]
    for games in (1, 2, 37):
        batch = Batch(game, games, autoreset=True, observation=observation_of(network))
        batch.reset(games)
        for _ in range(30):
            batch.step(batch.action_mask.argmax(1))
        masks = batch.action_mask.copy()
        logits, values = model.run(None, {"observation": batch.observation, "action_mask": masks})
        with torch.no_grad():
            expected = network(torch.from_numpy(batch.observation), torch.from_numpy(masks))
        np.testing.assert_allclose(logits, expected[0].numpy(), rtol=1e-4, atol=1e-4)
        np.testing.assert_allclose(values, expected[1].numpy(), rtol=1e-4, atol=1e-4)


def test_without_onnx_the_extra_is_named_and_nothing_written(tmp_path, policy, monkeypatch):
    path, _ = policy(load_game("africana_v0"))
    monkeypatch.setattr(extras, "find_spec", lambda module: None if module == "onnx" else module)
    with pytest.raises(UserError, match=r"^africana export-onnx needs onnx: pip install 'africana-env\[onnx\]'$"):
        export_onnx(path, tmp_path / "policy.onnx")
    assert [file.name for file in tmp_path.iterdir()] == ["policy.safetensors"]


def test_the_policys_own_file_is_not_replaced(policy):
    path, _ = policy(load_game("africana_v0"))
    before = path.read_bytes()
    with pytest.raises(UserError, match="it is the input file"):
        export_onnx(path, path)
    assert path.read_bytes() == before


@needs_onnx
def test_a_network_that_cannot_be_exported_is_reported_in_one_line(tmp_path, policy, monkeypatch, capfd):
    path, network = policy(load_game("africana_v0"))

    def branches(self, observation, mask):
        return (mask.float(), mask.sum(1)) if observation.sum().item() > 1e9 else (-mask.float(), mask.sum(1))

    monkeypatch.setattr(type(network), "forward", branches)
    with pytest.raises(UserError, match=r"policy\.safetensors cannot be written as ONNX: .") as error:
        export_onnx(path, tmp_path / "policy.onnx")
    assert "\n" not in str(error.value)
    assert capfd.readouterr() == ("", "")
    assert not (tmp_path / "policy.onnx").exists()


def test_a_shipped_policy_is_named_with_its_game(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(extras, "find_spec", lambda module: None if module == "onnx" else module)
    target = str(tmp_path / "policy.onnx")
    assert main(["export-onnx", "africana_v0", "baseline", target]) == 2
    assert "needs onnx" in capsys.readouterr().err  # it was found and read
    assert main(["export-onnx", "baseline", target]) == 2
    assert "unknown game 'baseline'" in capsys.readouterr().err


def test_a_policy_of_another_game_than_is_said_is_refused(tmp_path, policy, capsys):
    path, _ = policy(load_game("africana_v0"))
    assert main(["export-onnx", "africa_v0", str(path), str(tmp_path / "policy.onnx")]) == 2
    assert "policy.safetensors plays africana_v0, not africa_v0" in capsys.readouterr().err


def test_what_is_no_policy_is_refused(tmp_path):
    with pytest.raises(UserError, match="there is no policy"):
        export_onnx(tmp_path / "none.safetensors", tmp_path / "policy.onnx")
