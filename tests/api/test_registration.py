"""The games in PettingZoo's registry (for Gymnasium's see `test_gymnasium.py`)."""

import subprocess
import sys
import warnings

import pettingzoo
import pytest
from support import GAMES, every_game, module_of

from africana_env import UserError
from africana_env.api.metadata import pettingzoo_id

needs_registry = pytest.mark.skipif(not hasattr(pettingzoo, "register"), reason="PettingZoo has a registry from 1.27")


def test_ids():
    assert pettingzoo_id("africana_v0") == "africana_env/africana-v0"
    assert pettingzoo_id("two_words_v12") == "africana_env/two_words-v12"


@needs_registry
@every_game
@pytest.mark.parametrize(("api", "function"), [("aec", "env"), ("parallel", "parallel_env")])
def test_pettingzoo_makes_it(game, api, function):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = pettingzoo.make(api, pettingzoo_id(game.name), num_players=2, reward="score")
        for spelled in (game.name, game.name.rpartition("_v")[0]):
            pettingzoo.make(api, f"africana_env/{spelled}")
    same = getattr(module_of(game), function)(num_players=2, reward="score")
    assert type(env) is type(same)
    assert repr(env) == repr(same)
    assert env.illegal_ends
    env.reset(seed=1)
    with pytest.raises(UserError, match="num_players"):
        pettingzoo.make(api, pettingzoo_id(game.name), num_players=99)


@needs_registry
def test_registries_have_all_games_and_nothing_more():
    for registry in (pettingzoo.aec_registry, pettingzoo.parallel_registry):
        ours = {id for id in registry if id.startswith("africana_env/")}
        assert ours == {pettingzoo_id(game.name) for game in GAMES}


def test_importing_the_package_registers_the_games_and_loads_none():
    heavy = "('games.', 'api.aec', 'api.gymnasium', 'api.parallel', 'torch')"
    code = (
        "import sys, africana_env, pettingzoo\n"
        f"print([name for name in sys.modules if any(map(name.__contains__, {heavy}))])\n"
        "if hasattr(pettingzoo, 'register'): print(pettingzoo.make('aec', 'africana_env/africana-v0'))\n"
    )
    command = [sys.executable, "-W", "error::UserWarning", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["[]", *(["africana_v0"] if hasattr(pettingzoo, "register") else [])]


def test_without_pettingzoos_registry_gymnasium_alone_makes_it():
    code = (
        "import pettingzoo; vars(pettingzoo).pop('register', None)\n"
        "import africana_env, gymnasium; print(gymnasium.make('africana_env/Africana-v0').unwrapped.game.name)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["africana_v0"]
