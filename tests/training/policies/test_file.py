"""Files of policies are read as saved, or refused in one line before they cost time or memory."""

import json
import os

import numpy as np
import pytest
import torch
from africana_training.networks.registry import new_network
from africana_training.policies.bot import make_policy_bot
from africana_training.policies.file import FORMAT, TensorFile, checksum_of, load_policy, save_policy, save_tensors
from fuzz_files import small_network
from safetensors.torch import load_file, save_file
from support import error_of

from africana_env import Batch, load_game

GAME = load_game("africana_v0")
ABOUT = {"timesteps": 3, "updates": 1, "seconds": 0.5, "num_players": 2}


@pytest.fixture
def policy(tmp_path):
    path = tmp_path / "policy.safetensors"
    save_policy(path, small_network(), GAME, ABOUT, [4])
    return path


def rewrite(path, tensors=None, fitting=True, **metadata):
    """Rewrite a file with other tensors and metadata, and a new checksum if `fitting`."""
    tensors = load_file(path) | (tensors or {})
    metadata = TensorFile(path, "file").metadata | metadata
    if fitting:
        metadata["checksum"] = checksum_of(tensors, metadata)
    save_file(tensors, path, metadata)


def test_what_was_saved_is_loaded(policy):
    torch.manual_seed(5)
    random_numbers = torch.get_rng_state()
    game, network, about = load_policy(policy)
    assert torch.equal(torch.get_rng_state(), random_numbers)
    assert (game, about, len(network.value.weight[0]), network.training) == (GAME, ABOUT, 4, False)
    saved = load_file(policy)
    assert {*saved} == {*network.state_dict()}
    for name, tensor in network.state_dict().items():
        assert torch.equal(tensor, saved[name])
    assert all(parameter.requires_grad for parameter in network.parameters())


def test_half_as_many_digits_are_read_as_whole_numbers(policy):
    saved = {name: tensor.half() for name, tensor in load_file(policy).items()}
    rewrite(policy, saved)
    for name, tensor in load_policy(policy)[1].state_dict().items():
        assert tensor.dtype == torch.float32
        assert torch.equal(tensor, saved[name].float())


def test_a_loaded_policy_does_not_change_with_its_file(policy):
    network = load_policy(policy)[1]
    before = {name: tensor.clone() for name, tensor in network.state_dict().items()}
    with policy.open("r+b") as file:
        file.seek(-100, os.SEEK_END)
        file.write(bytes(100))
    assert all(torch.equal(tensor, before[name]) for name, tensor in network.state_dict().items())


@pytest.mark.parametrize(
    "layers",
    ["[]", "[4097]", "[0]", "[4.0]", "[true]", "4", "x", f"[{'4, ' * 16}4]"],
)  # fmt: skip
def test_layers_that_no_config_may_have_are_refused(policy, layers):
    rewrite(policy, layers=layers)
    assert error_of(load_policy, policy).endswith("that `africana train` wrote: its description is damaged")


def test_what_could_not_be_read_again_is_not_written(tmp_path):
    many = {f"{number:0200}": torch.zeros(1) for number in range(5000)}
    assert "5,000 tensors have a header of" in error_of(save_tensors, tmp_path / "policy.safetensors", many, {})
    about = {"num_players": np.int64(2)}
    said = error_of(save_policy, tmp_path / "policy.safetensors", small_network(), GAME, about, [4])
    assert said.startswith("the description of a policy must be valid JSON: Object of type int64")
    assert not list(tmp_path.iterdir())


def test_a_policy_of_the_same_shapes_with_other_actions_is_refused(policy, monkeypatch):
    """Two swapped groups of actions, for example: it would load and play nonsense."""
    groups = GAME.actions.groups
    monkeypatch.setattr(GAME.actions, "groups", (groups[1], groups[0], *groups[2:]))
    assert "was trained on another version of africana_v0" in error_of(load_policy, policy)


def test_a_large_network_is_not_built_before_its_shapes_are_compared(policy, monkeypatch):
    built = []

    def noted(*arguments):
        built.append(new_network(*arguments))
        return built[-1]

    monkeypatch.setattr("africana_training.policies.file.new_network", noted)
    rewrite(policy, layers=json.dumps([4096] * 16))
    assert "was trained on another version of africana_v0" in error_of(load_policy, policy)
    (network,) = built
    assert all(parameter.is_meta for parameter in network.parameters())  # to fill 16 such layers takes a minute


@pytest.mark.parametrize("about", ["[1]", "null"])
def test_a_description_that_says_nothing_is_none(policy, about):
    rewrite(policy, about=about)
    assert load_policy(policy)[2] == {}


def test_another_network_than_the_files_own_is_refused(policy):
    assert error_of(load_policy, policy, own_network="does.not:exist").endswith(
        "has the network mlp: leave out network=does.not:exist"
    )
    load_policy(policy, own_network="mlp")


def drawn_network(game, layers):
    """A custom network with random first weights."""
    return new_network(game, layers)


def test_a_network_of_ones_own_is_loaded_without_the_programs_random_numbers(tmp_path):
    name, game = f"{__name__}:drawn_network", load_game("afritoria_v0")
    save_policy(tmp_path / "own.safetensors", drawn_network(game, [8]), game, {}, [8], name=name)
    before = torch.get_rng_state()
    load_policy(tmp_path / "own.safetensors", own_network=name)
    assert torch.equal(torch.get_rng_state(), before)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float64, torch.bool])
def test_numbers_of_another_type_are_refused(policy, dtype):
    name, tensor = next(iter(load_file(policy).items()))
    rewrite(policy, {name: tensor.to(dtype)}, fitting=False)
    assert error_of(load_policy, policy).endswith("wrote: its numbers are not float32 or float16")


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_weights_that_are_no_numbers_are_refused(policy, value):
    name, tensor = next(iter(load_file(policy).items()))
    rewrite(policy, {name: torch.full_like(tensor, value)})
    assert "has weights that are not numbers" in error_of(load_policy, policy)


def test_every_flipped_bit_that_changes_something_is_reported(policy):
    data = policy.read_bytes()
    size = 8 + int.from_bytes(data[:8], "little")
    for place in (*range(8, size, 101), *range(size, len(data), len(data) // 20), len(data) - 1):
        changed = bytearray(data)
        changed[place] ^= 1 << place % 8
        policy.write_bytes(changed)
        if data[place : place + 1] != b" ":  # the header is filled up with spaces
            error_of(load_policy, policy)


def test_files_of_another_format_are_reported(policy):
    rewrite(policy, format="1")
    assert error_of(load_policy, policy).endswith(f"of format '1', not '{FORMAT}': train it again")
    rewrite_without_format = load_file(policy)
    save_file(rewrite_without_format, policy)
    assert error_of(load_policy, policy).endswith("wrote: it does not say its format")


@pytest.mark.parametrize("size", [1 << 21, (1 << 64) - 1])
def test_a_huge_header_is_not_read(policy, size):
    with policy.open("r+b") as file:
        file.write(size.to_bytes(8, "little"))
        file.truncate(1 << 30)
    assert error_of(load_policy, policy).endswith(f"wrote: its header has {size:,} bytes")


@pytest.mark.parametrize("path", ["", ".", "a\0b", "two\nlines", "/dev/zero"])
def test_what_is_no_file_is_reported_in_one_line(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "policy" in error_of(load_policy, path)


@pytest.mark.parametrize("name", ["two\nlines", ["a"], "x" * 5000])
def test_what_a_file_says_of_its_training_is_logged_in_one_line(policy, name, caplog):
    rewrite(policy, about=json.dumps({"edition": name, "num_players": name}))
    batch = Batch(GAME, 1, 2)
    batch.reset(0)
    make_policy_bot(GAME, 1, str(policy)).act(batch, batch.running, batch.current_player.astype(int))
    reported = [message.replace(str(policy), "") for message in caplog.messages]
    assert len(reported) == 2
    assert all(message.isprintable() and len(message) < 1500 for message in reported)
