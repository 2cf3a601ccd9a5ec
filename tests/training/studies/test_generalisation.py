"""The study of generalisation: every run is made once, measured and reported."""

import pytest
from africana_training.studies import generalisation
from africana_training.studies.generalisation import (
    PLACES,
    SIZES,
    Run,
    all_runs,
    make_runs,
    read_outcome,
)
from africana_training.studies.generalisation_page import generalisation_page

from africana_env.api.registration import own_names

GAME = "afritoria_v0"


def test_every_game_is_learned_from_every_number_of_editions():
    runs = all_runs()
    assert len({run.name for run in runs}) == len(runs) == 7 * len(own_names()) + 2 * len(SIZES)
    assert {run.editions for run in runs if run.network == "entities"} == {*SIZES}
    assert generalisation.config_of(runs[0], "here").edition == "generated:0-999999"


@pytest.mark.slow
def test_a_run_is_made_once_measured_and_reported(tmp_path, monkeypatch):
    small = {"RUNGS": ("greedy", "search:2"), "TIMESTEPS": 400, "IMITATED": 50, "DEALS": 6, "SEARCH_DEALS": 2}
    for constant, value in small.items():
        monkeypatch.setattr(generalisation, constant, value)
    monkeypatch.setattr("africana_training.studies.generalisation_page.RUNGS", ("greedy", "search:2"))
    message = []
    names = [f"{GAME}-entities-8-", f"{GAME}-entities-1-"]
    made = make_runs(tmp_path, names, lambda *progress: message.append(progress))
    assert [number for _, number, _ in message] == [1, 2]
    for run, outcome in made.items():
        assert read_outcome(tmp_path, run) == outcome
        assert outcome.timesteps >= 400
        assert [(score.place, score.games) for score in outcome.scores] == [
            (place, games) for place in PLACES for games in (12, 4)
        ]
    make_runs(tmp_path, names, lambda *progress: message.append(progress))
    assert len(message) == 2
    generalisation_page(tmp_path, tmp_path / "generalisation.md")
    page = (tmp_path / "generalisation.md").read_text()
    assert f"2 of {len(all_runs())} runs; version " in page
    specialist, learned = (
        next(score.share for score in outcome.scores if (score.place, score.against) == ("first", "greedy"))
        for outcome in (made[Run(GAME, "entities", 1, 0)], made[Run(GAME, "entities", 8, 0)])
    )
    row = next(line for line in page.splitlines() if line.startswith("| `entities` | 8 |"))
    assert row.split("|")[-4].strip() == f"{100 * (specialist - learned):.1f}"
    assert "95 % intervals: at most ±" in page
    assert page.count("Not run.") == len(own_names()) - 1
    assert (tmp_path / "pictures" / "generalisation-afritoria.svg").read_text().startswith("<svg")
