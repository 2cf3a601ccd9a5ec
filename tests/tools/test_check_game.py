import sys

import pytest
from support import GAMES

from africana_env import UserError
from africana_env.cli import main
from africana_env.tools import check_game as module
from africana_env.tools.check_game import check_game, commands

GAME = GAMES[0]


def test_each_check_is_announced_and_what_fails_is_named(monkeypatch, capsys):
    fine, bad = ["-c", "pass"], ["-c", "raise SystemExit(1)"]
    monkeypatch.setattr(module, "commands", lambda game: {"tests": bad, "lint": fine})
    begun = []
    made = check_game(GAME.name, begun.append)
    assert begun == [check.name for check in made] == ["tests", "lint"]
    assert [check.passed for check in made] == [False, True]
    assert main(["check-game", GAME.name]) == 2
    assert f"{GAME.name} failed tests: see above" in capsys.readouterr().err
    monkeypatch.setattr(module, "commands", lambda game: {"lint": fine})
    assert main(["check-game", GAME.name]) == 0


def test_the_tests_of_a_game_are_its_own_and_those_of_all_games():
    collected = module.subprocess.run(
        [sys.executable, *commands(GAME)["tests"], "--collect-only", "-n", "0", "tests/africa", "tests/play"],
        cwd=module.ROOT,
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    assert "tests/play" in collected
    assert all(
        "africa_v0" in line or line.startswith("tests/africa/") for line in collected.splitlines() if "::" in line
    )


def test_where_there_are_no_tests_one_line_says_where_they_are(monkeypatch, tmp_path):
    monkeypatch.setattr(module, "ROOT", tmp_path)
    with pytest.raises(UserError, match="check-game runs the tests of the repository: clone it"):
        check_game(GAME.name)
