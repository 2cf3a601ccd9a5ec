"""The terminal of 80 columns and 24 lines: nothing runs off the screen unseen."""

import builtins
from functools import partial

import pytest

from africana_env.api.registration import own_names
from africana_env.cli.command_line import main
from africana_env.drawing.text import width_of, without_codes
from africana_env.play import screen
from africana_env.play.screen import MORE, Screen

DECISIONS = 12


@pytest.fixture
def terminal(monkeypatch):
    """A terminal of 80 columns and 24 lines."""
    console = partial(screen.Console, force_terminal=True, width=80, height=24, color_system="256")
    monkeypatch.setattr(screen, "Console", console)
    monkeypatch.setattr(screen.sys.stdin, "isatty", lambda: True)


def lines_of(number):
    return [f"line {line}" for line in range(number)]


@pytest.mark.parametrize("game", own_names())
def test_every_part_of_a_game_fits(game, terminal, monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(tmp_path)
    shown, keys = [], iter(["b", "?", "m", "h", *"1" * DECISIONS, "q"])

    def give(prompt):
        part = capsys.readouterr().out + prompt
        shown.append(part)
        return "" if prompt == MORE else next(keys)

    monkeypatch.setattr(builtins, "input", give)
    assert main(["play", game, "random", "--num_players", "4", "--seed", "7", "--terminal"]) == 0
    for part in shown[1:]:
        lines = part.split("\r")[-1].splitlines()
        assert len(lines) <= 24
        assert max(map(width_of, lines)) <= 80
    everything = without_codes("".join(shown))
    assert everything.count("a number, ") > DECISIONS
    assert MORE in everything  # the rules, and the board of a map


def test_what_is_too_long_waits_for_enter_after_each_full_screen(terminal, monkeypatch, capsys):
    parts = []
    monkeypatch.setattr(builtins, "input", lambda prompt: parts.append(capsys.readouterr().out))
    Screen().show(lines_of(50))
    parts.append(capsys.readouterr().out)
    assert [len(part.splitlines()) for part in parts] == [23, 23, 4]
    assert "".join(parts).splitlines() == lines_of(50)


def test_rules_fill_the_width(terminal):
    written = "one line of the source\nand **the next** one\n\n- an entry\n  of a list"
    assert [without_codes(line).strip() for line in Screen().markdown(written)] == [
        "one line of the source and the next one",
        "",
        "• an entry of a list",
    ]


def test_the_last_parts_that_fit_are_shown(terminal):
    parts = [lines_of(20), lines_of(4), lines_of(3)]
    assert Screen().fitting(parts, lines_of(8)) == parts[1:]
    assert Screen().fitting(parts, lines_of(14)) == parts[2:]
    assert Screen().fitting(parts, lines_of(40)) == []


def test_without_a_terminal_everything_is_printed_at_once(capsys):
    parts = [lines_of(30), lines_of(30)]
    assert Screen().fitting(parts, lines_of(9)) == parts
    Screen().show(lines_of(50))
    assert capsys.readouterr().out.splitlines() == lines_of(50)


def test_words_do_not_break_and_columns_read_downwards(terminal):
    assert Screen().lines("wood " * 30) == [("wood " * 16).strip(), ("wood " * 14).strip()]
    columns = Screen().columns([f"{number:3} step to somewhere" for number in range(1, 7)])
    assert [line.split()[0::4] for line in columns] == [["1", "3", "5"], ["2", "4", "6"]]
