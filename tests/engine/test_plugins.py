"""What other packages add by entry points, and what becomes of it where they are broken."""

import sys
from importlib.metadata import EntryPoint
from types import ModuleType

import pytest

import africana_env.bots.registry as registry
from africana_env import UserError, cli, load_game, make_bot
from africana_env.bots import BotKind, spellings
from africana_env.engine.plugins import plugins

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
    monkeypatch.setattr(cli, "plugins", more)


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_kind_of_bots_is_told_in_one_line_where_it_is_asked_for(name):
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
def test_a_broken_command_is_told_in_one_line_where_it_is_asked_for(capsys, name):
    assert cli.main([name]) == 2
    error = capsys.readouterr().err
    assert f"'{name}' does not work" in error
    assert error.count("\n") == 1


def test_broken_commands_leave_all_others_alone(capsys):
    assert cli.main(["describe", "africana_v0"]) == 0
    assert cli.main(["train", "no_such_config.yaml"]) == 2
    assert "there is no config" in capsys.readouterr().err


def test_a_kind_of_bots_is_a_bot_kind():
    assert all(registry.is_kind(point.load()) for point in plugins(registry.ENTRY_POINTS).values())
    assert not registry.is_kind(BotKind)
