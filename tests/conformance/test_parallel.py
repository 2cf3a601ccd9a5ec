"""The parallel API plays the AEC game, and an agent without a decision passes."""

import warnings
from random import Random

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test
from pettingzoo.utils.env_logger import EnvLogger
from support import every_game, every_setting, module_of, shapes

from africana_env import UserError
from africana_env.engine.game.contract import Rules
from africana_env.engine.game.state import CUT_OFF


def parallel(setting, **options):
    """Return the environment that refuses illegal actions."""
    make = module_of(setting.game).raw_parallel_env
    return make(num_players=setting.players, edition=setting.edition, **options)


def forgiving(setting, **options):
    """Return the environment in which illegal actions end the game."""
    make = module_of(setting.game).parallel_env
    return make(num_players=setting.players, edition=setting.edition, **options)


def decides(seen):
    """Return whether the observing agent has a decision."""
    return not seen["action_mask"][-1]


def choose(rng, observations):
    """Return a legal action for every agent with a decision, nonsense or nothing for the others. Somebody decides."""
    assert any(map(decides, observations.values())), "a game that cannot go on"
    return {
        agent: rng.choice(np.flatnonzero(seen["action_mask"]).tolist()) if decides(seen) else rng.choice([0, None, -7])
        for agent, seen in observations.items()
        if decides(seen) or rng.random() < 0.7
    }


@every_setting
def test_environment_passes_the_api_test_without_a_warning(setting):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(parallel(setting), num_cycles=300)
        parallel_api_test(forgiving(setting), num_cycles=300)


@every_game
def test_environment_passes_the_seed_test(game):
    """It samples without masks."""
    EnvLogger.suppress_output()
    try:
        parallel_seed_test(module_of(game).parallel_env, num_cycles=100)
    finally:
        EnvLogger.unsuppress_output()


@every_setting
@pytest.mark.parametrize("reward", ["outcome", "score"])
def test_a_parallel_game_is_the_aec_game(setting, reward):
    env, aec, rng = parallel(setting, reward=reward), setting.env(reward=reward), Random(1)
    observations, _ = env.reset(seed=5)
    aec.reset(seed=5)
    simultaneous = 0
    while env.agents:
        actions = choose(rng, observations)
        deciders = [agent for agent in env.agents if decides(observations[agent])]
        simultaneous += len(deciders) > 1
        earned = dict.fromkeys(env.agents, 0.0)
        for agent in deciders:
            assert aec.agent_selection == agent
            seen, shown = aec.observe(agent), observations[agent]
            assert np.array_equal(seen["observation"], shown["observation"]), agent
            assert np.array_equal(seen["action_mask"], shown["action_mask"][:-1]), agent
            aec.step(actions[agent])
            for other, amount in aec.rewards.items():
                earned[other] += amount
        observations, rewards, terminations, truncations, _ = env.step(actions)
        assert rewards == earned
        assert (terminations, truncations) == (aec.terminations, aec.truncations)
        assert env.aec.get_state() == aec.get_state()
    assert (simultaneous > 0) == (setting.game.simultaneous is not Rules.simultaneous)
    assert not any(decides(seen) for seen in observations.values())


@every_setting
def test_every_agent_has_a_legal_action_at_any_time_and_those_without_a_decision_pass(setting):
    """A mask of zeros gives a policy no distribution to sample from."""
    env, rng = parallel(setting, max_rounds=3), Random(1)
    size = len(setting.game.actions) + 1
    passing = env.string_to_action("pass")
    assert passing == size - 1
    assert {env.action_space(agent).n for agent in env.possible_agents} == {size}
    observations, infos = env.reset(seed=5)
    kinds, passes = shapes(infos["player_0"]), 0
    while True:
        for agent, seen in observations.items():
            mask = seen["action_mask"]
            assert env.observation_space(agent).contains(seen)
            assert mask.any()
            assert mask[passing] == (not mask[:passing].any())
            assert shapes(infos[agent]) == kinds
            assert infos[agent]["cut_off"] == (env.aec.unwrapped.batch.status[0] == CUT_OFF)
            assert infos[agent]["scores"].tolist() == list(env.aec.scores()[agent].values())
            passes += int(mask[passing])
        if not env.agents:
            break
        masks = {agent: seen["action_mask"] for agent, seen in observations.items()}
        observations, _, _, _, infos = env.step({agent: rng.choice(np.flatnonzero(masks[agent])) for agent in masks})
    assert passes >= setting.players


@every_setting
def test_an_agent_with_a_decision_may_not_pass(setting):
    env = parallel(setting)
    observations, _ = env.reset(seed=5)
    passing = env.action_space("player_0").n - 1
    before = env.aec.get_state()
    actions = {agent: seen["action_mask"].argmax() for agent, seen in observations.items()}
    decider = next(agent for agent, seen in observations.items() if decides(seen))
    with pytest.raises(UserError, match=f"^action {passing} of {decider} \\('pass'\\) is illegal here"):
        env.step({**actions, decider: passing})
    assert env.aec.get_state() == before


@every_setting
def test_an_illegal_or_missing_action_of_anyone_changes_nothing(setting):
    env, rng = parallel(setting), Random(2)
    observations, _ = env.reset(seed=5)
    before = env.aec.get_state()
    for agent in filter(lambda agent: decides(observations[agent]), env.agents):
        illegal = int(observations[agent]["action_mask"].argmin())
        for wrong in (illegal, None, -1, 10**6, 1.0, True):
            with pytest.raises(UserError, match=f"^.*{agent}.*$"):
                env.step({**choose(rng, observations), agent: wrong})
            assert env.aec.get_state() == before
    for wrong, message in (([0, 0], "actions must be a dictionary"), ({"somebody": 0}, "unknown agent 'somebody'")):
        with pytest.raises(UserError, match=message):
            env.step(wrong)
        assert env.aec.get_state() == before


@every_setting
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


@every_setting
@pytest.mark.parametrize("reward", ["outcome", "score"])
def test_illegal_actions_end_the_game_for_all(setting, reward):
    env = forgiving(setting, reward=reward)
    observations, _ = env.reset(seed=5)
    actions = {agent: int(seen["action_mask"].argmin()) for agent, seen in observations.items()}
    culprits = [agent for agent in env.agents if decides(observations[agent])]
    EnvLogger.suppress_output()
    observations, rewards, terminations, truncations, infos = env.step(actions)
    EnvLogger.unsuppress_output()
    assert rewards == {agent: -1.0 if agent in culprits else 0.0 for agent in env.possible_agents}
    assert terminations == dict.fromkeys(env.possible_agents, True)
    assert truncations == dict.fromkeys(env.possible_agents, False)
    assert set(infos) == set(env.possible_agents)
    assert not any(decides(seen) for seen in observations.values())
    assert env.agents == []
    env.reset(seed=5)
    assert env.agents == env.possible_agents


@every_setting
def test_who_writes_into_a_mask_changes_nothing(setting):
    env = parallel(setting, max_rounds=2)
    observations, _ = env.reset(seed=1)
    legal = {agent: seen["action_mask"].copy() for agent, seen in observations.items()}
    for seen in observations.values():
        seen["action_mask"][:] = 1
    actions = {agent: int(mask.argmax()) for agent, mask in legal.items()}
    for agent, mask in legal.items():
        if not mask[-1]:  # it has a decision
            with pytest.raises(UserError, match="illegal"):
                env.step({**actions, agent: int(mask.argmin())})
