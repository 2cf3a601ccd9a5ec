"""After `africana compile` nothing is left to compile."""

import os
import subprocess
import sys

import pytest
from support import GAMES, compiled_only

from africana_env.cli import main
from africana_env.tools import compile_ahead

PLAY = """
import logging, sys
import numpy as np
from africana_env import load_game
from africana_env.api.aec import BoardGameEnv
from africana_env.tools.compile_ahead import compile_game

logged = []
logging.getLogger("africana_env.engine.compiler").addFilter(lambda record: logged.append(record.getMessage()))
game = load_game(sys.argv[1])
env = BoardGameEnv(game)
env.reset(seed=1)
env.step(int(env.observe("player_0")["action_mask"].argmax()))
env.resample("player_0", 1)
env.set_state(env.get_state())
env.scores()
for num_games in (1, 64):
    compile_game(game.name, num_games)
assert not logged, logged
"""


@compiled_only
@pytest.mark.parametrize("game", GAMES[-1:], ids=str)
def test_what_was_compiled_ahead_is_not_compiled_again(game):
    """In the cache that the tests share: both compile nothing, or the first all of it."""
    for num_games in (1, 64):
        compile_ahead.compile_game(game.name, num_games)
    subprocess.run([sys.executable, "-c", PLAY, game.name], check=True, env=os.environ)


def test_an_unknown_game_is_refused(capsys):
    assert main(["compile", "chess_v0"]) == 2
    assert "unknown game 'chess_v0'" in capsys.readouterr().err


@pytest.mark.parametrize(("workers", "whole"), [(1, 3), (2, 2), (3, 3), (4, 0), (6, 0)])
def test_every_form_of_every_game_is_compiled_once_by_all_processes(workers, whole):
    tasks = compile_ahead.tasks_for(["a", "b", "c"], workers)
    both = [(name, form) for name, forms in tasks for form in forms]
    assert sorted(both) == [(name, form) for name in "abc" for form in sorted(compile_ahead.FORMS)]
    assert [len(forms) for _, forms in tasks] == [2] * whole + [1] * 2 * (3 - whole)
    assert len(tasks) >= min(workers, 6 if whole == 0 else 3)
