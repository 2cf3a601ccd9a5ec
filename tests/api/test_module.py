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
from africana_env.api.metadata import gymnasium_id
from africana_env.api.registration import own_names

FUNCTIONS = ["env", "raw_env", "parallel_env", "raw_parallel_env", "gymnasium_env", "vector_env", "batch"]
SHARED = ["num_players", "edition", "reward", "max_rounds"]
MORE = {"gymnasium_env": ["opponents", "seat"], "vector_env": ["opponents", "seat", "autoreset_mode"]}


@every_game
@pytest.mark.parametrize("name", FUNCTIONS)
def test_signatures_are_explicit(game, name):
    parameters = inspect.signature(getattr(module_of(game), name)).parameters
    kinds = {name: parameter.kind for name, parameter in parameters.items()}
    assert set(kinds.values()) == {inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY}
    by_position = [name for name, kind in kinds.items() if kind is inspect.Parameter.POSITIONAL_OR_KEYWORD]
    assert by_position[-2:] == ["num_players", "edition"]
    assert set(SHARED) | set(MORE.get(name, [])) <= set(parameters)
    assert ("render_mode" in parameters) == (name != "batch")


@every_game
@pytest.mark.parametrize("name", FUNCTIONS)
def test_help_says_what_it_makes_and_from_what(game, name):
    shown = pydoc.render_doc(getattr(module_of(game), name), renderer=pydoc.plaintext)
    assert "num_players: int | None = None" in shown
    assert "see `" in " ".join(shown.lower().split())


@pytest.mark.parametrize("name", own_names())
def test_the_module_shows_its_functions(name):
    module = import_module(f"africana_env.{name}")
    shown = pydoc.render_doc(module, renderer=pydoc.plaintext)
    assert all(re.search(rf"^    {name}\(\s*num_", shown, re.MULTILINE) for name in FUNCTIONS)
    assert set(FUNCTIONS) | {"GAME"} == set(module.__all__)


@every_game
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_are_sent_to_other_processes(game, name):
    make = pickle.loads(pickle.dumps(getattr(module_of(game), name)))
    assert make(2, num_players=2).num_envs == 2 if name == "vector_env" else make(2)
    assert make.__self__.game is game


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


@every_game
def test_an_edition_is_given_by_name_or_as_it_was_loaded(game):
    edition = africana_env.load_edition(game, "reconstructed")
    assert module_of(game).env(edition=edition).edition is module_of(game).batch(1).edition is edition
