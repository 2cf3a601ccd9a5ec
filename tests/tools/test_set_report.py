"""The report of a set of editions counts over its editions."""

import pytest
from support import GAMES

from africana_env.cli import main
from africana_env.engine.editions import load_editions
from africana_env.tools.edition_report import play_sample
from africana_env.tools.set_report import length_rows, report_set, seat_rows

WITH_SETS = [game for game in GAMES if game.editions is not None]


@pytest.mark.parametrize("game", WITH_SETS, ids=lambda game: game.name)
def test_each_edition_is_played_and_counted(game):
    progress = []
    found = report_set(
        load_editions(game, "generated:0-2"), games=4, progress=lambda *numbers: progress.append(numbers)
    )
    assert progress == [(1, 3), (2, 3), (3, 3)]
    assert [len(samples) for samples in found.samples] == [len(game.players)] * 3
    for number, samples in enumerate(found.samples):
        alone = play_sample(game, found.editions[number], game.players[0], 4)
        assert samples[0].decisions.tolist() == alone.decisions.tolist()
        assert samples[0].wins.sum() == pytest.approx(4)
    page = found.to_markdown()
    assert f"africana report {game.name} --edition generated:0-2 --games 4" in page
    assert page.count("| seat 0 |") == len(game.players)


def test_rows_are_percentiles_over_editions():
    samples = [play_sample(WITH_SETS[0], edition, 2, 4) for edition in load_editions(WITH_SETS[0], "generated:0-2")]
    (_, _, *rounds), (_, what, *cut_off) = length_rows(2, samples)
    assert (what, len(rounds), len(cut_off)) == ("cut off", 5, 5)
    assert float(rounds[0]) <= float(rounds[2]) <= float(rounds[4])
    first, second = seat_rows(2, samples)
    shares = [float(cell.rstrip("%")) for cell in (first[4], second[4])]
    assert sum(shares) == pytest.approx(100, abs=1)
    assert first[-1] == "25.0%"


def test_the_command_reports_a_set(tmp_path, capsys):
    file = tmp_path / "report.md"
    words = ["report", "afritoria_v0", "--edition", "generated:0-1", "--games", "4", "--output", str(file)]
    assert main(words) == 0
    assert file.read_text().startswith("# Afritoria: how the editions `generated:0-1` play")
