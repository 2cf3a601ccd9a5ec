"""With `skip_forced`, a step also plays the forced decisions that follow."""

import numpy as np
import pytest
from support import every_setting, scripted

from africana_env.engine.game.contract import REWARDS
from africana_env.engine.game.state import RUNNING

GAMES = 9


@every_setting
@pytest.mark.parametrize("reward", REWARDS)
def test_a_step_plays_on_to_the_next_choice(setting, reward):
    batch = setting.batch(GAMES, reward=reward, max_rounds=2, skip_forced=True)
    plain = setting.batch(GAMES, reward=reward, max_rounds=2)
    batch.reset(5)
    plain.reset(5)
    turn, skipped = 0, 0
    while batch.running.any():
        actions = scripted(batch.action_mask, turn)
        batch.step(actions)
        plain.step(actions)
        earned = plain.reward.copy()
        while (forced := plain.running & (plain.action_mask.sum(axis=1) == 1)).any():
            plain.step(plain.action_mask.argmax(axis=1), forced)
            earned += plain.reward
            skipped += np.count_nonzero(forced)
        assert batch.states.tobytes() == plain.states.tobytes()
        assert (batch.action_mask == plain.action_mask).all()
        assert (batch.observation == plain.observation).all()
        np.testing.assert_allclose(batch.reward, earned, atol=1e-6)
        assert (batch.done == plain.status).all()
        assert (batch.outcome == plain.outcome).all()
        turn += 1
    assert skipped > 0 or setting.game.name in ("africa_v0", "leduc_v0")  # where they are rare


@every_setting
def test_only_the_first_decision_of_a_game_that_follows_may_be_forced(setting):
    batch = setting.batch(GAMES, max_rounds=1, autoreset=True, skip_forced=True)
    batch.reset(5)
    for turn in range(200):
        batch.step(scripted(batch.action_mask, turn))
        assert batch.running.all()
        assert (batch.action_mask.sum(axis=1)[batch.done == RUNNING] > 1).all()
