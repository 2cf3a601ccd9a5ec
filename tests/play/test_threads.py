"""Programs that exit while threads work."""

import json
import signal
import subprocess
from urllib.request import Request, urlopen

import pytest
from play.running import start, wait_for
from websockets.sync.client import connect

from africana_env import GameRecord

FOREVER = """
from pathlib import Path

import torch


class Forever:
    reads_observations = False

    def __init__(self, game, num_games):
        self.square = torch.ones(300, 300)

    def reset_rows(self, rows, seeds):
        pass

    def act(self, batch, rows, actions):
        Path("thinking").touch()
        while True:
            torch.mm(self.square, self.square)
"""
"""A bot that never returns and spends its time in native code."""


def play_one_move(link, command):
    """Take the first legal action at a link."""
    if command == "serve":
        with urlopen(f"{link}/view") as answer:
            action = json.load(answer)["view"]["legal_actions"][0]["action"]
        urlopen(Request(f"{link}/reply", action.encode())).close()
    else:
        with connect(f"{link.replace('http', 'ws')}/tab", origin=link.rpartition("/")[0]) as tab:
            view = json.loads(tab.recv())["view"]
            tab.send(json.dumps({"do": "act", "action": view["actions"][0]["id"], "seen": view["version"]}))
            tab.recv()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("command", ["play", "serve"])
def test_a_server_ends_while_a_bot_thinks_in_native_code(tmp_path, command, number):
    pytest.importorskip("torch")
    (tmp_path / "forever.py").write_text(FOREVER)
    alone = ["--no_browser"] if command == "play" else []
    game = [command, "afritoria_v0", "forever:Forever", "--num_players", "2", "--record", "record.json"]
    process, link = start(*game, *alone, cwd=tmp_path, stderr=subprocess.PIPE)
    try:
        play_one_move(link, command)
        wait_for((tmp_path / "thinking").exists)
        process.send_signal(number)
        output, error = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == 0, error
    assert "terminate" not in error
    assert "Traceback" not in error
    assert output.splitlines()[-1].startswith("the game is saved in record.json: to continue, run ")
    assert len(GameRecord.load(tmp_path / "record.json").actions) == 1
