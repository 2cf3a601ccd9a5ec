"""Masks and infos of the AEC environment are correct for every agent at any time."""

import copy
from random import Random

import numpy as np
import pytest
from support import choose_kind_first, env_in_progress, every_setting, mask_of, module_of, running, shapes

from africana_env.engine.game.state import CUT_OFF


def assert_right(env):
    assert set(env.infos) == set(env.agents)
    for agent in env.agents:
        mask, info = env.observe(agent)["action_mask"], env.infos[agent]
        assert mask.dtype == np.int8
        if running(env):
            assert mask.any() == (agent == env.agent_selection)
        else:
            assert mask.nonzero()[0].tolist() == [0]
        assert list(info) == ["cut_off", "scores"]
        parts = len(env.unwrapped.game.score_parts)
        assert shapes(info) == {"cut_off": (bool, np.bool_, ()), "scores": (np.ndarray, np.int32, (parts,))}
        assert info["cut_off"] == (env.unwrapped.batch.status[0] == CUT_OFF)
        assert info["scores"].tolist() == list(env.scores()[agent].values())


@every_setting
@pytest.mark.parametrize("face", ["env", "raw_env"])
@pytest.mark.parametrize("max_rounds", [1, 3, 60])
def test_they_are_right_through_a_game_and_while_the_agents_leave(setting, face, max_rounds):
    env = getattr(module_of(setting.game), face)(setting.players, setting.edition, max_rounds=max_rounds)
    rng = Random(1)
    for seed in (4, 5):
        env.reset(seed=seed)
        while env.agents:
            assert_right(env)
            given = env.last()[-1]
            assert given is env.infos[env.agent_selection]
            before = {key: np.copy(value) for key, value in given.items()}
            env.step(choose_kind_first(rng, setting.game, mask_of(env)) if running(env) else None)
            np.testing.assert_equal({key: np.asarray(value) for key, value in given.items()}, before)


@every_setting
def test_they_are_right_after_jumps(setting):
    env = env_in_progress(setting, 20, seed=6)
    state = env.get_state()
    env.undo()
    assert_right(env)
    env.set_state(state)
    assert_right(env)
    assert_right(copy.deepcopy(env))
    for agent in env.agents:
        env.resample(agent, 1)
        assert_right(env)
    env.forfeit()
    assert_right(env)
    env.step(None)
    assert_right(env)
    other = setting.env()
    other.set_state(env.get_state())
    assert_right(other)
