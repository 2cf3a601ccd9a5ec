"""Copies of examples, and of the example game under a new name."""

import importlib
import sys
import tomllib

import pytest
from support import error_of

from africana_env import Batch
from africana_env.cli import main
from africana_env.engine.game.contract import Game
from africana_env.tools.examples import PLACES, example_files, new_game


def test_an_example_is_copied_once(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["example", "own_bot"]) == 0
    assert capsys.readouterr().out == "own_bot.py\n"
    assert (tmp_path / "own_bot.py").read_bytes() == example_files()["own_bot"].read_bytes()
    assert main(["example", "own_bot"]) == 2
    assert capsys.readouterr().err == "africana: own_bot.py already exists: rename it, or use another folder\n"


def test_all_are_listed_each_with_what_it_is_about(capsys):
    assert main(["example"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(": ")[0] for line in lines] == list(example_files())
    assert all(line.partition(": ")[2] for line in lines)


def test_an_unknown_name_is_refused_in_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name in ("../own_bot", "own_bot.py", "nothing\n"):
        assert main(["example", name]) == 2
        error = capsys.readouterr().err
        assert error.startswith("africana: there is no example ")
        assert error.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_they_are_where_a_wheel_has_them():
    text = (PLACES[1].parent / "pyproject.toml").read_text()
    included = tomllib.loads(text)["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert PLACES[0] == PLACES[1].parent / included["examples"]


def test_a_new_game_is_the_example_under_the_new_name(tmp_path, monkeypatch):
    folder = new_game("lost_treasures", tmp_path)
    monkeypatch.syspath_prepend(folder)
    game = importlib.import_module("lost_treasures").GAME
    assert isinstance(game, Game)
    assert (game.name, game.title, game.folder) == ("lost_treasures_v0", "Lost Treasures", folder)
    batch = Batch(game, 2)
    batch.reset(1)
    batch.step(batch.action_mask.argmax(axis=1))
    project = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    assert project["name"] == "lost-treasures"
    assert project["entry-points"] == {"africana_env.games": {"lost_treasures_v0": "lost_treasures:GAME"}}
    del sys.modules["lost_treasures"]
    assert not any("leduc_" in path.read_text() for path in folder.glob("*.*"))


def test_what_is_there_is_left_alone(tmp_path, monkeypatch):
    new_game("lost_treasures", tmp_path)
    before = {path: path.read_bytes() for path in (tmp_path / "lost_treasures").iterdir()}
    monkeypatch.chdir(tmp_path)
    assert main(["new-game", "lost_treasures"]) == 2
    assert {path: path.read_bytes() for path in (tmp_path / "lost_treasures").iterdir()} == before


@pytest.mark.parametrize(
    "name",
    ["Lost", "lost-cities", "lost_", "lost__cities", "", "4x", "class", "../up", "a\nb", "json", "africana"],
)
def test_names_that_cannot_be_a_new_module_are_refused(name, tmp_path):
    error_of(new_game, name, tmp_path)
    assert not list(tmp_path.iterdir())
