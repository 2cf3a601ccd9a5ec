"""The text drawing of Africa: nothing hidden in it, nothing open missing."""

import re
from random import Random

import pytest
from africa.lockstep import GAME, SHIPPED
from africa.position import position
from africa.variants import variant
from support import Mix, first_and_last

from africana_env import Batch
from africana_env.games.africa.drawing.render_text import COLUMNS, WIDTH, render_text, short_name
from africana_env.games.africa.rules.state import CAMP


def plain(text):
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def drawings(players, seed, edition, every=9):
    """Some positions of a mixed game and its end, each with its drawing."""
    batch = Batch(GAME, 1, players, edition, max_rounds=25)
    batch.reset(seed)
    mix = Mix(GAME, seed)
    decisions = 0
    while batch.running[0]:
        if decisions % every == 0:
            yield batch, plain(render_text(edition, batch.states[0], 0))
        batch.step([mix.choose(batch)])
        decisions += 1
    yield batch, plain(render_text(edition, batch.states[0], 0))


def test_every_seat_sees_the_same():
    edition = SHIPPED[0]
    for batch, text in drawings(5, 1, edition, every=50):
        for seat in range(5):
            assert plain(render_text(edition, batch.states[0], seat)) == text


def test_everyone_on_one_space_shows_and_what_lies_east_of_it():
    edition = SHIPPED[0]
    batch = Batch(GAME, 1, 5, edition)
    batch.reset(1)
    state = batch._states[0]
    names = [entry["name"] for entry in edition.data["spaces"]]
    state.location[:] = names.index("Timbuktu")
    state.lying[[names.index("Timbuktu"), names.index("Gao")]] = CAMP
    assert "camp@1@2@3@4@5camp" in plain(render_text(edition, state, 0))


def sign(content):
    """Return the expected text of a space's content."""
    if content == "face down":
        return "?"
    if content in ("empty", "camp"):
        return {"empty": ".", "camp": "camp"}[content]
    if content[0] in ("gold", "gems"):
        return f"{content[0][:3]}{content[1]}"
    return content[-1][:4]


@pytest.mark.parametrize("players", first_and_last(GAME.players))
def test_every_space_shows_what_lies_there_and_who_stands_there(players):
    edition = SHIPPED[0]
    for batch, text in drawings(players, 10 + players, edition):
        at = position(batch.states[0], edition)
        lines = text.split("\n\n", 1)[1].splitlines()  # below the heading, which may name a space right above it
        shown: dict[int, str] = {}
        for entry in sorted(edition.data["spaces"], key=lambda entry: (entry["r"], entry["q"])):
            name = entry["name"]
            row = next(number for number, line in enumerate(lines) if cell(line, entry) == short_name(name))
            lying = "city" if entry.get("city") and at["board"][name] == "empty" else sign(at["board"][name])
            here = [f"@{seat + 1}" for seat, where in enumerate(at["researchers"]) if where == name]
            shown[row + 1] = shown.get(row + 1, "") + lying + "".join(here)
        assert {row: lines[row].replace(" ", "") for row in shown} == shown


def cell(line, entry):
    """Return the text at a space's place in a line."""
    west = min(2 * other["q"] + other["r"] for other in SHIPPED[0].data["spaces"])
    column = COLUMNS * (2 * entry["q"] + entry["r"] - west) // 2
    return line[column : column + COLUMNS].strip()


@pytest.mark.parametrize("players", first_and_last(GAME.players))
def test_everything_that_players_have_shows(players):
    edition = SHIPPED[1]
    for batch, text in drawings(players, 20 + players, edition):
        at, scores = position(batch.states[0], edition), batch.scores()[0]
        for seat in range(players):
            assert f"{scores[seat, -1]} point" in text
            assert f"{at['gold'][seat]} x gold, {at['gems'][seat]} x gems" in text
            for good, count in at["goods"][seat].items():
                assert not count or f"{count} x {good}" in text
        assert f"{at['supply']} camp" in text


def test_end_of_a_game_shows_scores_and_winners():
    *_, (batch, text) = drawings(4, 2, SHIPPED[0])
    for seat, (row, outcome) in enumerate(zip(batch.scores()[0], batch.returns()[0], strict=True)):
        assert re.search(rf"player {seat + 1}\s+" + r"\s+".join(map(str, row)), text)
        won = text.split("Won by")[1].splitlines()[0]
        assert (f"player {seat + 1}" in won) == (outcome == batch.returns()[0].max())


@pytest.mark.parametrize("seed", range(2))
def test_other_editions_can_be_drawn(seed):
    edition = variant(GAME, Random(seed))
    for _, text in drawings(2 + seed % 4, seed, edition, every=40):
        assert all(short_name(entry["name"]) in text for entry in edition.data["spaces"])


def test_names_of_several_words_begin_with_their_first_letters():
    names = ["Timbuktu", "Gao", "Lake Victoria", "Bahr el Ghazal"]
    assert list(map(short_name, names)) == ["Timb", "Gao", "LVic", "BeGh"]


def test_lines_fit_80_columns():
    for _, text in drawings(5, 3, SHIPPED[0]):
        assert max(map(len, text.splitlines())) <= WIDTH
