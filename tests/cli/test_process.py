"""A command run within another program leaves the process as it was."""

import io
import os
import subprocess
import sys

import pytest
from left_behind import generators, left_behind, process_state
from support import GAMES, mixed_record

from africana_env.cli import (
    main,
    output,  # noqa: F401  imports rich, which draws a random number
)
from africana_env.cli.command_line import ENTRY_POINTS, command_line
from africana_env.engine.process.plugins import plugins
from africana_env.tools import bench, check_game
from africana_env.tools.bench import Benchmark

GAME = "afritoria_v0"
COMMANDS = {
    "play": f"{GAME} random --terminal",
    "serve": f"{GAME} random",
    "evaluate": f"{GAME} own_bots:first --against random --num_players 2 --num_games 2",
    "tournament": f"{GAME} random own_bots:first --num_players 2 --deals 2 --time_limit 60 --folder t --html t.html",
    "ladder": "--only nothing",
    "exploitability": "leduc_v0 random",
    "dataset": f"{GAME} random --num_players 2 --num_games 2 --folder made",
    "replay": "record.json --html page.html --policy greedy",
    "describe": GAME,
    "bench": GAME,
    "report": f"{GAME} --edition mini --num_games 2",
    "edition": f"{GAME} mini",
    "secret-editions": "--out secret.json",
    "check-edition": f"{GAME} mine.toml",
    "example": "",
    "new-game": "lost_games",
    "check-game": GAME,
    "compile": "leduc_v0",
}
"""Commands with arguments that finish quickly."""
WRONG = {"ladder", "check-edition"}
"""Commands that fail with these arguments."""
OWN_BOT = "def first(observations, masks, rng):\n    return masks.argmax(axis=1)\n"


@pytest.fixture
def prepared(tmp_path, monkeypatch, importable):
    """Files for the commands, and measurements and servers that end at once."""
    monkeypatch.chdir(tmp_path)
    importable({"own_bots.py": OWN_BOT}, tmp_path)
    mixed_record(next(game for game in GAMES if game.name == GAME), 2).save("record.json")
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setattr(check_game, "commands", lambda game: {"lint": ["-c", ""]})
    monkeypatch.setattr(bench, "bench", lambda *arguments, **options: Benchmark({}, []))
    monkeypatch.setattr("uvicorn.Server.main_loop", ended)


async def ended(server):
    """The main loop of a server that stops at once."""


def test_every_command_is_run_here():
    assert set(COMMANDS) == set(command_line()[1].choices) - set(plugins(ENTRY_POINTS))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_leaves_its_process_as_it_was(command, prepared, capsys):
    before = process_state() | generators()
    status = main([command, *COMMANDS[command].split()])
    assert left_behind(before, process_state() | generators()) == {}
    assert status == (2 if command in WRONG else 0), capsys.readouterr().err


@pytest.mark.parametrize("command", ["describe", "play"])
def test_closed_streams_stay_closed(command, prepared, monkeypatch):
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    assert main([command, *COMMANDS[command].split()]) == 0
    assert (sys.stdin, sys.stdout, sys.stderr) == (None, None, None)


BROKEN = f"""
import sys
from africana_env.cli import (
    main,
    output,  # noqa: F401  imports rich, which draws a random number
)
status = main(["describe", "{GAME}"])
print("still open", file=sys.stderr)
sys.exit(status)
"""


def test_an_output_that_is_not_read_to_its_end_closes_no_stream():
    reader, writer = os.pipe()
    os.close(reader)
    run = subprocess.run([sys.executable, "-c", BROKEN], stdout=writer, stderr=subprocess.PIPE, text=True)
    os.close(writer)
    assert (run.returncode, run.stderr) == (0, "still open\n")
