"""Reports on sets of editions."""

import pytest

from africana_env import load_game
from africana_env.cli import main
from africana_env.engine.editions.editions import load_editions
from africana_env.tools.edition_report import play_sample
from africana_env.tools.set_report import length_rows, points_row, report_set, seat_rows


def test_each_edition_is_played_and_counted(tmp_path):
    game, progress, file = load_game("afritoria_v0"), [], tmp_path / "report.md"
    page = report_set(
        load_editions(game, "generated:0-2"), num_games=4, progress=lambda *numbers: progress.append(numbers)
    )
    assert progress == [(1, 3), (2, 3), (3, 3)]
    editions = load_editions(game, "generated:0-2")
    for players in game.players:
        samples = [play_sample(game, edition, players, 4) for edition in editions]
        for row in (*length_rows(samples), points_row(samples), *seat_rows(samples)):
            assert f"| {' | '.join(row)} |" in page
    command = ["report", game.name, "--edition", "generated:0-2", "--num_games", "4"]
    assert f"`africana {' '.join(command)}`" in page
    assert main([*command, "--output", str(file)]) == 0
    assert file.read_text() == page


def test_rows_are_percentiles_over_editions():
    game = load_game("afritoria_v0")
    samples = [play_sample(game, edition, 2, 4) for edition in load_editions(game, "generated:0-2")]
    (_, _, *rounds), (_, what, *cut_off) = length_rows(samples)
    assert (what, len(rounds), len(cut_off)) == ("cut off", 5, 5)
    assert float(rounds[0]) <= float(rounds[2]) <= float(rounds[4])
    players, what, least, *_, most, deviation, chance = points_row(samples)
    means = [sample.scores[..., -1].mean() for sample in samples]
    assert (players, what, float(least), float(most)) == ("2", "points", *(round(f(means), 1) for f in (min, max)))
    assert 0 < float(chance) < 10
    assert float(deviation) <= float(most) - float(least)
    first, second = seat_rows(samples)
    shares = [float(cell.rstrip("%")) for cell in (first[4], second[4])]
    assert sum(shares) == pytest.approx(100, abs=1)
    assert first[-1] == "25.0%"
