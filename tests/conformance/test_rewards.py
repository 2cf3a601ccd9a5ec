"""Reward schemes against each other."""

import numpy as np
import pytest
from support import every_setting, scripted

from africana_env import REWARDS

GAMES = 20


@every_setting
def test_the_schemes_agree(setting):
    """`score` adds up to the points gained, `lead` to the change of the `margin`. `outcome` is the returns."""
    batches = {reward: setting.batch(GAMES, reward=reward, max_rounds=6) for reward in REWARDS}
    for batch in batches.values():
        batch.reset(3)
    scale, players = setting.game.margin_scale, setting.players
    first = batches["score"]

    def margins():
        points = first.scores()[:, :, -1].astype(np.float64)
        return scale * (points - (points.sum(1, keepdims=True) - points) / (players - 1))

    begin = before = margins()
    points_at_first = first.scores()[:, :, -1]
    gained, leads = np.zeros((GAMES, players)), np.zeros((GAMES, players))
    turn = 0
    while first.running.any():
        running, actions = first.running, scripted(first.action_mask, turn)
        for batch in batches.values():
            batch.step(actions)
        after = margins()
        over = running & ~first.running
        gained += first.reward
        leads += batches["lead"].reward
        assert batches["lead"].reward == pytest.approx(after - before, abs=1e-4)
        for name, end in (("outcome", first.returns()), ("margin", after)):
            assert batches[name].reward[over] == pytest.approx(end[over], abs=1e-4)
            assert (batches[name].reward[~over] == 0).all()
        for batch in batches.values():
            assert (batch.outcome[over] == first.returns()[over]).all()
        before = after
        turn += 1
    assert leads == pytest.approx(before - begin, abs=1e-3)
    assert gained == pytest.approx(first.scores()[:, :, -1] - points_at_first)
