"""Environments on a set of editions: the seed of a game chooses its edition, which the info names."""

import copy

import numpy as np
import pytest
from support import error_of, module_of

from africana_env import Batch, UserError, load_game
from africana_env.engine.batch.live_editions import drawn_indices
from africana_env.engine.editions import edition_sets

GAME = load_game("africana_v0")
MODULE = module_of(GAME)
SET = "generated:0-9"
ON_SET = {"num_players": 2, "edition": SET}
every_kind = pytest.mark.parametrize("kind", ["raw_env", "gymnasium_env"])


def edition_of_seed(seed):
    batch = Batch(GAME, 1, 2, SET)
    batch.reset_to(seed)
    return batch.edition.name


def test_every_api_draws_the_same_edition_from_a_seed():
    aec, parallel, gym = MODULE.env(**ON_SET), MODULE.parallel_env(**ON_SET), MODULE.gymnasium_env(**ON_SET)
    drawn = set()
    for seed in range(6):
        expected = edition_of_seed(seed)
        drawn.add(expected)
        aec.reset(seed=seed)
        assert [info["edition"] for info in aec.infos.values()] == [expected] * 2
        assert aec.unwrapped.edition.name == expected
        assert {info["edition"] for info in parallel.reset(seed=seed)[1].values()} == {expected}
        assert gym.reset(seed=seed)[1]["edition"] == expected
    assert len(drawn) > 1
    envs = MODULE.vector_env(6, 2, SET)
    _, infos = envs.reset(seed=3)
    assert infos["edition"].tolist() == [edition_of_seed(3 + row) for row in range(6)]
    _, infos = envs.reset(options={"reset_mask": np.array([True, *[False] * 5])})
    assert [name is None for name in infos["edition"]] == [False, *[True] * 5]


def test_reset_takes_the_edition_of_the_next_game():
    seed = 3
    asked = next(f"generated:{n}" for n in range(10) if f"generated:{n}" != edition_of_seed(seed))
    alone = Batch(GAME, 1, 2, asked)
    alone.reset_to(seed)
    for env in (MODULE.env(**ON_SET), MODULE.parallel_env(**ON_SET), MODULE.gymnasium_env(**ON_SET)):
        env.reset(seed=seed, options={"edition": asked})
        batch = getattr(env, "aec", env).unwrapped.batch
        assert batch.edition.name == asked
        assert batch.action_mask.tolist() == alone.action_mask.tolist()
        env.reset(seed=seed)
        assert batch.edition.name == edition_of_seed(seed)


@every_kind
def test_reset_refuses_what_is_no_edition_of_the_set(kind):
    env = getattr(MODULE, kind)(**ON_SET)
    env.reset(seed=0)
    saved = env.get_state()
    for named in ("generated:10", "generated:-1", "generated:0-1", "reconstructed", 3, None, "generated:x"):
        message = error_of(env.reset, seed=1, options={"edition": named})
        assert message.endswith("is not an edition of generated:0-9: use one such as generated:0")
        assert env.get_state() == saved
    alone = getattr(MODULE, kind)(num_players=2)
    message = error_of(alone.reset, options={"edition": "reconstructed"})
    assert message.startswith("reset can choose an edition only from a set, and reconstructed is not a set: ")


@every_kind
def test_a_saved_game_brings_its_edition(kind):
    env = getattr(MODULE, kind)(**ON_SET)
    env.reset(seed=0)
    saved, name, states = env.get_state(), env.edition.name, env.batch.states.copy()
    other = copy.deepcopy(env)
    other.reset(seed=next(seed for seed in range(1, 50) if edition_of_seed(seed) != name))
    assert other.edition.name != name
    other.set_state(saved)
    assert other.edition.name == name
    assert other.batch.states.tobytes() == states.tobytes()
    alone = getattr(MODULE, kind)(num_players=2, edition=name)
    assert "its edition is " in error_of(alone.set_state, saved)


def test_a_game_can_be_drawn_and_recorded_and_repr_names_its_edition():
    env = MODULE.raw_env(**ON_SET, render_mode="ansi")
    assert f"edition {SET}," in repr(env)
    env.reset(seed=5)
    for _ in range(10):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    assert f"edition {env.edition.name} of {SET}," in repr(env)
    assert env.render()
    *_, last = env.record().replay(GAME)
    assert env.record().edition == env.edition.name
    np.testing.assert_array_equal(last.observation, env.batch.observation)


@pytest.fixture
def none_is_5(monkeypatch):
    """Edition number 5 cannot be drawn, as can happen with partly known data."""
    drawn = edition_sets.drawn_edition

    def refusing(game, base, spelled):
        if spelled.first == 5:
            raise UserError("no board was found")
        return drawn(game, base, spelled)

    monkeypatch.setattr(edition_sets, "drawn_edition", refusing)


@pytest.mark.parametrize("asked", [True, False])
@every_kind
def test_where_an_edition_cannot_be_drawn_the_game_stays_as_it_was(kind, asked, none_is_5):
    env = getattr(MODULE, kind)(**ON_SET)
    drawn = {f"generated:{drawn_indices(np.uint64(seed), 10)}": seed for seed in range(100)}
    env.reset(seed=next(seed for name, seed in drawn.items() if name != "generated:5"))
    for _ in range(3):
        env.step(int(env.batch.action_mask[0].argmax()))
    before, state, name = env.record(), env.get_state(), env.edition.name
    again = {"seed": 1, "options": {"edition": "generated:5"}} if asked else {"seed": drawn["generated:5"]}
    for _ in range(2):
        assert "no board was found" in error_of(env.reset, **again)
    assert env.record() == before
    assert env.edition.name == name
    env.set_state(state)
    assert env.get_state() == state
    env.step(int(env.batch.action_mask[0].argmax()))
    env.reset(seed=drawn["generated:3"])
    assert env.edition.name == "generated:3"


def test_an_unknown_option_of_reset_is_ignored_with_a_warning():
    env = MODULE.raw_env(**ON_SET)
    assert error_of(env.reset, options=[1]) == "options must be a dictionary, not [1]"
    with pytest.warns(UserWarning, match="reset ignores the unknown option 'editon': use edition"):
        env.reset(seed=1, options={"editon": "generated:3"})
