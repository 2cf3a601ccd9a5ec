"""Every ruling of a game's RULES.md names its sources in brackets, and part by part in a table."""

import re

import pytest
from support import GAMES

from africana_env.engine.editions.editions import load_edition

RULING = re.compile(r"^\*\*Ruling (\w+)(?: \(([\w, \n]+)\)\.)?", re.MULTILINE)
TABLE_HEAD = "| ruling | what | source |\n|---|---|---|\n"
ROW = re.compile(r"\| (\d+) \| [^|]+ \| ([\w, ]+) \|")
MENTION = re.compile(r"\brulings? (\d+)")
WORDS = {"rulebook", "reading", "ours"}
"""Sources of a ruling besides the `[sources]` of the edition."""


def faults(text, keys):
    """Yield the faults in the sources of the rulings in `text`; `keys` are the edition's `[sources]`."""
    rulings = RULING.findall(text)
    brackets = {number: set(re.split(r",\s", sources)) for number, sources in rulings}
    if sorted(number for number, _ in rulings) != sorted(str(number) for number in range(1, len(rulings) + 1)):
        yield "the rulings are not numbered 1, 2, 3, each once"
    table = text.partition(TABLE_HEAD)[2].partition("\n\n")[0].splitlines()
    rows = {number: set() for number in brackets}
    for line in table:
        row = ROW.fullmatch(line)
        if row is None or row[1] not in rows:
            yield f"no row of a ruling: {line}"
        else:
            rows[row[1]] |= set(row[2].split(", "))
    for number, sources in rows.items():
        if not sources:
            yield f"ruling {number} has no row"
        elif sources != brackets[number]:
            yield f"ruling {number}: the brackets differ from the table"
        yield from (f"ruling {number}: {source} is no source" for source in sorted(sources - WORDS - keys))
    yield from (f"there is no ruling {number}" for number in MENTION.findall(text) if number not in brackets)


def rules_and_sources(game):
    return (game.folder / "RULES.md").read_text(), set(load_edition(game, "reconstructed").data["sources"])


with_editions = pytest.mark.parametrize("game", [game for game in GAMES if game.editions is not None], ids=str)


@with_editions
def test_every_ruling_has_its_sources(game):
    text, keys = rules_and_sources(game)
    assert RULING.search(text)
    assert list(faults(text, keys)) == []


@with_editions
def test_every_source_of_an_edition_is_used(game):
    text, keys = rules_and_sources(game)
    file = (game.folder / "editions" / "reconstructed.toml").read_text()
    entries_and_comments = file.replace(re.search(r"^\[sources\]\n(?:.+\n)*", file, re.MULTILINE)[0], "")
    assert [key for key in sorted(keys) if not re.search(rf"\b{key}\b", entries_and_comments + text)] == []
