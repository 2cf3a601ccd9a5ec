"""The action mask marks exactly the accepted actions, and every action has a unique text."""

import numpy as np
import pytest
from support import batch_at, env_in_progress, error_of, every_setting, mask_of, positions

from africana_env import UserError

NO_WHOLE_NUMBERS = (None, 1.0, "0", True, [0], np.array(0.5))


def refused(env, action) -> bool:
    """Return whether `action` raises a one-line `UserError` and leaves the game unchanged."""
    before = env.get_state()
    error_of(env.step, action)
    return env.get_state() == before


@every_setting
@pytest.mark.parametrize("decisions", [0, 9, 40, 90])
def test_every_action_outside_the_mask_is_refused_and_changes_nothing(setting, decisions):
    env = env_in_progress(setting, decisions, seed=decisions)
    size = env.action_space("player_0").n
    illegal = np.flatnonzero(mask_of(env) == 0).tolist()
    assert len(illegal) + mask_of(env).sum() == size
    for action in [*illegal, -1, -size, size, 2**40, 2**80, np.int64(size), *NO_WHOLE_NUMBERS]:
        assert refused(env, action), action


@every_setting
@pytest.mark.parametrize("decisions", [0, 9, 40, 90])
def test_every_action_in_the_mask_is_accepted(setting, decisions):
    env = env_in_progress(setting, decisions, seed=decisions)
    state = env.get_state()
    for action in np.flatnonzero(mask_of(env)):
        env.set_state(state)
        env.step(action)
        assert env.get_state() != state


@every_setting
def test_batch_refuses_all_actions_when_one_is_illegal(setting):
    batch = batch_at(setting, positions(setting, 40))
    legal = batch.action_mask.argmax(axis=1)
    buffers = ("states", "observation", "action_mask", "reward", "done")
    before = [getattr(batch, name).tobytes() for name in buffers]
    illegal = [np.flatnonzero(mask == 0)[:1].tolist() for mask in batch.action_mask]
    assert any(illegal)
    for row in range(batch.num_games):
        for wrong in (*illegal[row], -1, batch.action_mask.shape[1], 2**40):
            actions = legal.copy()
            actions[row] = wrong
            with pytest.raises(UserError, match=f"^game {row}: action {wrong} ") as error:
                batch.step(actions)
            assert "\n" not in str(error.value)
    assert [getattr(batch, name).tobytes() for name in buffers] == before


@every_setting
def test_batch_refuses_actions_of_another_shape_or_kind(setting):
    batch = batch_at(setting, positions(setting, 3))
    legal = batch.action_mask.argmax(axis=1)
    before = batch.states.tobytes()
    for actions in (legal[:2], legal[None], legal.astype(np.float32), legal.astype(bool), 1, ["a", "b", "c"], None):
        with pytest.raises(UserError, match=r"^actions must be 3 whole numbers"):
            batch.step(actions)
    assert batch.states.tobytes() == before


@every_setting
def test_text_and_action_lead_to_each_other(setting):
    env = setting.env()
    size = env.action_space("player_0").n
    texts = [env.action_to_string(action) for action in range(size)]
    assert len(set(texts)) == size == len(setting.game.actions)
    assert [env.string_to_action(text) for text in texts] == list(range(size))
    assert all(text and text == text.strip() and "\n" not in text for text in texts)
