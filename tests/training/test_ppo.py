import copy

import numpy as np
import torch

from training.config import PPOConfig
from training.network import GroupFeatures, PolicyValueNetwork, sample
from training.ppo import minibatches, update
from training.rollout import RolloutBuffer
from training.samples import make_samples

ACTIONS, FEATURES, STEPS, GAMES = 5, 4, 8, 16
CONFIG = PPOConfig(update_epochs=4, minibatch_size=64, learning_rate=1e-2)


def network_and_optimizer():
    torch.manual_seed(0)
    network = PolicyValueNetwork(torch.ones(FEATURES, dtype=torch.uint8), [GroupFeatures(ACTIONS, ())], [16, 16])
    return network, torch.optim.Adam(network.parameters(), lr=CONFIG.learning_rate)


def bandit_rollout(network, reward_of_action, mask, learner=True):
    """Games of one decision of seat 0, which earns what its action is worth."""
    random = np.random.default_rng(0)
    observations = random.integers(0, 2, (STEPS + 1, GAMES, FEATURES)).astype(np.uint8)
    masks = np.broadcast_to(np.array(mask, np.int8), (STEPS + 1, GAMES, ACTIONS)).copy()
    with torch.no_grad():
        flat = torch.from_numpy(observations[:-1].reshape(-1, FEATURES))
        logits, values = network(flat, torch.from_numpy(masks[:-1].reshape(-1, ACTIONS)))
        actions, logprobs = sample(logits, torch.Generator().manual_seed(3))
    rewards = np.zeros((STEPS, GAMES, 2), np.float32)
    rewards[:, :, 0] = np.array(reward_of_action)[actions.numpy()].reshape(STEPS, GAMES)
    return RolloutBuffer(
        observations,
        masks,
        np.zeros((STEPS, GAMES), np.int64),
        np.full((STEPS, GAMES), learner),
        actions.numpy().reshape(STEPS, GAMES),
        np.zeros((STEPS, GAMES), np.int64),
        logprobs.numpy().reshape(STEPS, GAMES),
        values.numpy().reshape(STEPS, GAMES),
        rewards,
        np.ones((STEPS, GAMES), np.int8),
    )


def samples_of(buffer):
    return make_samples(buffer, CONFIG.gamma, CONFIG.gae_lambda)


def policy_of(network, buffer):
    with torch.no_grad():
        logits, _ = network(torch.from_numpy(buffer.observations[0]), torch.from_numpy(buffer.masks[0]))
    return torch.softmax(logits, -1).mean(0).numpy()


def test_the_action_that_pays_becomes_likely_and_illegal_ones_stay_impossible():
    network, optimizer = network_and_optimizer()
    for _ in range(30):
        buffer = bandit_rollout(network, [0, 0, 1, 0, 0], [1, 0, 1, 1, 0])
        metrics = update(network, optimizer, samples_of(buffer), CONFIG, 0.0, torch.Generator().manual_seed(0))
    policy = policy_of(network, buffer)
    assert policy[2] > 0.9
    assert policy[1] == policy[4] == 0
    assert all(np.isfinite(value) for value in metrics.values())


def test_entropy_counts_legal_actions_only():
    network, optimizer = network_and_optimizer()
    buffer = bandit_rollout(network, [0] * ACTIONS, [1, 0, 1, 1, 0])
    metrics = update(network, optimizer, samples_of(buffer), CONFIG, 0.0, torch.Generator().manual_seed(0))
    assert 0.9 * np.log(3) < metrics["losses/entropy"] <= np.log(3) + 1e-5


def test_a_forced_decision_leaves_the_policy_head_alone_and_trains_the_value():
    network, optimizer = network_and_optimizer()
    buffer = bandit_rollout(network, [1] * ACTIONS, [0, 0, 1, 0, 0])
    before = copy.deepcopy(network.state_dict())
    for _ in range(20):
        update(network, optimizer, samples_of(buffer), CONFIG, 0.05, torch.Generator().manual_seed(0))
    after = network.state_dict()
    assert torch.equal(before["policy.weight"], after["policy.weight"])
    assert not torch.equal(before["value.weight"], after["value.weight"])


def test_decisions_of_others_teach_nothing():
    network, optimizer = network_and_optimizer()
    buffer = bandit_rollout(network, [0, 0, 1, 0, 0], [1] * ACTIONS)
    half = np.arange(GAMES) < GAMES // 2
    buffer.learner[:, half] = False
    worse = copy.deepcopy(buffer)
    worse.rewards[:, half] = -100
    twin = copy.deepcopy(network)
    twin_optimizer = torch.optim.Adam(twin.parameters(), lr=CONFIG.learning_rate)
    update(network, optimizer, samples_of(buffer), CONFIG, 0.01, torch.Generator().manual_seed(0))
    update(twin, twin_optimizer, samples_of(worse), CONFIG, 0.01, torch.Generator().manual_seed(0))
    for name, weight in network.state_dict().items():
        assert torch.equal(weight, twin.state_dict()[name])


def test_every_row_is_used_once_per_epoch():
    rows = torch.arange(100)
    config = PPOConfig(update_epochs=2, minibatch_size=30)
    parts = list(minibatches(rows, config, torch.Generator().manual_seed(0)))
    assert len(parts) == 6
    for epoch in range(2):
        assert sorted(torch.cat(parts[3 * epoch : 3 * epoch + 3]).tolist()) == list(range(100))
