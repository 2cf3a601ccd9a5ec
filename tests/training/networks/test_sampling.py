import numpy as np
import pytest
from africana_training.networks.sampling import NOT_FINITE, sample_actions

LOGITS = np.array([2.0, 0.5, 9.0, -1.0, 0.0], np.float32)
LEGAL = np.array([1, 1, 0, 1, 1], np.int8)


def drawn(temperature, numbers, logits=LOGITS, legal=LEGAL):
    rows = len(numbers)
    return sample_actions(np.tile(logits, (rows, 1)), np.tile(legal, (rows, 1)), temperature, np.asarray(numbers))[0]


@pytest.mark.parametrize("temperature", [1.0, 0.3, 5.0])
def test_actions_are_drawn_as_often_as_softmax_says(temperature):
    numbers = (np.arange(100_000) + 0.5) / 100_000
    shares = np.bincount(drawn(temperature, numbers), minlength=5) / 100_000
    weights = np.where(LEGAL == 1, np.exp(LOGITS / temperature), 0)
    np.testing.assert_allclose(shares, weights / weights.sum(), atol=2e-5)


@pytest.mark.parametrize("temperature", [1.0, 0.3])
def test_log_probabilities_are_those_of_the_actions_drawn(temperature):
    numbers = np.linspace(0, 0.999, 50)
    actions, logprobs = sample_actions(np.tile(LOGITS, (50, 1)), np.tile(LEGAL, (50, 1)), temperature, numbers)
    legal = np.where(LEGAL == 1, LOGITS / temperature, -np.inf)
    expected = legal - np.log(np.exp(legal).sum())
    np.testing.assert_allclose(logprobs, expected[actions], rtol=1e-5)


def test_without_a_legal_action_none_is_drawn():
    assert drawn(1.0, [0.5], legal=np.zeros(5, np.int8)).tolist() == [NOT_FINITE]


def test_at_temperature_0_the_highest_of_the_legal_ones_is_taken():
    assert drawn(0.0, [0.0, 0.5, 0.99]).tolist() == [0, 0, 0]


def test_a_small_temperature_does_not_overflow():
    assert drawn(1e-300, [0.0, 1 - 2**-32], np.float32(1e30) * LOGITS).tolist() == [0, 0]


def test_the_edges_lead_to_legal_actions():
    assert drawn(1.0, [0.0, 1 - 2**-53]).tolist() == [0, 4]
    assert drawn(1.0, [0.0, 1 - 2**-53], legal=np.array([0, 1, 0, 0, 0], np.int8)).tolist() == [1, 1]


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_a_legal_logit_that_is_no_number_is_reported_and_an_illegal_one_is_not_looked_at(value):
    logits = LOGITS.copy()
    logits[2] = value
    assert drawn(1.0, [0.0], logits).tolist() == [0]
    logits[3] = value
    assert drawn(1.0, [0.0], logits).tolist() == [NOT_FINITE]
    assert drawn(0.0, [0.0], logits).tolist() == [NOT_FINITE]


def test_lower_logits_than_those_of_illegal_actions_are_numbers_like_others():
    assert set(drawn(1.0, [0.0, 1 - 2**-53], np.full(5, -1e30, np.float32)).tolist()) == {0, 4}
