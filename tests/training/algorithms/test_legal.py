"""Computing with legal actions only gives the same as a softmax over all actions."""

import pytest
import torch
from africana_training.algorithms import legal
from africana_training.networks.mlp import logprobs_of
from africana_training.networks.sparse import ILLEGAL

ROWS, ACTIONS = 50, 29
pytestmark = pytest.mark.threads


def decisions(rows, actions=ACTIONS):
    """Logits, masks and legal actions; the first row has one legal action, the second all."""
    torch.manual_seed(rows)
    masks = (torch.rand(rows, actions) < 0.2).to(torch.int8)
    chosen = torch.randint(0, actions, (rows,))
    if rows > 1:
        masks[0], masks[1] = 0, 1
    masks[torch.arange(rows), chosen] = 1
    logits = 5 * torch.randn(rows, actions)
    return logits.masked_fill_(masks == 0, ILLEGAL).requires_grad_(), masks, chosen


def dense(logits, actions):
    logprobs = torch.log_softmax(logits, -1)
    return logprobs_of(logprobs, actions), -(torch.softmax(logits, -1) * logprobs).sum(-1)


@pytest.mark.parametrize("rows", [0, 1, 3, ROWS])
def test_log_probabilities_entropies_and_gradients_are_those_of_a_softmax(rows):
    logits, masks, actions = decisions(rows)
    found, expected = legal.decisions_of(logits, masks, actions), dense(logits, actions)
    for one, other in zip(found, expected, strict=True):
        torch.testing.assert_close(one, other, rtol=1e-5, atol=1e-5)
    slopes = torch.randn(rows), torch.randn(rows)
    (one,), (other,) = (torch.autograd.grad(of, [logits], slopes) for of in (found, expected))
    torch.testing.assert_close(one, other, rtol=1e-4, atol=1e-5)
    assert (one[masks == 0] == 0).all()


def test_logits_far_apart_give_finite_numbers():
    logits, masks, actions = decisions(ROWS)
    far = (1e4 * logits.detach()).clamp(min=ILLEGAL).requires_grad_()
    logprobs, entropies = legal.decisions_of(far, masks, actions)
    (gradient,) = torch.autograd.grad(logprobs.sum() + entropies.sum(), [far])
    assert all(tensor.isfinite().all() for tensor in (logprobs, entropies, gradient))
    assert (entropies > -1e-6).all()


def test_large_logits_lose_no_more_digits_than_a_softmax_loses():
    logits, masks, actions = decisions(ROWS)
    high = (logits.detach() + 1e4 * (masks != 0)).requires_grad_()
    exact = dense(high.detach().double(), actions)
    for one, other in zip(legal.decisions_of(high, masks, actions), exact, strict=True):
        torch.testing.assert_close(one.double(), other, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(
    "changed",
    [
        *(lambda mask, dtype=dtype: mask.to(dtype) for dtype in (torch.bool, torch.uint8, torch.int64, torch.float32)),
        lambda mask: mask.t().contiguous().t(),
    ],
)
def test_masks_may_be_of_any_type_and_lie_in_any_order_and_logits_may_be_doubles(changed):
    logits, masks, actions = decisions(ROWS)
    for one, other in zip(
        legal.decisions_of(logits.double(), changed(masks), actions),
        legal.decisions_of(logits, masks, actions),
        strict=True,
    ):
        assert torch.equal(one, other)


def test_a_decision_without_legal_actions_counts_for_nothing():
    logits, masks, actions = decisions(2)
    masks[0] = 0
    logprobs, entropies = legal.decisions_of(logits, masks, actions)
    assert (logprobs[0], entropies[0]) == (0, 0)
    (gradient,) = torch.autograd.grad(logprobs.sum() + entropies.sum(), [logits])
    assert (gradient[0] == 0).all()


def test_elsewhere_than_on_a_processor_they_are_dense(monkeypatch):
    logits, masks, actions = decisions(ROWS)
    expected = legal.decisions_of(logits, masks, actions)
    monkeypatch.setattr(legal, "is_sparse", lambda tensor: False)
    for one, other in zip(legal.decisions_of(logits, masks, actions), expected, strict=True):
        torch.testing.assert_close(one, other, rtol=1e-5, atol=1e-5)
