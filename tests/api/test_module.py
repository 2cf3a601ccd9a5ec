"""The functions of a game's module: their signatures, help and agreement."""

import inspect
import pickle
import pydoc
import re
from importlib import import_module

import gymnasium
import pytest
from support import every_game, module_of

import africana_env
from africana_env import load_game
from africana_env.api.metadata import gymnasium_id
from africana_env.api.registration import own_names

FUNCTIONS = ["env", "raw_env", "parallel_env", "raw_parallel_env", "gymnasium_env", "vector_env", "batch"]
SHARED = ["num_players", "edition", "reward", "max_rounds"]
MORE = {"gymnasium_env": ["opponents", "seat"], "vector_env": ["opponents", "seat", "autoreset_mode"]}


GAME = load_game("africana_v0")
every_function = pytest.mark.parametrize("name", FUNCTIONS)


@every_function
def test_signatures_are_explicit_and_help_says_what_is_made_from_what(name):
    function = getattr(module_of(GAME), name)
    parameters = inspect.signature(function).parameters
    kinds = {name: parameter.kind for name, parameter in parameters.items()}
    assert set(kinds.values()) == {inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY}
    by_position = [name for name, kind in kinds.items() if kind is inspect.Parameter.POSITIONAL_OR_KEYWORD]
    assert by_position[-2:] == ["num_players", "edition"]
    assert set(SHARED) | set(MORE.get(name, [])) <= set(parameters)
    assert ("render_mode" in parameters) == (name != "batch")
    shown = pydoc.render_doc(function, renderer=pydoc.plaintext)
    assert "num_players: int | None = None" in shown
    assert "see `" in " ".join(shown.lower().split())


@pytest.mark.parametrize("name", own_names())
def test_the_module_shows_its_functions(name):
    module = import_module(f"africana_env.{name}")
    shown = pydoc.render_doc(module, renderer=pydoc.plaintext)
    assert all(re.search(rf"^    {name}\(\s*num_", shown, re.MULTILINE) for name in FUNCTIONS)
    assert set(FUNCTIONS) | {"GAME"} == set(module.__all__)


@every_function
def test_functions_are_sent_to_other_processes(name):
    make = pickle.loads(pickle.dumps(getattr(module_of(GAME), name)))
    assert make(2, num_players=2).num_envs == 2 if name == "vector_env" else make(2)
    assert make.__self__.game is GAME


@every_game
def test_all_ways_to_play_have_the_same_number_of_players_by_default(game):
    module = module_of(game)
    assert {
        len(module.env().possible_agents),
        len(module.raw_env().possible_agents),
        len(module.parallel_env().possible_agents),
        module.gymnasium_env().batch.num_players,
        module.vector_env(2).batch.num_players,
        module.batch(2).num_players,
        gymnasium.make(gymnasium_id(game.name)).unwrapped.batch.num_players,
        africana_env.Batch(game, 2).num_players,
    } == {game.default_players}


def test_an_edition_is_given_by_name_or_as_it_was_loaded():
    edition = africana_env.load_edition(GAME, "reconstructed")
    assert module_of(GAME).env(edition=edition).edition is module_of(GAME).batch(1).edition is edition


def test_exported_names_are_there_and_documented():
    for name in africana_env.__all__:
        assert hasattr(africana_env, name), name
        assert f"`{name}`" in africana_env.__doc__, name
