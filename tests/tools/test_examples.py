"""The examples are copied from the package."""

import tomllib

from africana_env.cli import main
from africana_env.tools.examples import PLACES, example_files


def test_an_example_is_copied_once(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["example", "own_bot"]) == 0
    assert capsys.readouterr().out == "own_bot.py\n"
    assert (tmp_path / "own_bot.py").read_bytes() == example_files()["own_bot"].read_bytes()
    assert main(["example", "own_bot"]) == 2
    assert capsys.readouterr().err == "africana: own_bot.py is there already: rename it, or use another folder\n"


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
