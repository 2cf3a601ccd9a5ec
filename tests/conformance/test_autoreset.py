"""With `autoreset`, the next game follows at once, and is a game like any other."""

import numpy as np
import pytest
from support import every_setting, scripted

from africana_env import UserError
from africana_env.engine.game.state import RUNNING


def play(batch, steps):
    """Step by a script. Yield after each step the games that were running before it."""
    for turn in range(steps):
        running = batch.running.copy()
        batch.step(scripted(batch.action_mask, turn))
        yield running


@every_setting
def test_game_that_ends_is_followed_by_a_fresh_one(setting):
    batch = setting.batch(9, reward="score", max_rounds=2, autoreset=True)
    plain = setting.batch(9, reward="score", max_rounds=2)
    batch.reset(5)
    plain.reset(5)
    ended, seeds = np.zeros(9, int), batch.seeds.tolist()
    for _ in play(batch, 400):
        plain.step(batch._actions)  # the same actions; here ended games stay ended
        assert batch.running.all()
        assert batch.action_mask.any(axis=1).all()
        assert (batch.done == np.where(plain.running, RUNNING, plain.status)).all()
        assert (batch.reward == plain.reward).all()
        over = ~plain.running
        ended += over
        if over.any():
            seeds += batch.seeds[over].tolist()
            plain.reset_rows(over, batch.seeds)  # the next game is a reset with that seed
        assert batch.states.tobytes() == plain.states.tobytes()
        assert (batch.observation == plain.observation).all()
        assert (batch.action_mask == plain.action_mask).all()
    assert (ended >= 3).all()
    assert len(set(seeds)) == len(seeds)


@every_setting
def test_a_game_that_is_not_stepped_has_not_ended_again(setting):
    batch = setting.batch(4, max_rounds=1, autoreset=True)
    batch.reset(2)
    while not batch.done.any():
        batch.step(batch.action_mask.argmax(axis=1))
    ended = batch.done != 0
    batch.step(batch.action_mask.argmax(axis=1), ~ended)
    assert (batch.done[ended] == 0).all()


@every_setting
def test_only_games_that_go_on_can_be_put_into_a_batch_with_autoreset(setting):
    batch, other = setting.batch(4, max_rounds=1), setting.batch(4, autoreset=True)
    batch.reset(2)
    other.reset(2)
    while batch.running.any():
        batch.step(batch.action_mask.argmax(axis=1))
    with pytest.raises(UserError, match="with autoreset all states must be of running games"):
        other.set_states(batch.states)
