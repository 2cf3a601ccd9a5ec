"""What other packages add by entry points, and what becomes of it where they are broken."""

import math
import subprocess
import sys
from importlib.metadata import Distribution, EntryPoint
from pathlib import Path
from types import ModuleType

import pytest

import africana_env.bots.registry as registry
from africana_env import UserError, load_game, make_bot
from africana_env.bots import BotKind, spellings
from africana_env.cli import command_line
from africana_env.engine.plugins import load_plugin, plugins

ROOT = Path(command_line.__file__).parents[2]
GAME = load_game("africana_v0")
BROKEN = {
    "nowhere": ("no_such_package:THING", "ModuleNotFoundError: No module named 'no_such_package'"),
    "empty": ("math:THING", "AttributeError"),
    "raising": ("raising_at_import:THING", "ZeroDivisionError"),
    "other": ("math:pi", "TypeError: math:pi is float"),
}


class RaisingLoader:
    """Finds one module, which raises as it is imported."""

    def find_spec(self, name, path=None, target=None):
        from importlib.machinery import ModuleSpec

        return ModuleSpec(name, self) if name == "raising_at_import" else None

    def create_module(self, spec):
        return ModuleType(spec.name)

    def exec_module(self, module):
        1 / 0  # noqa: B018


@pytest.fixture(autouse=True)
def broken(monkeypatch):
    """The packages installed here, and some whose entry points do not work."""
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, RaisingLoader()])

    def more(group):
        added = {name: EntryPoint(name, value, group) for name, (value, _) in BROKEN.items()}
        return {**added, **plugins(group)}

    monkeypatch.setattr(registry, "plugins", more)
    monkeypatch.setattr(command_line, "plugins", more)


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_kind_of_bots_is_reported_in_one_line_where_it_is_asked_for(name):
    with pytest.raises(UserError, match=f"'{name}' does not work .{BROKEN[name][1]}.*: mend or uninstall it") as error:
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


FOREIGN = {
    "package": "training/__init__.py",
    "package with a plugin": "training/plugin.py",
    "program": "training.py",
    "folder": "training/notes.txt",
}
USE = """
import sys
from africana_env import UserError, load_game, make_bot
from africana_env.cli import main

try:
    make_bot("policy:none.safetensors", load_game("africana_v0"))
except UserError as error:
    print(error, file=sys.stderr)
main(["evaluate", "africana_v0", "policy:none.safetensors", "--against", "random"])
main(["train", "none.yaml"])
main(["evaluate", "africana_v0", "greedy", "--against", "gredy"])
"""


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_module_of_the_same_name_in_the_working_folder_is_reported_and_not_imported(tmp_path, kind):
    file = tmp_path / FOREIGN[kind]
    file.parent.mkdir(exist_ok=True)
    file.write_text("raise SystemExit('imported')")
    if "plugin" in kind:
        (tmp_path / "training" / "__init__.py").write_text("")
    process = subprocess.run([sys.executable, "-c", USE], cwd=tmp_path, capture_output=True, text=True)
    bot, evaluated, trained, other = process.stderr.splitlines()
    foreign = tmp_path / (file.name if kind == "program" else "training")
    if kind == "folder":  # which is no package where there is one
        assert bot.startswith("there is no policy none.safetensors")
        assert trained.startswith("africana: there is no config none.yaml")
    else:
        where = (
            f"needs the module training in {ROOT / 'training'}, but here training is {foreign}: rename that, or start"
        )
        assert bot.startswith(f"'policy' {where} ")
        assert trained.startswith(f"africana: 'train' {where} ")
    assert evaluated == f"africana: {bot}"
    assert other.startswith("africana: unknown bot 'gredy'")


@pytest.mark.parametrize("older", [ModuleType("training"), math])
def test_a_module_of_the_same_name_that_was_imported_before_is_reported(monkeypatch, older):
    monkeypatch.setitem(sys.modules, "training", older)
    message = f"but here training is {getattr(older, '__file__', 'a module that is no file')}: rename that, or start "
    with pytest.raises(UserError, match=f"'policy' needs the module training in .*, {message}"):
        make_bot("policy:none.safetensors", GAME)


def test_a_module_of_another_package_that_is_shadowed_is_reported(tmp_path, monkeypatch):
    for place in ("site", "here"):
        (tmp_path / place / "their_bots").mkdir(parents=True)
        (tmp_path / place / "their_bots" / "__init__.py").write_text("KIND = 3")
    info = tmp_path / "site" / "their_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their-bots\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[africana_env.bots]\ntheirs = their_bots:KIND\n")
    point = Distribution.at(info).entry_points["theirs"]
    monkeypatch.syspath_prepend(tmp_path / "site")
    assert load_plugin(point, lambda loaded: loaded == 3) == 3
    del sys.modules["their_bots"]
    monkeypatch.syspath_prepend(tmp_path / "here")
    with pytest.raises(UserError, match=f"but here their_bots is {tmp_path / 'here'}"):
        load_plugin(point, lambda loaded: loaded == 3)
    assert "their_bots" not in sys.modules


def test_a_package_that_ends_the_program_when_it_is_imported_is_broken(tmp_path, monkeypatch):
    (tmp_path / "ends_all.py").write_text("raise SystemExit('two\\nlines')")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UserError, match=r"'x' does not work \(SystemExit: two.nlines\): mend or uninstall it"):
        load_plugin(EntryPoint("x", "ends_all:X", "group"), callable)


def test_a_kind_of_bots_is_a_bot_kind():
    assert all(registry.is_kind(point.load()) for point in plugins(registry.ENTRY_POINTS).values())
    assert not registry.is_kind(BotKind)


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
