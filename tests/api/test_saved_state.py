"""Saved games: bytes that were forged, with a right checksum, or that are of another game."""

import numpy as np
import pytest
from state_bytes import parts, signed, with_checksum
from support import error_of, module_of

from africana_env import load_game
from africana_env.engine.editions.editions import edition_names

GAME = load_game("africana_v0")
NO_STATE = "not a state: it must be bytes from get_state()"
FORGED = {
    "raw_env": {
        "actions": [[-1], [10**6], ["0"], "none", {}, [0.0], [[0]], [True]],
        "rewards": [{}, None, [], {"player_0": 0.0}, "x", {"player_0": 10**400, "player_1": 0}],
        "cumulative": [{"player_0": float("nan"), "player_1": 0.0}, {"player_1": 0, "player_0": 0}, {"a": 1, "b": 2}],
        "agents": [[], ["player_0"], ["player_1", "player_0"], ["player_0"] * 2, "player_0", None, [["player_0"]]],
        "selection": ["player_1", "player_9", None, 0, [], {}, "player_0\nx"],
        "skipped": ["player_9", 0, [], {}, True],
    },
    "gymnasium_env": {
        "learner": [-1, 1, 3, 1.0, None, True, "0", [0]],
        "owed": [None, "1", [], float("nan"), float("inf"), float("-inf"), 1e300, -1e300, True],
        "actions": [None, [-1], [10**6], "none", {}, [0.0], [True]],
        "generators": [None, [], [[0]], [[0, 0, 0]], [[-1, 0]], [[0, 1 << 64]], [[0.0, 0]], {}, [[0, 0]] * 9, [None]],
    },
}
every_kind = pytest.mark.parametrize("kind", FORGED)


def started(kind, **options):
    """Return an environment in which player_0 is to move."""
    env = getattr(module_of(GAME), kind)(num_players=2, **options)
    env.reset(seed=1)
    while len(env.record().actions) < 3 or env.batch.current_player[0] != 0:
        env.step(int(env.batch.action_mask[0].argmax()))
    return env


@pytest.mark.parametrize(("kind", "key"), [(kind, key) for kind, keys in FORGED.items() for key in keys])
def test_forged_words_beside_a_game_are_refused(kind, key):
    env = started(kind)
    before = env.get_state()
    head, record = parts(before)
    assert key in head
    for forged in FORGED[kind][key]:
        assert error_of(env.set_state, signed({**head, key: forged}, record)).startswith("not a state"), forged
        assert env.get_state() == before


def test_forged_agents_must_be_those_that_are_left():
    env = started("raw_env")
    head, record = parts(env.get_state())
    alone = {"agents": ["player_0"], "rewards": {"player_0": 0.0}, "cumulative": {"player_0": 0.0}}
    assert error_of(env.set_state, signed({**head, **alone}, record)) == NO_STATE


@every_kind
def test_damaged_bytes_and_a_forged_game_are_refused(kind):
    env = started(kind)
    before = env.get_state()
    head, record = parts(before)
    rng = np.random.default_rng(1)
    wrong = [b"", before[:-1], before + b"x", before[:40] + b"x" + before[41:], None, 3, "state"]
    bodies = [b"", b"\n", b"{}\n", before[32:-1], before[32:] + b"x", record, b"[1]\n" + record]
    wrong += [with_checksum(body) for body in bodies]
    wrong += [signed({other: head[other] for other in head if other != key}, record) for key in FORGED[kind]]
    for field in GAME.state_fields[2:]:
        states = np.frombuffer(record, GAME.state_dtype).copy()
        limits = np.iinfo(states[field.name].dtype)
        states[field.name] = rng.integers(limits.min, limits.max, states[field.name].shape, states[field.name].dtype)
        wrong.append(signed(head, states.tobytes()))
    for state in wrong:
        error_of(env.set_state, state)
        assert env.get_state() == before
    env.set_state(signed(head, record))
    assert env.get_state() == before


@every_kind
def test_forged_identities_are_reported_in_one_short_line(kind):
    env = started(kind)
    head, record = parts(env.get_state())
    for forged in ("x" * 10_000, "two\nlines", "\x1b[31m", ["a"], {"a": "b"}):
        message = error_of(env.set_state, signed({**head, "game": forged}, record))
        assert message.startswith("not a state of this environment: its game is")
        assert len(message) < 300


@every_kind
def test_a_state_is_refused_where_anything_else_is_played_for(kind):
    state = started(kind).get_state()
    others = [("max_rounds", {"max_rounds": GAME.default_rounds + 1}), ("reward", {"reward": "lead"})]
    others += [("edition", {"edition": name}) for name in edition_names(GAME) if name != "reconstructed"]
    for name, options in others:
        message = error_of(getattr(module_of(GAME), kind)(num_players=2, **options).set_state, state)
        assert message.startswith(f"not a state of this environment: its {name} is ")
    three = getattr(module_of(GAME), kind)(num_players=3)
    assert error_of(three.set_state, state).endswith("its players is 2, here it is 3")
