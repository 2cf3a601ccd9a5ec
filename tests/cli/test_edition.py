"""The command `edition`."""

from xml.etree import ElementTree

import pytest

from africana_env import load_edition, load_game
from africana_env.cli import main
from africana_env.tools.edition_toml import to_toml


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("africana_v0", "generated:17"),
        ("africana_v0", "completed:reconstructed:3"),
        ("africana_v0", "mini"),
        ("africa_v0", "shuffled:reconstructed:2"),
        ("afritoria_v0", "generated:4"),
    ],
)
def test_the_file_that_is_printed_is_the_same_edition(game, name, tmp_path, capsys):
    assert main(["edition", game, name]) == 0
    file = tmp_path / "mine.toml"
    file.write_text(capsys.readouterr().out)
    read, printed = load_edition(load_game(game), file), load_edition(load_game(game), name)
    assert read.digest == printed.digest
    assert {**read.data, "edition": 0} == {**printed.data, "edition": 0}


def test_a_set_is_not_printed(capsys):
    assert main(["edition", "africana_v0", "generated:0-9"]) == 2
    assert "name one edition of it, such as generated:0" in capsys.readouterr().err


def test_the_board_can_be_drawn(tmp_path, capsys):
    file, command = tmp_path / "board.svg", ["edition", "africana_v0", "generated:17", "--svg"]
    assert main([*command, str(file)]) == 0
    assert capsys.readouterr().out == ""
    assert ElementTree.parse(file).getroot().tag.endswith("svg")
    assert main([*command, str(tmp_path / "none" / "board.svg")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("name", ["generated:17", "reconstructed", "generated:0-9"])
def test_an_edition_under_the_name_of_another_is_warned_of(name, tmp_path, caplog):
    game, file = load_game("africana_v0"), tmp_path / "mine.toml"
    text = to_toml(load_edition(game, "generated:16").data)
    file.write_text(text.replace('name = "generated:16"', f'name = "{name}"', 1))
    load_edition(game, file)
    assert caplog.messages == [f"{file}: another edition is called {name}: give this one a different name"]
    caplog.clear()
    file.write_text(text)
    load_edition(game, file)
    assert caplog.messages == []


def test_sections_without_entries_are_written_so_that_they_are_read_again(tmp_path):
    data = dict(load_edition(load_game("africana_v0"), "reconstructed").data)
    data["adventures"] = []
    data["structure"] = {**data["structure"], "adventures": 0}
    file = tmp_path / "mine.toml"
    file.write_text(to_toml(data))
    assert load_edition(load_game("africana_v0"), file).data == data
