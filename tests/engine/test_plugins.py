"""Entry points of other packages, also broken ones."""

import subprocess
import sys
from importlib.metadata import EntryPoint

import pytest

import africana_env.bots.registry as registry
from africana_env import UserError, load_game, make_bot
from africana_env.bots import spellings
from africana_env.cli import command_line
from africana_env.engine.process.plugins import load_plugin, plugins

GAME = load_game("africana_v0")
BROKEN = {
    "nowhere": ("no_such_package:THING", "ModuleNotFoundError: No module named 'no_such_package'"),
    "empty": ("math:THING", "AttributeError"),
    "other": ("math:pi", "TypeError: math:pi is float"),
}


@pytest.fixture(autouse=True)
def broken(monkeypatch):
    """The installed packages, and some with broken entry points."""

    def more(group):
        added = {name: EntryPoint(name, value, group) for name, (value, _) in BROKEN.items()}
        return {**added, **plugins(group)}

    monkeypatch.setattr(registry, "plugins", more)
    monkeypatch.setattr(command_line, "plugins", more)


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_kind_of_bots_is_reported_in_one_line_where_it_is_asked_for(name):
    with pytest.raises(UserError, match=f"'{name}' does not work .{BROKEN[name][1]}.*: fix or uninstall it") as error:
        make_bot(f"{name}:argument", GAME)
    assert "\n" not in str(error.value)
    assert error.value.__cause__ is not None


def test_broken_kinds_of_bots_leave_all_others_alone():
    assert make_bot("greedy", GAME) is not None
    assert [usage for usage in spellings(GAME) if usage.startswith("policy:")]
    with pytest.raises(UserError, match="unknown bot 'nobody'"):
        make_bot("nobody", GAME)


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_command_is_reported_in_one_line_where_it_is_asked_for(capsys, name):
    assert command_line.main([name]) == 2
    error = capsys.readouterr().err
    assert f"'{name}' does not work" in error
    assert error.count("\n") == 1


def test_broken_commands_leave_all_others_alone(capsys):
    assert command_line.main(["describe", "africana_v0"]) == 0
    assert command_line.main(["train", "no_such_config.yaml"]) == 2
    assert "there is no config" in capsys.readouterr().err


USE = """
import training
from africana_env import load_game, make_bot
make_bot("policy:baseline,temperature=0", load_game("afritoria_v0"))
print(training.OWN)
"""


def test_a_folder_of_the_user_called_training_does_not_get_in_the_way(tmp_path):
    (tmp_path / "training").mkdir()
    (tmp_path / "training" / "__init__.py").write_text("OWN = 3")
    process = subprocess.run([sys.executable, "-c", USE], cwd=tmp_path, capture_output=True, text=True)
    assert (process.stdout, process.stderr) == ("3\n", "")


def test_a_package_that_ends_the_program_when_it_is_imported_is_broken(tmp_path, monkeypatch):
    (tmp_path / "ends_all.py").write_text("raise SystemExit('two\\nlines')")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UserError, match=r"'x' does not work \(SystemExit: two.nlines\): fix or uninstall it"):
        load_plugin(EntryPoint("x", "ends_all:X", "group"), callable)


def test_a_package_installed_later_is_found(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    assert "later" not in plugins(registry.ENTRY_POINTS)
    info = tmp_path / "later-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: later\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{registry.ENTRY_POINTS}]\nlater = math:pi\n")
    assert plugins(registry.ENTRY_POINTS)["later"].value == "math:pi"
    (info / "entry_points.txt").unlink()
    info.rename(tmp_path / "gone")
    assert "later" not in plugins(registry.ENTRY_POINTS)
