"""The AEC environment refuses calls out of order in one line."""

import copy
import pickle

import pytest
from support import error_of, mask_of, module_of, running

from africana_env import UserError, load_game

GAME = load_game("afritoria_v0")
NO_GAME = "no game is in progress: call reset() first"
CALLS = {
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


def started(game=GAME, **options):
    env = module_of(game).raw_env(**options)
    env.reset(seed=1)
    return env


def left():
    """Return an environment after the end, when all agents have left."""
    env = started(max_rounds=1)
    while env.agents:
        env.step(int(mask_of(env).argmax()) if running(env) else None)
    return env


@pytest.mark.parametrize("call", CALLS)
def test_calls_before_reset_are_refused(call):
    env = module_of(GAME).env(render_mode="ansi")
    assert error_of(getattr(env, call), *CALLS[call]) == NO_GAME
    env.reset(seed=1)
    env.step(int(mask_of(env).argmax()))
    arguments = [int(mask_of(env).argmax())] if call == "step" else CALLS[call]
    getattr(env, call)(*arguments)


def test_after_a_refused_reset_there_is_no_game():
    env = module_of(GAME).env()
    assert "seed must be" in error_of(env.reset, seed=-1)
    assert "not a state" in error_of(env.set_state, b"damaged")
    assert error_of(env.last) == NO_GAME


def test_after_all_agents_have_left_the_end_can_be_looked_at_and_taken_back():
    other = module_of(GAME).raw_env(max_rounds=1)
    other.set_state(left().get_state())
    for env in (left(), other):
        assert {error_of(env.step, None), error_of(env.step, 0), error_of(env.last)} == {NO_GAME}
    env = left()
    env.observe("player_0")
    env.state()
    env.scores()
    env.record()
    env.undo()
    assert running(env)


@pytest.mark.parametrize("drawn", [False, True])
def test_what_was_resampled_does_not_tell_the_seed_that_it_had(drawn):
    env, other = (module_of(GAME).raw_env() for _ in range(2))
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


def test_what_came_before_a_redraw_or_a_reset_cannot_be_taken_back_nor_recorded():
    env = started()
    env.step(int(mask_of(env).argmax()))
    env.reset()
    assert error_of(env.undo) == "there is no decision to undo"
    env.forfeit()
    env.resample("player_0", 1)
    assert error_of(env.undo) == "there is no decision to undo"
    error_of(env.record)


def test_loops_go_on_after_what_changes_the_game():
    env = module_of(GAME).env()
    env.reset(seed=1)
    other = module_of(GAME).env()
    other.set_state(env.get_state())
    changes = [
        lambda env: env.step(int(mask_of(env).argmax())),
        lambda env: env.undo(),
        lambda env: env.resample("player_0", 1),
        lambda env: env.set_state(env.get_state()),
        lambda env: env.forfeit(),
    ]
    for _ in other.agent_iter():
        inner = copy.deepcopy(other)
        assert next(iter(inner.agent_iter())) == inner.agent_selection
        if not changes:
            break
        changes.pop(0)(other)
    assert not changes
    with pytest.raises(UserError, match="need to call step"):
        for _ in env.agent_iter():
            pass
