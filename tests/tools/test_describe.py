"""Descriptions are complete for every game."""

import re

import pytest

from africana_env import edition_features, game_names, load_game
from africana_env.cli import main
from africana_env.engine.editions.editions import edition_names, load_edition
from africana_env.tools.describe import actions_table, description, observation_table, section_table


def numbers_of(table: str) -> list[int]:
    """The numbers in the ranges of a table's first column, in order."""
    numbers = []
    for line in table.splitlines()[2:]:
        first, last = re.fullmatch(r"\| (\d+)(?:-(\d+))? \| .*", line).groups()
        numbers += range(int(first), int(last or first) + 1)
    return numbers


@pytest.fixture(params=game_names())
def game(request):
    return load_game(request.param)


def test_every_action_and_feature_is_covered_once(game):
    edition = load_edition(game, "reconstructed")
    assert numbers_of(actions_table(game, edition)) == list(range(len(game.actions)))
    assert numbers_of(observation_table(game)) == list(range(len(game.observation)))


def test_every_edition_of_every_game_is_described(game):
    for name in edition_names(game):
        edition = load_edition(game, name)
        text = description(game, edition)
        first_action = next(iter(game.action_texts(edition.data)))
        for part in (game.title, f"`{name}`", f"| {game.state_dtype.itemsize} |", first_action):
            assert part in text
        for entries in edition.data.values():
            if isinstance(entries, list):
                assert section_table(entries) in text
                assert len(section_table(entries).splitlines()) == 2 + len(entries)
        features = text.partition("## Edition features")[2].partition("\n## ")[0]
        for section, (columns, values) in edition_features(game, edition).items():
            assert (
                f"| `{section}` | {len(values)} x {len(columns)} | {', '.join(f'`{each}`' for each in columns)} |"
                in features
            )


def test_tables_have_as_many_cells_in_every_row(game):
    for block in description(game, load_edition(game, "reconstructed")).split("\n\n"):
        if block.startswith("|"):
            assert len({len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}) == 1


def test_assumed_fields_are_marked_and_documented_ones_are_not():
    entries = [
        {"name": "Lagos", "symbols": ["gray", "violet"], "status": {"name": "documented", "symbols": "assumed"}},
        {"name": "Tangier", "half": "north", "status": "assumed"},
        {"name": "a|b", "status": "documented", "source": "rulebook"},
    ]
    assert section_table(entries).splitlines() == [
        "| no. | name | symbols | half | source |",
        "|---|---|---|---|---|",
        "| 1 | Lagos | gray, violet * |  |  |",
        "| 2 | Tangier * |  | north * |  |",
        "| 3 | a\\|b |  |  | rulebook |",
    ]


def test_plain_markdown_is_printed_where_there_is_no_terminal(game, capsys):
    assert main(["describe", game.name]) == 0
    assert capsys.readouterr().out == description(game, load_edition(game, "reconstructed")) + "\n"


def test_formatted_text_is_printed_on_a_terminal(game, capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert main(["describe", game.name]) == 0
    printed = capsys.readouterr().out
    assert "\x1b[" in printed
    assert "|---|" not in printed
