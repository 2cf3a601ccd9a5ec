"""The files of the command `tournament`."""

import json
import re
import sys
from contextlib import suppress

import pytest

from africana_env import UserError, load_game
from africana_env.cli import main

GAME = load_game("afritoria_v0")


def command(folder, *files, deals=2):
    """The exit status of the command."""
    options = ["--num_players", "2", "--deals", f"{deals}", "--folder", f"{folder}"]
    return main(["tournament", GAME.name, "random", "greedy", *options, *map(str, files)])


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (["--json", "t/deals.jsonl"], "t/deals.jsonl is already used for the finished deals: choose another file"),
        (["--html", "link"], "link is already used for the finished deals: choose another file"),
        (["--json", "page", "--html", "t/../page"], "page is already used for the page: choose another file"),
        (
            ["--json", "p-game-3.html", "--html", "p.html"],
            "p-game-3.html is already used for a replay next to the page: choose another file",
        ),
    ],
)
def test_a_file_has_one_content(tmp_path, monkeypatch, capsys, files, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t").mkdir()
    (tmp_path / "link").symlink_to("t/deals.jsonl")
    assert command("t", *files) == 2
    assert capsys.readouterr().err == f"africana: {message}\n"
    assert not list((tmp_path / "t").iterdir())


def test_a_replay_that_cannot_be_written_beside_the_page_is_reported_before_anything_is_played(tmp_path, capsys):
    (tmp_path / "page-game-2.html").mkdir()
    assert command(tmp_path / "t", "--html", tmp_path / "page.html") == 2
    assert re.search(r"cannot write .*/page-game-2\.html: name a file in a folder that exists", capsys.readouterr().err)
    assert not (tmp_path / "t").exists()


def test_what_hours_have_shown_is_printed_before_a_file_fails(tmp_path, monkeypatch, capsys):
    def full(path, data):
        raise UserError("cannot write it: No space left on device")

    monkeypatch.setattr("africana_env.engine.process.files.atomic_write", full)
    assert command(tmp_path / "t", "--json", tmp_path / "t.json", deals=4) == 2
    printed = capsys.readouterr()
    assert "No space left on device" in printed.err
    assert re.search(r"random .* greedy .* [0-9.]+% to [0-9.]+%", printed.out)


def test_files_are_written_even_if_nothing_can_be_printed(tmp_path, monkeypatch, capsys):
    folder, file = tmp_path / "t", tmp_path / "t.json"
    words = ["tournament", GAME.name, "random", "greedy", "--num_players", "2", "--deals", "2"]
    with open("/dev/full", "w") as full:
        monkeypatch.setattr(sys, "stdout", full)
        assert main([*words, "--folder", str(folder), "--json", str(file)]) == 2
        monkeypatch.undo()
        with suppress(OSError):
            full.close()
    assert capsys.readouterr().err.strip().splitlines() == ["africana: cannot continue: No space left on device"]
    assert json.loads(file.read_text())["ratings"]


def test_the_titles_of_tables_are_one_line_each(tmp_path, capsys):
    assert command(tmp_path / "t") == 0
    printed = capsys.readouterr().out.splitlines()
    title = "Afritoria, 2 players, edition reconstructed, 2 deals: "
    assert {title + "ratings", title + "shares of the win"} <= {line.strip() for line in printed}
