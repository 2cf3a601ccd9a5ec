"""Forged game bytes with a right checksum."""

import numpy as np
import pytest
from state_bytes import parts, signed
from support import env_in_progress, error_of, every_game, every_setting, mask_of, module_of

from africana_env import UserError
from africana_env.engine.editions.editions import edition_names

FORGED = {
    "actions": [[-1], [10**6], ["0"], "none", {}, [0.0], [[0]], [True]],
    "rewards": [{}, None, [], {"player_0": 0.0}, "x"],
    "cumulative": [{"player_0": float("nan"), "player_1": 0.0}, {"player_1": 0, "player_0": 0}, {"a": 1, "b": 2}],
    "agents": [[], ["player_0"], ["player_1", "player_0"], ["player_0"] * 2, "player_0", None, [["player_0"]], [{}]],
    "selection": ["player_9", None, 0, [], {}, "player_0\nx"],
    "skipped": ["player_9", 0, [], {}, True],
}


@every_game
@pytest.mark.parametrize("key", FORGED)
def test_forged_words_beside_a_game_are_refused(game, key):
    env = module_of(game).raw_env(num_players=2)
    env.reset(seed=1)
    for _ in range(3):
        env.step(int(mask_of(env).argmax()))
    before = env.get_state()
    head, record = parts(env.get_state())
    assert key in head
    for forged in FORGED[key]:
        message = error_of(env.set_state, signed({**head, key: forged}, record))
        assert message == "not a state: it must be bytes from get_state()"
        assert env.get_state() == before
    not_to_move = next(agent for agent in env.agents if agent != env.agent_selection)
    with pytest.raises(UserError, match="not a state"):
        env.set_state(signed({**head, "selection": not_to_move}, record))
    mover = env.agent_selection
    alone = {"agents": [mover], "rewards": {mover: 0.0}, "cumulative": {mover: 0.0}}
    with pytest.raises(UserError, match="not a state"):
        env.set_state(signed({**head, **alone}, record))
    huge = dict.fromkeys(env.possible_agents, 10**400)
    with pytest.raises(UserError, match="not a state"):
        env.set_state(signed({**head, "rewards": huge}, record))


@every_game
def test_forged_identities_are_reported_in_one_short_line(game):
    env = module_of(game).raw_env(num_players=2)
    env.reset(seed=1)
    head, record = parts(env.get_state())
    for forged in ("x" * 10_000, "two\nlines", "\x1b[31m", ["a"], {"a": "b"}):
        with pytest.raises(UserError, match="not a state of this environment: its game is") as error:
            env.set_state(signed({**head, "game": forged}, record))
        assert str(error.value).isprintable()
        assert len(str(error.value)) < 300


@every_game
@pytest.mark.parametrize("kind", ["raw_env", "gymnasium_env"])
def test_a_state_is_refused_where_anything_else_is_played_for(game, kind):
    make = getattr(module_of(game), kind)
    env = make(num_players=2)
    env.reset(seed=1)
    state = env.get_state()
    others = [("max_rounds", {"max_rounds": game.default_rounds + 1}), ("reward", {"reward": "lead"})]
    others += [("edition", {"edition": name}) for name in edition_names(game) if name != env.batch.edition.name]
    for name, options in others:
        with pytest.raises(UserError, match=f"^not a state of this environment: its {name} is .*, here it is "):
            make(num_players=2, **options).set_state(state)


@every_setting
def test_a_forged_game_is_refused_and_nothing_has_changed(setting):
    env = env_in_progress(setting, 12, seed=3)
    head, record = parts(env.get_state())
    before, mask = env.get_state(), mask_of(env).tobytes()
    rng = np.random.default_rng(1)
    names = [field.name for field in setting.game.state_fields[2:]]
    for name in names:
        states = np.frombuffer(record, setting.game.state_dtype).copy()
        kind = np.iinfo(states[name].dtype)
        states[name] = rng.integers(kind.min, kind.max, states[name].shape, states[name].dtype)
        error_of(env.set_state, signed(head, states.tobytes()))
        assert env.get_state() == before
        assert mask_of(env).tobytes() == mask
    env.set_state(signed(head, record))
    assert env.get_state() == before
