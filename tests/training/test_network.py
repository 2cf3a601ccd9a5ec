import numpy as np
import pytest
import torch

from africana_env import game_names, load_game
from training.network import GroupHints, PolicyValueNetwork, game_hints, sample


def tiny_network():
    torch.manual_seed(0)
    return PolicyValueNetwork(torch.tensor([1, 5, 255], dtype=torch.uint8), [GroupHints(6, ())], [8, 8])


def test_an_illegal_action_has_probability_zero_and_is_never_drawn():
    network = tiny_network()
    observation = torch.randint(0, 2, (500, 3), dtype=torch.uint8)
    mask = torch.zeros(500, 6, dtype=torch.int8)
    mask[:, [1, 4]] = 1
    logits, _ = network(observation, mask)
    assert (torch.softmax(logits, -1)[:, [0, 2, 3, 5]] == 0).all()
    actions, log_probabilities = sample(logits, torch.Generator().manual_seed(1))
    assert set(actions.tolist()) == {1, 4}
    assert torch.allclose(log_probabilities, torch.log_softmax(logits, -1).gather(1, actions[:, None])[:, 0])


def test_a_single_legal_action_is_always_drawn_even_at_the_edges():
    logits = torch.full((6, 6), -1e9)
    logits[torch.arange(6), torch.arange(6)] = 0.0
    for seed in range(50):
        actions, log_probabilities = sample(logits, torch.Generator().manual_seed(seed))
        assert actions.tolist() == list(range(6))
        assert (log_probabilities == 0).all()


def test_actions_are_drawn_as_often_as_the_policy_says():
    logits = torch.log(torch.tensor([0.5, 0.3, 0.0, 0.2])).clamp(min=-1e9).repeat(40_000, 1)
    actions, _ = sample(logits, torch.Generator().manual_seed(2))
    shares = np.bincount(actions.numpy(), minlength=4) / 40_000
    np.testing.assert_allclose(shares, [0.5, 0.3, 0.0, 0.2], atol=0.01)


def test_features_are_scaled_the_same_in_every_batch_size():
    network = tiny_network()
    observation = torch.tensor([[1, 3, 200], [0, 5, 17]], dtype=torch.uint8)
    mask = torch.ones(2, 6, dtype=torch.int8)
    both, values = network(observation, mask)
    for row in range(2):
        one, value = network(observation[row : row + 1], mask[:1])
        assert torch.allclose(one[0], both[row], atol=1e-6)
        assert torch.allclose(value[0], values[row], atol=1e-6)


def test_a_hint_moves_the_logits_of_its_actions_by_its_features():
    torch.manual_seed(0)
    groups = [GroupHints(2, ()), GroupHints(6, (slice(1, 4),)), GroupHints(3, (slice(1, 4), slice(4, 7)))]
    maxima = torch.tensor([9, 1, 1, 1, 16, 16, 16], dtype=torch.uint8)
    network = PolicyValueNetwork(maxima, groups, [8])
    with torch.no_grad():
        network.policy.weight.zero_()
        network.policy.bias.copy_(torch.tensor([*range(11), 100.0, 1000.0, 10000.0]))
    observation = torch.tensor([[7, 1, 0, 1, 16, 0, 1], [0, 0, 0, 0, 0, 0, 0]], dtype=torch.uint8)
    logits, _ = network(observation, torch.ones(2, 11, dtype=torch.int8))
    plain = list(range(11))
    # The scale of 16 is 1/8.
    hints = [0, 0, 100, 100, 0, 0, 100, 100, 1000 + 2 * 10000, 0, 1000 + 10000 / 8]
    np.testing.assert_allclose(logits[0].detach(), np.add(plain, hints), rtol=1e-5)
    np.testing.assert_allclose(logits[1].detach(), plain)


@pytest.mark.parametrize("name", game_names())
def test_every_hint_is_a_field_that_fits_its_group(name):
    for group in game_hints(load_game(name)):
        for features in group.hints:
            assert group.size % (features.stop - features.start) == 0
