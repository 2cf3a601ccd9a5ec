"""The parallel API, of the games that have it: all decide at the same time, and what it plays is the AEC game."""

import warnings
from random import Random

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test  # its seed test knows no masks
from support import SETTINGS, module_of

from africana_env import UserError

PARALLEL = [setting for setting in SETTINGS if hasattr(module_of(setting.game), "parallel_env")]
every_parallel_setting = pytest.mark.parametrize("setting", PARALLEL, ids=str)


def parallel(setting, **options):
    make = module_of(setting.game).parallel_env
    return make(num_players=setting.players, edition=setting.edition, **options)


def choose(rng, observations):
    """A legal action for every agent that has a decision, nonsense for the others."""
    return {
        agent: rng.choice(legal)
        if (legal := np.flatnonzero(seen["action_mask"]).tolist())
        else rng.choice([0, None, -7])
        for agent, seen in observations.items()
    }


@every_parallel_setting
def test_environment_passes_the_api_test_without_a_warning(setting):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(parallel(setting), num_cycles=300)


@every_parallel_setting
@pytest.mark.parametrize("reward", ["outcome", "score"])
def test_a_parallel_game_is_the_aec_game(setting, reward):
    env, aec, rng = parallel(setting, reward=reward), setting.env(reward=reward), Random(1)
    observations, _ = env.reset(seed=5)
    aec.reset(seed=5)
    simultaneous = 0
    while env.agents:
        actions = choose(rng, observations)
        deciders = [agent for agent in env.agents if observations[agent]["action_mask"].any()]
        simultaneous += len(deciders) > 1
        earned = dict.fromkeys(env.agents, 0.0)
        for agent in deciders:
            assert aec.agent_selection == agent
            seen = aec.observe(agent)
            for key in seen:
                assert np.array_equal(seen[key], observations[agent][key]), (agent, key)
            aec.step(actions[agent])
            for other, amount in aec.rewards.items():
                earned[other] += amount
        observations, rewards, terminations, truncations, _ = env.step(actions)
        assert rewards == earned
        assert (terminations, truncations) == (aec.terminations, aec.truncations)
        assert env.aec.get_state() == aec.get_state()
    assert simultaneous > 0
    assert all(not seen["action_mask"].any() for seen in observations.values())


@every_parallel_setting
def test_an_illegal_or_missing_action_of_anyone_changes_nothing(setting):
    env, rng = parallel(setting), Random(2)
    observations, _ = env.reset(seed=5)
    before = env.aec.get_state()
    for agent in env.agents:
        illegal = int(observations[agent]["action_mask"].argmin())
        for wrong in (illegal, None, -1, 10**6, 1.0, True):
            with pytest.raises(UserError, match=f"^.*{agent}.*$"):
                env.step({**choose(rng, observations), agent: wrong})
            assert env.aec.get_state() == before
    for wrong, message in (([0, 0], "actions must be a dictionary"), ({"somebody": 0}, "unknown agent 'somebody'")):
        with pytest.raises(UserError, match=message):
            env.step(wrong)
        assert env.aec.get_state() == before


@every_parallel_setting
def test_actions_may_be_arrays_of_no_dimensions(setting):
    env, rng = parallel(setting), Random(3)
    observations, _ = env.reset(seed=5)
    env.step({agent: np.array(action) for agent, action in choose(rng, observations).items() if action is not None})


@every_parallel_setting
def test_calls_before_reset_and_after_the_end_are_refused(setting):
    env, rng = parallel(setting, max_rounds=1), Random(3)
    for call in (lambda: env.step({}), env.state, env.render):
        with pytest.raises(UserError, match=r"^no game is in progress: call reset\(\) first$"):
            call()
    observations, _ = env.reset(seed=1)
    while env.agents:
        observations, *_ = env.step(choose(rng, observations))
    with pytest.raises(UserError, match=r"^no game is in progress: call reset\(\) first$"):
        env.step({})
