"""`africana compile` leaves nothing to compile."""

import os
import subprocess
import sys

import pytest
from support import GAMES, compiled_only

from africana_env.cli import main
from africana_env.tools import compile_ahead

PLAY = """
import sys
from africana_env import load_game
from africana_env.api.module import GameModule
from africana_env.engine.compilation.numba_private import KernelCache
from africana_env.tools.compile_ahead import compile_game

compiled = []
KernelCache.save_overload = lambda cache, sig, data: compiled.append(data.fndesc.qualname)
game = load_game(sys.argv[1])
env = GameModule(game).raw_env()
env.reset(seed=1)
env.step(int(env.observe("player_0")["action_mask"].argmax()))
env.resample("player_0", 1)
env.set_state(env.get_state())
env.scores()
for num_games in (1, 64):
    compile_game(game.name, num_games)
assert not compiled, compiled
"""


@compiled_only
@pytest.mark.parametrize("game", GAMES[-1:], ids=str)
def test_what_was_compiled_ahead_is_not_compiled_again(game):
    """In the tests' shared cache, so the first step may also find everything compiled."""
    assert compile_ahead.compile_forms(game.name) == game.name
    subprocess.run([sys.executable, "-c", PLAY, game.name], check=True, env=os.environ)


@compiled_only
def test_a_cache_that_cannot_be_written_is_refused_in_one_line(tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    assert main(["compile", GAMES[0].name]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("africana: compiled rules are not kept: cannot write ")
    assert output.err.endswith("; NUMBA_CACHE_DIR sets another folder\n")
    assert output.err.count("\n") == 1
