"""The AEC environment refuses calls out of order and odd arguments in one line."""

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


def started(game, **options):
    env = module_of(game).raw_env(**options)
    env.reset(seed=1)
    return env


def left(game):
    """Return an environment after the end, when all agents have left."""
    env = started(game, max_rounds=1)
    while env.agents:
        env.step(int(mask_of(env).argmax()) if running(env) else None)
    return env


@every_game
@pytest.mark.parametrize("call", BEFORE_RESET)
def test_calls_before_reset_are_refused(game, call):
    env = module_of(game).env(render_mode="ansi")
    with pytest.raises(UserError, match=r"^no game is in progress: call reset\(\) first$"):
        getattr(env, call)(*BEFORE_RESET[call])
    env.reset(seed=1)
    env.step(int(mask_of(env).argmax()))
    arguments = [int(mask_of(env).argmax())] if call == "step" else BEFORE_RESET[call]
    getattr(env, call)(*arguments)


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
    """Policies return 0-d arrays."""
    env = started(game)
    action = int(mask_of(env).argmax())
    env.step(kind(action))
    assert env.record().actions == (action,)


@every_game
def test_after_a_refused_reset_there_is_no_game(game):
    env = module_of(game).env()
    with pytest.raises(UserError, match="seed must be"):
        env.reset(seed=-1)
    with pytest.raises(UserError, match="not a state"):
        env.set_state(b"damaged")
    with pytest.raises(UserError, match="call reset"):
        env.last()


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
        if drawn:  # by the generator that the seed started
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
        env.resample("player_1", seed)  # the mover's hand, if there are hands
        assert (mask_of(env) == env.batch.action_mask[0]).all()
        scores = [info["scores"].tolist() for info in env.infos.values()]
        assert scores == env.batch.scores()[0].tolist()


@every_game
def test_what_came_before_another_game_cannot_be_taken_back(game):
    env = started(game)
    for change in (lambda: env.set_state(env.get_state()), lambda: env.resample("player_0", 1), env.reset):
        env.step(int(mask_of(env).argmax()))
        change()
        with pytest.raises(UserError, match="there is no decision to undo"):
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
    with pytest.raises(UserError, match="need to call step"):
        for _ in env.agent_iter():
            pass
