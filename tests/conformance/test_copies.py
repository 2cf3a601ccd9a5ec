"""Batches that were copied or sent go on exactly as the original; pickles are small. For copies of the AEC environment
see `test_aec_equals_batch.py`."""

import pickle

import pytest
from support import (
    compiled_only,
    env_at,
    env_in_progress,
    every_setting,
    mask_of,
    module_of,
)

from africana_env import load_game
from africana_env.api.aec import KEPT_EVERY
from africana_env.engine.batch.binding import game_kernels


@every_setting
def test_a_pickle_grows_by_a_few_bytes_for_each_decision(setting):
    start, late = env_at(setting, 0, seed=3), env_at(setting, 200, seed=3)
    growth = len(pickle.dumps(late)) - len(pickle.dumps(start))
    assert growth < 1_000 + len(late.record().actions) * (8 + 2 * setting.game.state_dtype.itemsize / KEPT_EVERY)


@pytest.mark.parametrize("num_envs", [None, 3])
def test_a_pickle_of_a_learners_environment_grows_by_a_few_bytes_for_each_decision(num_envs):
    module, options = module_of(load_game("africana_v0")), {"num_players": 2, "opponents": "search:2"}
    env = module.gymnasium_env(**options) if num_envs is None else module.vector_env(num_envs, **options)
    env.reset(seed=3)
    env.action_space.sample()  # makes a generator
    start = len(pickle.dumps(env))
    for _ in range(30):
        env.step(env.action_space.sample())
    records = [env.record()] if num_envs is None else env.records()
    assert len(pickle.dumps(env)) - start < 1_000 + 16 * sum(len(record.actions) for record in records)


@compiled_only
@every_setting
def test_unpickled_game_uses_the_kernels_that_are_compiled(setting):
    kernels = game_kernels(setting.game)
    env = env_in_progress(setting, 3, seed=1)
    env.set_state(env.get_state())
    compiled = {name: len(getattr(kernels, name).serial.signatures) for name in ("reset", "step", "view", "scores")}
    other = pickle.loads(pickle.dumps(env))
    other.reset(seed=2)
    other.step(int(mask_of(other).argmax()))
    other.set_state(other.get_state())
    assert {name: len(getattr(kernels, name).serial.signatures) for name in compiled} == compiled
