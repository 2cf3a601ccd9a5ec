"""Comparison of trained runs."""

import torch
from africana_training.config.check import parse_config
from africana_training.config.file import read_config
from africana_training.policies.file import load_policy


def assert_equal_weights(one, other):
    networks = [parse_config(read_config(str(folder / "config.yaml"), {})).network for folder in (one, other)]
    weights = [
        load_policy(folder / "policy.safetensors", own_network=name if ":" in name else None)[1].state_dict()
        for folder, name in zip((one, other), networks, strict=True)
    ]
    assert all(torch.equal(value, weights[1][name]) for name, value in weights[0].items())
