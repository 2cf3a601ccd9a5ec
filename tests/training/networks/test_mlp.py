import numpy as np
import pytest
import torch
from africana_training.networks.mlp import (
    ACTION_FEATURE_UNITS,
    GroupFeatures,
    PolicyValueNetwork,
    group_features,
)
from africana_training.networks.registry import NETWORKS, logits_of, new_network, observation_of, values_of

from africana_env import Batch, game_names, load_game, make_bot


def tiny_network():
    torch.manual_seed(0)
    return PolicyValueNetwork(torch.tensor([1, 5, 255], dtype=torch.uint8), [GroupFeatures(6, ())], [8, 8])


def test_the_scale_is_fitted_to_what_occurs():
    """Each feature gets the size 1 where it is not 0; one that does not occur keeps its scale."""
    network = tiny_network()
    before = network.feature_scale.clone()
    network.fit_scale(np.array([[1, 3, 0], [0, 4, 0], [1, 0, 0]], np.uint8))
    assert torch.allclose(network.feature_scale, torch.tensor([1, 1 / 12.5**0.5, before[2]]))


def test_one_hint_is_weighed_and_several_are_judged_together():
    groups = [GroupFeatures(2, ()), GroupFeatures(3, (slice(1, 4),)), GroupFeatures(3, (slice(1, 4), slice(4, 7)))]
    maxima = torch.tensor([9, 1, 1, 1, 16, 16, 16], dtype=torch.uint8)
    network = PolicyValueNetwork(maxima, groups, [8])
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.zero_()
        network.policy.bias.copy_(torch.arange(8.0))
        weighed, judged = network.action_feature_heads
        weighed.context.bias[:] = 10.0
        judged.units.weight[1] = torch.tensor([1.0, -4.0])
        judged.context.bias[[1, ACTION_FEATURE_UNITS + 1]] = torch.tensor([0.25, 100.0])
    observation = torch.tensor([[7, 1, 0, 1, 16, 0, 1], [0, 0, 0, 0, 0, 0, 0]], dtype=torch.uint8)
    logits, _ = network(observation, torch.ones(2, 8, dtype=torch.int8))
    # The scale of 16 is 1/8. A unit below 0 says nothing: 1/4 + 1 - 4 * 2 in the first, 1/4 in the second.
    shown = [0, 0, 10, 0, 10, 0, 25, 100 * (0.25 + 1 - 4 / 8)]
    np.testing.assert_allclose(logits[0].detach(), np.add(np.arange(8), shown), rtol=1e-5)
    np.testing.assert_allclose(logits[1].detach(), np.add(np.arange(8), [0, 0, 0, 0, 0, 25, 25, 25]))


def test_what_the_trunk_says_counts_in_the_position_in_which_it_says_it():
    torch.manual_seed(0)
    groups = [GroupFeatures(4, (slice(0, 4), slice(4, 8))), GroupFeatures(2, (slice(8, 10),))]
    network = PolicyValueNetwork(torch.ones(10, dtype=torch.uint8), groups, [8])
    with torch.no_grad():
        for head in network.action_feature_heads:
            head.context.weight.normal_()
    observation = torch.randint(0, 2, (50, 10), dtype=torch.uint8)
    mask = torch.randint(0, 2, (50, 6), dtype=torch.int8)
    logits, _ = network(observation, mask)
    for row in range(50):
        alone, _ = network(observation[row : row + 1], mask[row : row + 1])
        assert torch.allclose(alone[0], logits[row], atol=1e-5)


@pytest.mark.parametrize("name", game_names())
def test_a_new_policy_plays_nearly_at_random_and_all_of_it_learns(name):
    torch.manual_seed(0)
    game = load_game(name)
    network = new_network(game, [64, 64])
    batch = Batch(game, 200, autoreset=True)
    batch.reset(0)
    opponent = make_bot("random", game, 200)
    actions = np.zeros(200, np.int64)
    total = torch.zeros(())
    for _ in range(60):
        observation, mask = torch.tensor(batch.observation), torch.tensor(batch.action_mask)
        logits, values = network(observation, mask)
        legal = mask != 0
        assert (torch.softmax(logits, -1) * legal.sum(1, keepdim=True)).max() < 2
        total = total + logits[legal].square().mean() + values.square().mean()
        opponent.act(batch, batch.running, actions)
        batch.step(actions)
    total.backward()
    assert all(parameter.grad.abs().max() > 0 for parameter in network.parameters())


@pytest.mark.parametrize(
    ("name", "network_name"),
    [
        (game, name)
        for game in game_names()
        for name, network in NETWORKS.items()
        if getattr(network, "observation", "features") in load_game(game).spaces
    ],
)
def test_logits_and_values_are_the_same_alone_and_in_training(name, network_name):
    torch.manual_seed(0)
    game = load_game(name)
    network = new_network(game, [32, 32], network_name)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.normal_(0, 0.1)
    batch = Batch(game, 32, autoreset=True, observation=observation_of(network))
    batch.reset(0)
    opponent = make_bot("random", game, 32)
    actions = np.zeros(32, np.int64)
    for _ in range(100):
        opponent.act(batch, batch.running, actions)
        batch.step(actions)
    shown = torch.tensor(batch.observation), torch.tensor(batch.action_mask)
    logits, values = network(*shown)
    with torch.no_grad():
        torch.testing.assert_close(logits_of(network, *shown), logits, rtol=1e-4, atol=1e-4)
        torch.testing.assert_close(values_of(network, *shown), values, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("name", game_names())
def test_every_hint_is_a_field_that_fits_its_group(name):
    for group in group_features(load_game(name)):
        for features in group.action_features:
            assert group.size == features.stop - features.start
