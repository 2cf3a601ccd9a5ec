"""An illegal action ends a game of `env()`, as in PettingZoo's games. `raw_env()` refuses it, see `test_actions.py`."""

import pytest
from pettingzoo.utils.env_logger import EnvLogger
from support import error_of, every_game, every_setting, mask_of, module_of, running

from africana_env import UserError


@pytest.fixture(autouse=True)
def _without_warnings():
    """PettingZoo prints a warning for every illegal action."""
    EnvLogger.suppress_output()
    yield
    EnvLogger.unsuppress_output()
    EnvLogger.flush()


def started(setting, decisions=2, **options):
    env = module_of(setting.game).env(num_players=setting.players, edition=setting.edition, **options)
    env.reset(seed=3)
    for _ in range(decisions):
        env.step(int(mask_of(env).argmax()))
    return env


def illegal(env):
    return int(mask_of(env).argmin())


@every_setting
@pytest.mark.parametrize("reward", ["outcome", "score"])
def test_an_illegal_action_ends_the_game_for_all(setting, reward):
    env = started(setting, reward=reward)
    offender = env.agent_selection
    owed = {agent: env._cumulative_rewards[agent] for agent in env.agents}
    env.step(illegal(env))
    assert not running(env)
    assert env.agents == env.possible_agents
    assert env.rewards == {agent: -1.0 if agent == offender else 0.0 for agent in env.agents}
    assert env.terminations == dict.fromkeys(env.agents, True)
    assert env.truncations == dict.fromkeys(env.agents, False)
    for agent in env.agents:
        assert env.observe(agent)["action_mask"].nonzero()[0].tolist() == [0]
        assert not env.infos[agent]["cut_off"]
    left = {}
    for agent in env.agent_iter():
        _, left[agent], terminated, truncated, _ = env.last()
        assert (terminated, truncated) == (True, False)
        env.step(None)
    assert left == {agent: -1.0 if agent == offender else owed[agent] for agent in env.possible_agents}
    env.reset(seed=3)
    assert running(env)


@every_game
def test_actions_may_be_sampled_without_masks(game):
    env = module_of(game).env(max_rounds=3)
    illegal = 0
    for seed in range(20):
        env.reset(seed=seed)
        for agent in env.possible_agents:
            env.action_space(agent).seed(seed)
        for agent in env.agent_iter():
            _, reward, terminated, truncated, _ = env.last()
            illegal += reward == -1
            env.step(None if terminated or truncated else env.action_space(agent).sample())
        assert not env.agents
    assert illegal >= 10


@every_setting
def test_an_illegal_action_is_part_of_the_state_and_can_be_taken_back(setting):
    env = started(setting)
    before, record = env.get_state(), env.record()
    wrong = illegal(env)
    env.step(wrong)
    assert env.record() == record
    other = started(setting, 0)
    other.set_state(env.get_state())
    assert other.rewards == env.rewards
    assert other.terminations == env.terminations
    env.undo()
    assert env.get_state() == before
    assert env.record() == record
    env.undo()
    assert env.record().actions == record.actions[:-1]


@every_game
def test_the_raw_environment_can_be_forfeited(game):
    env = module_of(game).raw_env()
    with pytest.raises(UserError, match="call reset"):
        env.forfeit()
    env.reset(seed=1)
    env.forfeit(-3.0)
    assert env.rewards["player_0"] == -3.0
    assert sum(env.rewards.values()) == -3.0
    with pytest.raises(UserError, match="call reset"):
        env.forfeit()


@every_game
def test_a_forfeit_with_wrong_arguments_changes_nothing(game):
    env = module_of(game).raw_env()
    env.reset(seed=1)
    before = env.get_state()
    for reward in ("x", None, float("nan"), float("inf")):
        assert error_of(env.forfeit, reward).startswith("reward must be a number from -1e+09 to 1e+09, not ")
    for agents in ("player_0", [], ["player_0", "nobody"], [0]):
        assert "agent" in error_of(env.forfeit, agents=agents)
    assert env.get_state() == before
    assert error_of(env.undo) == "there is no decision to undo"


@every_setting
def test_what_is_no_action_is_refused_and_changes_nothing(setting):
    env = started(setting)
    before = env.get_state()
    for action in (-1, env.action_space("player_0").n, 1.0, None, "3"):
        with pytest.raises(UserError):
            env.step(action)
        assert env.get_state() == before
