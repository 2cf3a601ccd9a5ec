"""Games end, and their rewards add up."""

from collections import Counter

import numpy as np
import pytest
from support import Mix, every_setting, games_in_progress, scripted

from africana_env.engine.game.state import CUT_OFF, RUNNING, TERMINATED

MAX_DECISIONS_PER_ROUND = 2000


def play_to_the_end(batch, seed):
    """Step a batch of one, and yield after every step."""
    mix = Mix(batch.game, seed)
    batch.reset(seed)
    while batch.running[0]:
        batch.step([mix.choose(batch)])
        yield batch


@every_setting
@pytest.mark.parametrize("max_rounds", [1, 2, 5, 40])
def test_every_game_ends_within_its_rounds(setting, max_rounds):
    batch = setting.batch(70, max_rounds=max_rounds, observe=False)
    batch.reset(max_rounds)
    for turn in range(MAX_DECISIONS_PER_ROUND * max_rounds):
        if not batch.running.any():
            break
        assert (batch.action_mask.any(axis=1) == batch.running).all()
        batch.step(scripted(batch.action_mask, turn))
    assert set(batch.status.tolist()) <= {TERMINATED, CUT_OFF}
    assert (batch.done == batch.status).all()
    assert not batch.action_mask.any()


@every_setting
def test_outcome_sums_to_zero_and_comes_at_the_end_only(setting):
    ends = Counter()
    for seed in range(12):
        for batch in play_to_the_end(setting.batch(reward="outcome", max_rounds=60), seed):
            if batch.running[0]:
                assert not batch.reward.any()
        reward = batch.reward[0]
        ends[int(batch.status[0])] += 1
        assert reward.sum() == pytest.approx(0, abs=1e-6)
        assert np.abs(reward).max() <= 1
        assert (reward == batch.returns()[0]).all()
        winners = reward > 0
        if not winners.any():
            assert (reward == 0).all(), "only a win shared by all is worth 0"
        else:
            assert len(set(reward[winners].tolist())) == len(set(reward[~winners].tolist())) == 1
        totals = batch.scores()[0, :, -1]
        assert (totals[reward == reward.max()] == totals.max()).all()
    assert RUNNING not in ends


@every_setting
def test_total_is_the_sum_of_the_other_score_parts(setting):
    if setting.game.score_parts == ("total",):
        pytest.skip("points have no parts")
    for batch in games_in_progress(setting, seed=5):
        scores = batch.scores()[0]
        assert (scores[:, :-1].sum(axis=1) == scores[:, -1]).all()
