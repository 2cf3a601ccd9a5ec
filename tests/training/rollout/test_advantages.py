"""Advantages of three seats with repeated turns, computed by hand."""

import numpy as np
import pytest
from africana_training.rollout.advantages import seat_advantages

PLAYERS = np.array([0, 0, 1, 2, 0, 1])[:, None]
VALUES = np.array([0.5, 1.0, 2.0, 0.0, 1.5, 2.5], np.float32)[:, None]
DISCOUNT, TRACE_DECAY = 0.9, 0.5


def rewards(*steps):
    return np.array(steps, np.float32)[:, None, :]


def test_a_decision_earns_until_the_same_seats_next_and_is_closed_by_its_value():
    earned = rewards((1, 0, 0), (0, 2, 0), (3, 0, 0), (0, 0, 1), (0, 1, 0), (0, 0, 0))
    done = np.zeros((6, 1), np.int8)
    advantages, closed = seat_advantages(earned, done, PLAYERS, VALUES, DISCOUNT, TRACE_DECAY)
    # Seat 0 decides at 0, 1 and 4. Decision 1 earns 0 + 3 + 0 until 4, whose value is 1.5.
    second = 3 + 0.9 * 1.5 - 1.0
    first = 1 + 0.9 * 1.0 - 0.5 + 0.9 * 0.5 * second
    # Seat 1 decides at 2 and 5 and earns 0 + 0 + 1 between; the 2 it got at step 1 came before its first decision.
    third = 1 + 0.9 * 2.5 - 2.0
    np.testing.assert_allclose(advantages[:, 0], [first, second, third, 0, 0, 0], rtol=1e-6)
    assert closed[:, 0].tolist() == [True, True, True, False, False, False]


def test_the_end_of_a_game_reaches_every_seat_and_nothing_leaks_into_it_from_the_next():
    """In the next game seats 0 and 1 decide twice, so that there is an advantage to leak."""
    earned = rewards((1, 0, 0), (0, 2, 0), (3, 0, 0), (1, -1, 0.5), *[(9, 9, 9)] * 4)
    done = np.array([0, 0, 0, 1, 0, 0, 0, 0], np.int8)[:, None]
    players, values = np.vstack((PLAYERS, PLAYERS[-2:])), np.vstack((VALUES, VALUES[-2:]))
    advantages, closed = seat_advantages(earned, done, players, values, DISCOUNT, TRACE_DECAY)
    second = (0 + 3 + 1) - 1.0
    first = 1 + 0.9 * 1.0 - 0.5 + 0.9 * 0.5 * second
    third = (0 - 1) - 2.0
    fourth = 0.5 - 0.0
    np.testing.assert_allclose(advantages[:4, 0], [first, second, third, fourth], rtol=1e-6)
    assert (advantages[4:6] > 9).all()
    assert closed[:, 0].tolist() == [True] * 6 + [False] * 2


def test_a_seat_without_a_decision_in_a_game_changes_nothing():
    players = np.array([0, 0, 0])[:, None]
    values = np.zeros((3, 1), np.float32)
    earned = rewards((0, 5, 0), (0, 5, 0), (2, -2, 0))
    done = np.array([0, 0, 2], np.int8)[:, None]
    advantages, closed = seat_advantages(earned, done, players, values, 1.0, 1.0)
    np.testing.assert_allclose(advantages[:, 0], [2, 2, 2])
    assert closed.all()


def test_games_do_not_touch_each_other():
    random = np.random.default_rng(0)
    steps, games, seats = 40, 7, 3
    earned = random.normal(size=(steps, games, seats)).astype(np.float32)
    done = (random.random((steps, games)) < 0.1).astype(np.int8)
    players = random.integers(0, seats, (steps, games))
    values = random.normal(size=(steps, games)).astype(np.float32)
    together, closed = seat_advantages(earned, done, players, values, 0.97, 0.9)
    for game in range(games):
        column = slice(game, game + 1)
        alone, closed_alone = seat_advantages(
            earned[:, column], done[:, column], players[:, column], values[:, column], 0.97, 0.9
        )
        np.testing.assert_array_equal(together[:, column], alone)
        np.testing.assert_array_equal(closed[:, column], closed_alone)


@pytest.mark.parametrize("seats", [2, 4])
def test_without_decay_an_advantage_is_all_that_follows_minus_the_value(seats):
    random = np.random.default_rng(1)
    steps = 30
    earned = random.normal(size=(steps, 1, seats)).astype(np.float32)
    done = np.zeros((steps, 1), np.int8)
    done[-1] = 1
    players = random.integers(0, seats, (steps, 1))
    values = random.normal(size=(steps, 1)).astype(np.float32)
    advantages, closed = seat_advantages(earned, done, players, values, 1.0, 1.0)
    assert closed.all()
    for step in range(steps):
        seat = players[step, 0]
        expected = earned[step:, 0, seat].sum() - values[step, 0]
        assert advantages[step, 0] == pytest.approx(expected, abs=1e-4)
