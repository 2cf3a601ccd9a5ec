"""Minibatches and the explained variance of samples."""

import numpy as np
import pytest
import torch
from africana_training.rollout.rollout import make_buffer
from africana_training.rollout.samples import Samples, make_samples
from africana_training.runs.update import minibatches


def numbered(rows):
    number = torch.arange(rows)
    flat = number.float()
    wide = number.unsqueeze(1)
    return Samples(wide.to(torch.uint8), wide.to(torch.int8), number, number, flat, flat, flat, flat)


def test_every_decision_is_used_once_per_epoch_in_parts_alike():
    parts = list(minibatches(numbered(100), 30, 2, torch.Generator().manual_seed(0)))
    assert sorted(len(part.actions) for part in parts) == [33, 33, 33, 33, 34, 34]
    for epoch in range(2):
        seen = torch.cat([part.actions for part in parts[3 * epoch : 3 * epoch + 3]])
        assert sorted(seen.tolist()) == list(range(100))
    for part in parts:
        assert torch.equal(part.actions.float(), part.returns)
        assert torch.equal(part.actions, part.observations.squeeze(1).long())


def test_the_order_of_the_parts_changes_from_epoch_to_epoch():
    parts = [part.actions[0].item() for part in minibatches(numbered(100), 10, 20, torch.Generator().manual_seed(0))]
    orders = {tuple(parts[10 * epoch : 10 * epoch + 10]) for epoch in range(20)}
    assert len(orders) > 15


def test_samples_are_in_an_order_drawn_anew():
    buffer = make_buffer(steps=8, sizes=[50], seats=2, features=1, actions=1)
    buffer.learner[:] = True
    buffer.actions[:] = np.arange(500).reshape(10, 50)
    generator, valid, nothing = torch.Generator().manual_seed(0), np.ones((10, 50), np.bool_), np.zeros((10, 50))
    one, other = (make_samples(buffer, nothing, valid, generator).actions for _ in range(2))
    assert sorted(one.tolist()) == sorted(other.tolist()) == list(range(500))
    assert not torch.equal(one, other)
    assert all(len(set(part.tolist())) > 5 for part in (one // 50).split(50))  # moments of a minibatch


def test_only_the_policys_valid_decisions_are_samples():
    buffer = make_buffer(steps=8, sizes=[50], seats=2, features=1, actions=1)
    buffer.actions[:] = np.arange(500).reshape(10, 50)
    buffer.learner[:] = buffer.actions % 2 == 0
    valid, generator = buffer.actions % 3 == 0, torch.Generator().manual_seed(0)
    samples = make_samples(buffer, np.zeros((10, 50)), valid, generator)
    assert sorted(samples.actions.tolist()) == list(range(0, 500, 6))


def test_values_have_targets_of_their_own_or_the_advantages_above_what_they_were():
    buffer = make_buffer(steps=8, sizes=[5], seats=2, features=1, actions=1)
    buffer.learner[:] = True
    buffer.values[:] = 1
    generator, valid = torch.Generator().manual_seed(0), np.ones((10, 5), np.bool_)
    advantages, targets = np.full((10, 5), 2, np.float32), np.full((10, 5), 7, np.float32)
    assert make_samples(buffer, advantages, valid, generator).returns.tolist() == [3] * 50
    samples = make_samples(buffer, advantages, valid, generator, targets)
    assert (samples.returns.tolist(), samples.advantages.tolist()) == ([7] * 50, [2] * 50)


def test_explained_variance_is_that_of_the_returns():
    samples = numbered(10)
    assert samples.explained_variance() == 1
    assert samples._replace(values=torch.zeros(10)).explained_variance() == pytest.approx(0)
    assert samples._replace(values=-samples.returns).explained_variance() == pytest.approx(-3)
    assert samples._replace(returns=torch.ones(10)).explained_variance() == 0
