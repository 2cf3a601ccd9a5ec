"""All checks of a game: the repository's tests, fuzzed states and calls, and lint."""

import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from africana_env import UserError, load_game
from africana_env.engine.game.contract import Game

ROOT = Path(__file__).parents[2]
"""The repository, or the folder of installed packages, which has no tests."""


class Check(NamedTuple):
    """The result of a check."""

    name: str
    passed: bool
    seconds: float
    output: str
    """Empty for the tests, whose output is shown while they run."""


def check_game(name: str, on_start: Callable[[str], None] = lambda check: None) -> list[Check]:
    """Run all checks of the game called `name`; `on_start` receives the name of each. Raises `UserError` for an unknown
    game, or outside a repository with the test extras."""
    game = load_game(name)
    if not (ROOT / "tests" / "conformance").is_dir() or find_spec("pytest") is None:
        raise UserError(
            "check-game runs the tests of the repository: clone it, and there pip install --editable '.[train,test]'"
        )
    made = []
    for check, command in commands(game).items():
        on_start(check)
        start = perf_counter()
        done = subprocess.run(
            [sys.executable, *command],
            cwd=ROOT,
            check=False,
            stdout=None if check == "tests" else subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        made.append(Check(check, done.returncode == 0, perf_counter() - start, done.stdout or ""))
    return made


def commands(game: Game) -> dict[str, list[str]]:
    style = ["--config", str(ROOT / "pyproject.toml"), *map(str, game.sources)]
    return {
        "lint": ["-m", "ruff", "check", *style],
        "format": ["-m", "ruff", "format", "--check", *style],
        "changed states": ["tests/fuzz_states.py", "--game", game.name, "--inputs", "500"],
        "tests": ["-m", "pytest", "-q", "-n", "2", "--dist", "worksteal", "--game", game.name],
        "changed calls": ["tests/fuzz_calls.py", "--game", game.name, "--inputs", "2000"],
    }
