"""The command `edition`."""

import pytest

from africana_env import load_edition, load_game
from africana_env.cli import main


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("africana_v0", "generated:17"),
        ("africana_v0", "completed:reconstructed:3"),
        ("africana_v0", "mini"),
        ("africa_v0", "shuffled:reconstructed:2"),
        ("africa_v0", "young_players"),
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
