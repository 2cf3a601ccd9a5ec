"""PettingZoo's registry has every game once the package is imported."""

import subprocess
import sys

import pytest
from support import GAMES, every_game, module_of

pettingzoo = pytest.importorskip("pettingzoo", minversion="1.27", reason="PettingZoo has a registry from 1.27")
PARALLEL = [game for game in GAMES if hasattr(module_of(game), "parallel_env")]


@every_game
@pytest.mark.parametrize("pattern", ["africana_env/{}-v0", "africana_env/{}_v0", "africana_env/{}"])
def test_make_an_aec_environment(game, pattern):
    players, id = game.players[-1], pattern.format(game.name.removesuffix("_v0"))
    env = pettingzoo.make("aec", id, num_players=players, render_mode="ansi")
    assert env.illegal_ends  # `env()`, not `raw_env()`
    assert env.metadata["name"] == game.name
    assert len(env.possible_agents) == players
    env.reset(seed=1)
    assert env.render()


@pytest.mark.parametrize("game", PARALLEL, ids=[game.name for game in PARALLEL])
def test_make_a_parallel_environment(game):
    players, id = game.players[-1], f"africana_env/{game.name.replace('_v', '-v')}"
    env = pettingzoo.make("parallel", id, num_players=players)
    assert isinstance(env, pettingzoo.ParallelEnv)
    assert len(env.reset(seed=1)[0]) == players


def test_registry_has_all_games_and_nothing_more():
    def ours(registry):
        return sorted(id for id in registry if id.startswith("africana_env/"))

    assert ours(pettingzoo.aec_registry) == sorted(f"africana_env/{game.name.replace('_v', '-v')}" for game in GAMES)
    assert ours(pettingzoo.parallel_registry) == sorted(
        f"africana_env/{game.name.replace('_v', '-v')}" for game in PARALLEL
    )


def test_importing_the_package_registers_without_a_warning_and_without_loading_a_game():
    program = (
        "import africana_env, importlib, sys, pettingzoo\n"
        "assert 'africana_env/africana-v0' in pettingzoo.aec_registry\n"
        "assert not [name for name in sys.modules if name.startswith('africana_env.games.')], 'a game was loaded'\n"
    )
    subprocess.run([sys.executable, "-W", "error::UserWarning", "-c", program], check=True, timeout=600)
