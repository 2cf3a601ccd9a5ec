"""Networks by name, and custom ones."""

import re

import pytest
import torch
from africana_training.networks.registry import ILLEGAL, NETWORKS, new_network
from africana_training.policies.file import load_policy, save_policy
from africana_training.runs.session import train
from torch import nn

from africana_env import UserError, load_game, make_bot

GAME = load_game("africana_v0")
HERE = __name__


class Plain(nn.Module):
    """A network as others would write it."""

    def __init__(self, game, layers):
        super().__init__()
        self.policy, self.value = (nn.Linear(len(game.observation), n) for n in (len(game.actions), 1))

    def forward(self, observation, action_mask):
        shown = observation.float() / 255
        return self.policy(shown).masked_fill(action_mask == 0, ILLEGAL), self.value(shown).squeeze(-1)


class Unmasked(Plain):
    def forward(self, observation, action_mask):
        return super().forward(observation, torch.ones_like(action_mask))


class OneTensor(Plain):
    def forward(self, observation, action_mask):
        return super().forward(observation, action_mask)[0]


class Columns(Plain):
    def forward(self, observation, action_mask):
        logits, values = super().forward(observation, action_mask)
        return logits, values.unsqueeze(1)


class Double(Plain):
    def __init__(self, game, layers):
        super().__init__(game, layers)
        self.double()


class Tied(Plain):
    def __init__(self, game, layers):
        super().__init__(game, layers)
        self.first, self.second = nn.Linear(8, 8), nn.Linear(8, 8)
        self.second.weight = self.first.weight


class NotFinite(Plain):
    def forward(self, observation, action_mask):
        logits, values = super().forward(observation, action_mask)
        return logits, values * torch.nan


class Mixes(Plain):
    def forward(self, observation, action_mask):
        shown = observation.float() - observation.float().mean(0)
        return self.policy(shown).masked_fill(action_mask == 0, ILLEGAL), self.value(shown).squeeze(-1)


class Batches(Plain):
    def __init__(self, game, layers):
        super().__init__(game, layers)
        self.norm = nn.BatchNorm1d(len(game.observation))


class Raises(Plain):
    def forward(self, observation, action_mask):
        raise RuntimeError("mat1 and mat2 do not fit")


def nothing(game, layers):
    return None


def no_parameters(game, layers):
    return nn.Identity()


WRONG = {
    "Unmasked": "logits must be -1e+09 (africana_training.networks.registry",
    "OneTensor": "it must return two tensors, logits and values",
    "Columns": "values must be float32 of shape (3,), not torch.float32 of shape (3, 1)",
    "Double": "its parameters and buffers must be float32, and 'policy.weight' is torch.float64",
    "Tied": "its parameters and buffers must not share memory",
    "NotFinite": "logits and values must be finite",
    "Mixes": "its output for a game must not depend on other games",
    "Batches": "and 'norm.num_batches_tracked' is torch.int64: use LayerNorm, not BatchNorm",
    "Raises": "RuntimeError: mat1 and mat2 do not fit",
    "nothing": "it is a NoneType, not a torch.nn.Module",
    "no_parameters": "it has no parameters",
}


@pytest.mark.parametrize("name", list(WRONG))
def test_what_is_no_network_is_refused_before_anything_is_written(name, tiny, tmp_path):
    with pytest.raises(UserError, match=f"the network '{HERE}:{name}' does not work: .*{re.escape(WRONG[name])}"):
        train(tiny(tmp_path / "run", network=f"{HERE}:{name}"))
    assert not list(tmp_path.iterdir())


def test_an_unknown_network_is_refused():
    with pytest.raises(
        UserError, match="unknown network 'mpl': use mlp, mlp_own_value, entities, relational, or MODULE:NAME"
    ):
        new_network(GAME, [8], "mpl")
    with pytest.raises(UserError, match=f"network '{HERE}:Nobody': module {HERE} has no network 'Nobody'"):
        new_network(GAME, [8], f"{HERE}:Nobody")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if name in ("entities", "relational") else [])
        for name in (*NETWORKS, f"{HERE}:Plain")
    ],
)
def test_every_network_trains_is_saved_resumed_and_plays(name, tiny, tmp_path):
    whole = train(tiny(tmp_path / "whole", network=name, algorithm="mmd")).policy
    part = tmp_path / "part"
    train(tiny(part, network=name, algorithm="mmd", total_timesteps=64, checkpoint_minutes=1e-9))
    option = f",network={name}" if ":" in name else ""
    bot = make_bot(f"policy:{whole}{option}", GAME)
    state = load_policy(whole, own_network=name)[1].state_dict()
    assert all(torch.equal(value, bot.network.state_dict()[key]) for key, value in state.items())
    policy = train(tiny(part, network=name, algorithm="mmd", total_timesteps=128), resume=True).policy
    assert load_policy(policy, own_network=name)[2]["timesteps"] == 128


def test_a_value_network_of_its_own_leaves_the_policys_layers_alone():
    network = new_network(GAME, [8], "mlp_own_value")
    _, values = network(torch.ones(5, len(GAME.observation), dtype=torch.uint8), torch.ones(5, len(GAME.actions)))
    values.sum().backward()
    policy, value = network.trunks.weights[0].grad
    assert (policy == 0).all()
    assert (value != 0).any()


def test_a_file_never_says_which_code_is_run(tmp_path):
    name = f"{HERE}:Plain"
    path = tmp_path / "policy.safetensors"
    save_policy(path, new_network(GAME, [8], name), GAME, {}, [8], name=name)
    for own in (None, "mlp", f"{HERE}:Unmasked"):
        with pytest.raises(UserError, match=f"has a custom network, '{name}': add network={name}"):
            load_policy(path, own_network=own)
    with pytest.raises(UserError, match="add network="):
        make_bot(f"policy:{path}", GAME)
    assert isinstance(load_policy(path, own_network=name)[1], Plain)


def too_large(game, layers):
    raise RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried to allocate 4096 bytes")


def test_a_network_for_which_there_is_no_memory_works(tmp_path):
    with pytest.raises(MemoryError):
        new_network(GAME, [8], f"{HERE}:too_large")
