"""Environments on a set of editions: the seed of a game chooses its edition, which the info names."""

import copy

import numpy as np
import pytest
from support import GAMES, module_of

from africana_env import Batch, UserError
from africana_env.engine.batch.live_editions import drawn_indices
from africana_env.engine.editions import edition_sets

WITH_SETS = [game for game in GAMES if game.editions is not None]
with_sets = pytest.mark.parametrize("game", WITH_SETS, ids=lambda game: game.name)
SET = "generated:0-9"


def edition_of_seed(game, seed):
    batch = Batch(game, 1, 2, SET)
    batch.reset_to(seed)
    return batch.edition.name


@with_sets
def test_every_api_draws_the_same_edition_from_a_seed(game):
    module = module_of(game)
    aec, parallel = module.env(num_players=2, edition=SET), module.parallel_env(num_players=2, edition=SET)
    gym = module.gymnasium_env(num_players=2, edition=SET)
    drawn = set()
    for seed in range(6):
        expected = edition_of_seed(game, seed)
        drawn.add(expected)
        aec.reset(seed=seed)
        assert [info["edition"] for info in aec.infos.values()] == [expected] * 2
        assert aec.unwrapped.edition.name == expected
        assert {info["edition"] for info in parallel.reset(seed=seed)[1].values()} == {expected}
        assert gym.reset(seed=seed)[1]["edition"] == expected
    assert len(drawn) > 1


@with_sets
def test_reset_takes_the_edition_of_the_next_game(game):
    module = module_of(game)
    aec, parallel = module.env(num_players=2, edition=SET), module.parallel_env(num_players=2, edition=SET)
    gym = module.gymnasium_env(num_players=2, edition=SET)
    seed = 3
    asked = {"edition": next(f"generated:{n}" for n in range(10) if f"generated:{n}" != edition_of_seed(game, seed))}
    alone = Batch(game, 1, 2, asked["edition"])
    alone.reset_to(seed)
    for env in (aec, parallel, gym):
        env.reset(seed=seed, options=asked)
        batch = env.unwrapped.batch if env is not parallel else env.aec.batch
        assert batch.edition.name == asked["edition"]
        assert batch.action_mask.tolist() == alone.action_mask.tolist()
        env.reset(seed=seed)
        assert batch.edition.name == edition_of_seed(game, seed)


@pytest.mark.parametrize(
    "named", ["generated:10", "generated:-1", "generated:0-1", "reconstructed", 3, None, "generated:x"]
)
def test_reset_refuses_what_is_no_edition_of_the_set(named):
    env = module_of(WITH_SETS[0]).gymnasium_env(num_players=2, edition=SET)
    before = env.reset(seed=0)[1]["edition"]
    with pytest.raises(UserError, match=r"is not an edition of generated:0-9: use one such as generated:0$"):
        env.reset(seed=1, options={"edition": named})
    assert env.unwrapped.edition.name == before
    aec = module_of(WITH_SETS[0]).env(num_players=2, edition=SET)
    aec.reset(seed=0)
    saved = aec.unwrapped.get_state()
    with pytest.raises(UserError, match=r"is not an edition of generated:0-9: use one such as generated:0$"):
        aec.reset(seed=1, options={"edition": named})
    assert aec.unwrapped.get_state() == saved
    alone = module_of(WITH_SETS[0]).gymnasium_env(num_players=2)
    with pytest.raises(
        UserError, match=r"^reset can choose an edition only from a set, and reconstructed is not a set: "
    ):
        alone.reset(options={"edition": "reconstructed"})


@with_sets
def test_games_of_a_vector_have_editions_of_their_own(game):
    envs = module_of(game).vector_env(6, 2, SET)
    _, infos = envs.reset(seed=3)
    assert infos["edition"].tolist() == [edition_of_seed(game, 3 + row) for row in range(6)]
    _, infos = envs.reset(options={"reset_mask": np.array([True, *[False] * 5])})
    assert [name is None for name in infos["edition"]] == [False, *[True] * 5]


@pytest.mark.parametrize("kind", ["raw_env", "gymnasium_env"])
def test_a_saved_game_brings_its_edition(kind):
    env = getattr(module_of(WITH_SETS[0]), kind)(num_players=2, edition=SET).unwrapped
    env.reset(seed=0)
    saved, name, states = env.get_state(), env.edition.name, env.batch.states.copy()
    other = copy.deepcopy(env)
    seed = next(seed for seed in range(1, 50) if edition_of_seed(WITH_SETS[0], seed) != name)
    other.reset(seed=seed)
    assert other.edition.name != name
    other.set_state(saved)
    assert other.edition.name == name
    assert other.batch.states.tobytes() == states.tobytes()
    with pytest.raises(UserError, match="its edition is "):
        getattr(module_of(WITH_SETS[0]), kind)(num_players=2, edition=name).unwrapped.set_state(saved)


@with_sets
def test_a_game_can_be_drawn_and_recorded(game):
    env = module_of(game).raw_env(num_players=2, edition=SET, render_mode="ansi")
    env.reset(seed=5)
    for _ in range(10):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    assert env.render()
    *_, last = env.record().replay(game)
    assert env.record().edition == env.edition.name
    np.testing.assert_array_equal(last.observation, env.batch.observation)


@pytest.fixture
def none_is_5(monkeypatch):
    """Edition number 5 cannot be drawn, as can happen with partly known data."""
    drawn = edition_sets.drawn_edition

    def refusing(game, kind, base, spelled, number):
        if number == 5:
            raise UserError("no board was found")
        return drawn(game, kind, base, spelled, number)

    monkeypatch.setattr(edition_sets, "drawn_edition", refusing)


@pytest.mark.parametrize("asked", [True, False])
@pytest.mark.parametrize("kind", ["raw_env", "gymnasium_env"])
def test_where_an_edition_cannot_be_drawn_the_game_stays_as_it_was(kind, asked, none_is_5):
    module = module_of(WITH_SETS[0])
    env = getattr(module, kind)(num_players=2, edition=SET).unwrapped
    drawn = {f"generated:{drawn_indices(np.uint64(seed), 10)}": seed for seed in range(100)}
    bad = drawn["generated:5"]
    env.reset(seed=next(seed for name, seed in drawn.items() if name != "generated:5"))
    for _ in range(3):
        env.step(int(env.batch.action_mask[0].argmax()))
    before, state, name = env.record(), env.get_state(), env.edition.name
    for _ in range(2):
        with pytest.raises(UserError, match="no board was found"):
            env.reset(seed=1, options={"edition": "generated:5"}) if asked else env.reset(seed=bad)
    assert env.record() == before
    assert env.edition.name == name
    env.set_state(state)
    assert env.get_state() == state
    env.step(int(env.batch.action_mask[0].argmax()))
    env.reset(seed=drawn["generated:3"])
    assert env.edition.name == "generated:3"


def test_an_unknown_option_of_reset_is_ignored_with_a_warning():
    env = module_of(WITH_SETS[0]).raw_env(num_players=2, edition=SET)
    with pytest.raises(UserError, match=r"^options must be a dictionary, not \[1\]$"):
        env.reset(options=[1])
    with pytest.warns(UserWarning, match="reset ignores the unknown option 'editon': use edition"):
        env.reset(seed=1, options={"editon": "generated:3"})


def test_on_a_set_repr_names_the_edition_of_the_game():
    env = module_of(WITH_SETS[0]).raw_env(num_players=2, edition=SET)
    assert f"edition {SET}," in repr(env)
    env.reset(seed=1)
    assert f"edition {env.edition.name} of {SET}," in repr(env)
