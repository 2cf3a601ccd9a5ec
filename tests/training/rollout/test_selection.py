import numpy as np
import pytest
import torch
from africana_training.algorithms.ppo import PPO
from africana_training.rollout.rollout import make_buffer
from africana_training.rollout.samples import make_samples
from africana_training.rollout.selection import largest_updates

STEPS, GAMES, SEATS, ACTIONS = 6, 5, 2, 4


@pytest.fixture
def buffer():
    """A rollout of drawn decisions, all of them the policy's."""
    random = np.random.default_rng(0)
    buffer = make_buffer(STEPS, [GAMES], SEATS, 3, ACTIONS)
    buffer.masks[:] = 1
    buffer.learner[:] = True
    buffer.seats[:] = random.integers(SEATS, size=buffer.seats.shape)
    buffer.logprobs[:] = np.log(random.uniform(0.1, 0.9, buffer.logprobs.shape))
    buffer.rewards[:] = random.normal(size=buffer.rewards.shape)
    buffer.done[-1] = 1
    return buffer


def test_the_decisions_with_the_largest_gradients_are_learned_from(buffer):
    advantages = np.random.default_rng(1).normal(size=buffer.actions.shape).astype(np.float32)
    valid = np.random.default_rng(2).random(buffer.actions.shape) < 0.8
    selected = largest_updates(buffer, advantages, valid, 0.5)
    sizes = np.abs(advantages) * (1 - np.exp(buffer.logprobs))
    assert selected.sum() == np.ceil(0.5 * valid.sum())
    assert not (selected & ~valid).any()
    assert sizes[selected].min() >= sizes[valid & ~selected].max()


def test_each_number_of_players_has_its_share(buffer):
    buffer.columns = [slice(0, 2), slice(2, GAMES)]
    advantages = np.ones(buffer.actions.shape, np.float32)
    advantages[:, 2:] = 100
    selected = largest_updates(buffer, advantages, np.ones_like(buffer.learner), 0.5)
    assert selected[:, :2].mean() == selected[:, 2:].mean() == 0.5


def test_a_sure_action_changes_nothing(buffer):
    advantages = np.ones(buffer.actions.shape, np.float32)
    buffer.logprobs[3] = 0
    advantages[3] = 100
    selected = largest_updates(buffer, advantages, np.ones_like(buffer.learner), 0.5)
    assert not selected[3].any()


def test_what_opponents_decided_is_not_selected(buffer):
    buffer.learner[:4] = False
    selected = largest_updates(buffer, np.ones(buffer.actions.shape, np.float32), np.ones_like(buffer.learner), 0.5)
    assert not selected[:4].any()
    assert selected.any()


@pytest.mark.parametrize("share", [0.25, 1.0])
def test_ppo_learns_from_its_share(buffer, share):
    advantages, valid = PPO(learned_share=share).advantages(buffer, 1.0)
    everything, _ = PPO(learned_share=1.0).advantages(buffer, 1.0)
    samples = make_samples(buffer, advantages, valid, torch.Generator().manual_seed(0))
    assert len(samples.actions) == np.ceil(share * buffer.actions.size)
    np.testing.assert_array_equal(advantages, everything)


def test_a_rollout_without_decisions_selects_none(buffer):
    nothing = np.zeros_like(buffer.learner)
    assert not largest_updates(buffer, np.zeros(buffer.actions.shape, np.float32), nothing, 0.5).any()
