import importlib
import sys
import tomllib

import pytest
from support import error_of

from africana_env import Batch
from africana_env.cli import main
from africana_env.engine.contract import Game
from africana_env.tools.new_game import EXAMPLE, new_game


def test_it_is_a_game_under_the_new_name(tmp_path, monkeypatch):
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
    ["Lost", "lost-cities", "lost_", "lost__cities", "", "4x", "class", "../up", "a\nb", "json", "africana", EXAMPLE],
)
def test_names_that_cannot_be_a_new_module_are_refused(name, tmp_path):
    if name == EXAMPLE and importlib.util.find_spec(EXAMPLE) is None:
        pytest.skip("the example is not installed")
    error_of(new_game, name, tmp_path)
    assert not list(tmp_path.iterdir())
