"""A game that was saved, copied, sent or taken back goes on exactly as the original."""

import copy
import json
import pickle
from random import Random

import pytest
from state_bytes import with_checksum
from support import (
    batch_at,
    choose_kind_first,
    compiled_only,
    env_at,
    env_in_progress,
    every_setting,
    mask_of,
    module_of,
    positions,
    running,
    scripted,
)

from africana_env import UserError, load_edition, load_game
from africana_env.api.aec import KEPT_EVERY
from africana_env.engine.batch.binding import game_kernels

STAGES = ((0, 0), (30, 0), (120, 0), (10_000, 0), (10_000, 1), (10_000, 2))
"""Decisions, up to the end of the game, and how many agents have left."""


def continuation(env, game, decisions=60):
    """Return everything the environment reports over the next decisions, until the last agent has left."""
    rng, history = Random(5), []
    for _ in range(decisions):
        if not env.agents:
            break
        history.append((env.agent_selection, env.agents[:], env.rewards.copy(), env.terminations.copy()))
        history.append((env.truncations.copy(), env.last()[1], env.scores()))
        for agent in env.possible_agents:
            history.append([value.tobytes() for value in env.observe(agent).values()])
        env.step(choose_kind_first(rng, game, mask_of(env)) if running(env) else None)
    return history


def by_state(env, setting):
    other = setting.env(reward="score", max_rounds=12)
    other.reset(seed=4711)
    other.step(int(mask_of(other).argmax()))
    other.set_state(env.get_state())
    return other


def by_state_without_reset(env, setting):
    other = setting.env(reward="score", max_rounds=12)
    other.set_state(env.get_state())
    return other


WAYS = {
    "state": by_state,
    "state of a fresh environment": by_state_without_reset,
    "deepcopy": lambda env, setting: copy.deepcopy(env),
    "pickle": lambda env, setting: pickle.loads(pickle.dumps(env)),
}


@every_setting
@pytest.mark.parametrize(("decisions", "left"), STAGES)
@pytest.mark.parametrize("way", WAYS)
def test_copy_goes_on_as_the_original(setting, decisions, left, way):
    env = env_at(setting, decisions, seed=11, reward="score", max_rounds=12)
    for _ in range(left):
        env.step(None)
    other = WAYS[way](env, setting)
    assert other.get_state() == env.get_state()
    before = env.get_state()
    history = continuation(other, setting.game)
    assert env.get_state() == before, "playing the copy changed the original"
    assert continuation(env, setting.game) == history


@every_setting
def test_copy_knows_its_seed_actions_and_history(setting):
    env = env_in_progress(setting, 25, seed=3)
    record = env.record()
    decisions = len(record.actions)
    assert decisions > 0
    for way in WAYS.values():
        other = way(env_in_progress(setting, 25, seed=3, reward="score", max_rounds=12), setting)
        assert other.record().actions == record.actions
    for way in ("deepcopy", "pickle"):
        other = WAYS[way](env, setting)
        for _ in range(decisions):
            other.undo()
        start = setting.env()
        start.reset(seed=3)
        assert other.get_state() == start.get_state()
    assert env.record() == record


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


@every_setting
def test_undo_takes_back_decision_by_decision(setting):
    env = env_at(setting, 0, seed=8, reward="score", max_rounds=4)
    states, positions, rng = [], [], Random(8)
    while running(env):
        states.append((env.get_state(), env.agent_selection, mask_of(env).tobytes()))
        positions.append(env.batch.states.tobytes())
        env.step(choose_kind_first(rng, setting.game, mask_of(env)))
    end = env.get_state()
    assert [state.tobytes() for state in env.past()[0][:-1]] == positions
    for state, agent, mask in reversed(states):
        env.undo()
        assert (env.get_state(), env.agent_selection, mask_of(env).tobytes()) == (state, agent, mask)
        assert running(env)
    with pytest.raises(UserError, match=r"^there is no decision to undo$"):
        env.undo()
    rng = Random(8)
    while running(env):
        env.step(choose_kind_first(rng, setting.game, mask_of(env)))
    assert env.get_state() == end


@every_setting
def test_undo_works_while_and_after_the_agents_leave(setting):
    for leaving in range(1, setting.players + 1):
        env = env_at(setting, 10_000, seed=8, reward="score", max_rounds=2)
        end = env.get_state()
        actions = env.record().actions
        for _ in range(leaving):
            env.step(None)
        env.undo()
        assert running(env)
        assert env.agents == env.possible_agents
        env.step(actions[-1])
        assert env.get_state() == end


@every_setting
def test_undo_after_other_decisions_goes_back_on_these(setting):
    env, rng = env_in_progress(setting, 3 * KEPT_EVERY, seed=8, reward="lead"), Random(9)
    for _ in range(len(env.record().actions) // 2):
        env.undo()
    states = []
    while running(env):
        states.append(env.get_state())
        env.step(choose_kind_first(rng, setting.game, mask_of(env)))
    for state in reversed(states):
        env.undo()
        assert env.get_state() == state


@every_setting
def test_state_of_another_game_or_damaged_state_is_refused(setting):
    env = env_in_progress(setting, 20, seed=1)
    here = env.get_state()
    head, _, content = here[32:].partition(b"\n")
    without_rewards = {key: value for key, value in json.loads(head).items() if key != "rewards"}
    bodies = [b"", b"\n", b"{}\n", here[32:-1], here[32:] + b"x", content, head, b"[1]\n" + content]
    bodies.append(json.dumps(without_rewards).encode() + b"\n" + content)
    damaged = [None, "text", 5, b"", here[:-1], here[:40] + b"x" + here[41:], here[:-9] + b"\x7f" * 9]
    damaged += [with_checksum(body) for body in bodies]
    for state in damaged:
        with pytest.raises(UserError, match=r"^not a state: it must be bytes from get_state"):
            env.set_state(state)
    others = [setting.env(max_rounds=1)]
    for players in load_edition(setting.game, setting.edition).player_counts(setting.game):
        if players != setting.players:
            others.append(module_of(setting.game).raw_env(num_players=players, edition=setting.edition))
    for other in others:
        other.reset(seed=1)
        with pytest.raises(UserError, match=r"^not a state of this environment: its .* is .*, here it is .*\Z"):
            env.set_state(other.get_state())
    assert env.get_state() == here


@every_setting
def test_batch_copies_go_on_as_the_original(setting):
    batch = batch_at(setting, positions(setting, 12), reward="score", autoreset=True)
    batch.seeds[:] = range(12)
    copies = [copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))]
    for turn in range(400):
        actions = scripted(batch.action_mask, turn)
        batch.step(actions)
        for other in copies:
            other.step(actions)
            for name in ("states", "observation", "action_mask", "reward", "done", "seeds", "current_player", "status"):
                assert getattr(other, name).tobytes() == getattr(batch, name).tobytes(), name


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
