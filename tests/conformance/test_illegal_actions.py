"""An illegal action ends a game of `env()`, as in PettingZoo's games. `raw_env()` refuses it, see `test_actions.py`."""

import pytest
from pettingzoo.utils.env_logger import EnvLogger
from support import error_of, every_game, every_setting, mask_of, module_of

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
