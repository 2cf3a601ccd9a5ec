"""The AEC environment of every game refuses calls out of order, and odd arguments, in one line."""

import copy
import pickle

import numpy as np
import pytest
from support import every_game, mask_of, module_of, running

from africana_env import UserError

BEFORE_RESET = {
    "step": (0,),
    "last": (),
    "observe": ("player_0",),
    "state": (),
    "render": (),
    "agent_iter": (),
    "scores": (),
    "record": (),
    "undo": (),
    "resample": ("player_0", 1),
    "get_state": (),
}
KNOWN_TO_PETTINGZOO = ("step", "last", "observe", "state", "render", "agent_iter")


def started(game, **options):
    env = module_of(game).raw_env(**options)
    env.reset(seed=1)
    return env


def left(game):
    """An environment whose agents have all left after the end."""
    env = started(game, max_rounds=1)
    while env.agents:
        env.step(int(mask_of(env).argmax()) if running(env) else None)
    return env


@every_game
@pytest.mark.parametrize("call", BEFORE_RESET)
@pytest.mark.parametrize("render_mode", [None, "ansi"])
@pytest.mark.filterwarnings("ignore:.*without specifying any render mode")
def test_calls_before_reset_are_refused(game, call, render_mode):
    env = module_of(game).raw_env(render_mode=render_mode)
    with pytest.raises(UserError, match=r"^no game is in progress: call reset\(\) first$"):
        getattr(env, call)(*BEFORE_RESET[call])
    env.reset(seed=1)
    env.step(int(mask_of(env).argmax()))
    arguments = [int(mask_of(env).argmax())] if call == "step" else BEFORE_RESET[call]
    getattr(env, call)(*arguments)


@every_game
@pytest.mark.parametrize("call", BEFORE_RESET)
def test_wrapped_environment_refuses_calls_before_reset(game, call):
    """PettingZoo's own errors for what it knows, ours for the rest."""
    errors = (AssertionError, AttributeError) if call in KNOWN_TO_PETTINGZOO else UserError
    with pytest.raises(errors, match="reset"):
        getattr(module_of(game).env(render_mode="ansi"), call)(*BEFORE_RESET[call])


@every_game
def test_refused_state_is_no_game(game):
    env = module_of(game).raw_env()
    with pytest.raises(UserError, match="not a state"):
        env.set_state(b"damaged")
    with pytest.raises(UserError, match="call reset"):
        env.last()


@every_game
def test_step_and_last_are_refused_after_all_agents_have_left(game):
    for env in (left(game), module_of(game).raw_env(max_rounds=1)):
        if not env.agents:
            env.set_state(left(game).get_state())
        for action in (None, 0):
            with pytest.raises(UserError, match=r"^no game is in progress: call reset\(\) first$"):
                env.step(action)
        with pytest.raises(UserError, match=r"^no game is in progress: call reset\(\) first$"):
            env.last()


@every_game
def test_the_end_can_still_be_looked_at_after_all_agents_have_left(game):
    env = left(game)
    env.observe("player_0")
    env.state()
    env.scores()
    env.record()
    env.undo()
    assert running(env)


@every_game
@pytest.mark.parametrize("kind", [int, np.int64, np.uint16, np.array])
def test_whole_numbers_of_any_kind_are_actions(game, kind):
    """Policies give arrays of no dimensions."""
    env = started(game)
    action = int(mask_of(env).argmax())
    env.step(kind(action))
    assert env.record().actions == (action,)


NO_ACTIONS = [
    None,
    True,
    3.0,
    "3",
    [3],
    [[1], [2, 3]],
    {},
    np.True_,
    *map(np.array, ([3], 3.0, True, [[1, 2], [3, 4]])),
]


@every_game
@pytest.mark.parametrize("action", NO_ACTIONS, ids=repr)
def test_anything_else_is_no_action(game, action):
    env = started(game)
    before = env.get_state()
    with pytest.raises(UserError, match="an action must be a whole number, not ") as error:
        env.step(action)
    assert "\n" not in str(error.value)
    assert env.get_state() == before


@every_game
@pytest.mark.parametrize("action", [-1, 10**6, 10**30, np.array(-1)])
def test_actions_out_of_range_are_refused(game, action):
    env = started(game)
    with pytest.raises(UserError, match=r"^action -?\d+ is out of range: use 0 to \d+$"):
        env.step(action)


@every_game
@pytest.mark.parametrize("agent", ["player_9", "", None, 0, [], {}, np.array([1, 2])], ids=repr)
def test_anything_but_an_agent_is_refused(game, agent):
    env = started(game)
    for call in (env.observe, env.observation_space, env.action_space, lambda agent: env.resample(agent, 1)):
        with pytest.raises(UserError, match=r"^unknown agent .*: use player_0 or player_1"):
            call(agent)


@every_game
@pytest.mark.parametrize("text", ["no such", "", None, 3, [], {}], ids=repr)
def test_anything_but_a_text_of_an_action_is_refused(game, text):
    with pytest.raises(UserError, match=r"^no action is called .*: use a text such as "):
        started(game).string_to_action(text)


@every_game
def test_the_checked_environment_knows_of_a_game_that_was_set(game):
    played, fresh = module_of(game).env(), module_of(game).env()
    played.reset(seed=3)
    fresh.set_state(played.get_state())
    assert fresh.agents == played.agents
    for _ in range(3):
        for env in (played, fresh):
            env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    assert fresh.get_state() == played.get_state()


@every_game
def test_after_a_refused_reset_there_is_no_game(game):
    env = module_of(game).env()
    with pytest.raises(UserError, match="seed must be"):
        env.reset(seed=-1)
    with pytest.raises(AttributeError, match="reset"):
        _ = env.agents


@every_game
def test_one_seed_determines_all_games_after_it(game):
    def seeds(env, *given):
        found = []
        for seed in given:
            env.reset(seed=seed)
            found.append(env.unwrapped.record().seed)
        return found

    first, second = (module_of(game).env() for _ in range(2))
    one, other = seeds(first, 5, None, None), seeds(second, 5, None, None)
    assert one == other
    assert len(set(one)) == 3
    assert seeds(first, None) != seeds(second, 6, None)[1:]
    assert seeds(module_of(game).env(), None) != seeds(module_of(game).env(), None)


@every_game
@pytest.mark.parametrize("drawn", [False, True])
def test_what_was_resampled_does_not_tell_the_seed_that_it_had(game, drawn):
    env, other = (module_of(game).raw_env() for _ in range(2))
    for one in (env, other):
        one.reset(seed=1234567890123456789)
        if drawn:  # by the generator that the seed has started
            one.reset()
    seed = other.record().seed
    env.resample("player_0", 1)
    assert str(seed).encode() not in env.get_state()
    assert seed.to_bytes(8, "little") not in pickle.dumps(env)
    for one in (env, other):
        one.reset()
    assert env.record().seed != other.record().seed


@every_game
def test_what_is_shown_is_of_the_game_that_was_resampled(game):
    env = started(game)
    for seed in range(10):
        env.resample("player_1", seed)  # the mover's hand, where there are hands
        assert (mask_of(env) == env.batch.action_mask[0]).all()
        scores = [info["scores"].tolist() for info in env.infos.values()]
        assert scores == env.batch.scores()[0].tolist()


@every_game
def test_what_came_before_another_game_cannot_be_taken_back(game):
    env = started(game)
    for change in (lambda: env.set_state(env.get_state()), lambda: env.resample("player_0", 1), env.reset):
        env.step(int(mask_of(env).argmax()))
        change()
        with pytest.raises(UserError, match="there is no decision to take back"):
            env.undo()


@every_game
def test_loops_go_on_after_what_changes_the_game(game):
    env = module_of(game).env()
    env.reset(seed=1)
    other = module_of(game).env()
    other.set_state(env.get_state())
    changes = {
        "step": lambda env: env.step(int(mask_of(env).argmax())),
        "undo": lambda env: env.undo(),
        "resample": lambda env: env.resample("player_0", 1),
        "set_state": lambda env: env.set_state(env.get_state()),
        "forfeit": lambda env: env.forfeit(),
    }
    left = list(changes.values())
    for _ in other.agent_iter():
        inner = copy.deepcopy(other)
        assert next(iter(inner.agent_iter())) == inner.agent_selection
        if not left:
            break
        left.pop(0)(other)
    assert not left
    with pytest.raises(AssertionError, match="need to call step"):
        for _ in env.agent_iter():
            pass


@every_game
def test_what_is_given_for_a_forfeit_can_be_saved(game):
    env = started(game)
    for reward in (1e10, -1e10, float("nan"), float("inf")):
        with pytest.raises(UserError, match=r"reward must be a number from -1e\+09 to 1e\+09"):
            env.forfeit(reward)
    env.forfeit(-1e9)
    env.set_state(env.get_state())
