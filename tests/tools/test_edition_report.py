"""Reports on editions count correctly, cover every component, and are reproducible, for every game."""

import re

import numpy as np
import pytest
from support import every_game

from africana_env import Batch, load_game
from africana_env.bots import make_bot
from africana_env.bots.registry import strongest_bot
from africana_env.cli import main
from africana_env.engine.editions.editions import edition_names, load_edition
from africana_env.engine.game.seeds import derive_seed
from africana_env.tools.edition_report import (
    SEED,
    Sample,
    components_parts,
    length_table,
    named_components,
    play_sample,
    points_table,
    report,
    seats_table,
)


def rows_of(markdown: str) -> list[list[str]]:
    """The cells of a Markdown table, without headings."""
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in markdown.splitlines()[2:]]


def sample_of(wins, scores, rounds=(1, 1, 1, 1)) -> Sample:
    """Four handmade games."""
    return Sample(
        players=len(wins[0]),
        decisions=np.array([10, 20, 30, 40]),
        rounds=np.array(rounds),
        by_the_rules=np.array([True, True, False, True]),
        wins=np.array(wins, float),
        scores=np.array(scores)[:, :, None],
        taken=np.array([1]),
    )


@every_game
def test_a_sample_counts_every_decision_of_its_games(game):
    if not game.bots:
        pytest.skip("its greedy draws random numbers, so games differ between batches")
    edition = load_edition(game, "reconstructed")
    progress = []
    sample = play_sample(game, edition, game.players[0], 3, lambda ended, games: progress.append((ended, games)))
    assert progress[-1] == (3, 3)
    assert sample.taken.sum() == sample.decisions.sum()
    batch = Batch(game, 1, game.players[0], edition)
    opponent = make_bot(strongest_bot(game), game, 1, seed=SEED)
    for deal in range(3):
        batch.reset_to(derive_seed(SEED, deal))
        decisions = 0
        while batch.running[0]:
            actions = np.zeros(1, np.int64)
            opponent.act(batch, np.ones(1, np.bool_), actions)
            batch.step(actions)
            decisions += 1
        assert sample.decisions[deal] == decisions
        assert (sample.scores[deal] == batch.scores()[0]).all()
        assert sample.wins[deal].sum() == pytest.approx(1)
        assert np.argmax(sample.wins[deal]) == np.argmax(batch.returns()[0])


def test_lengths_are_percentiles_of_rounds_and_decisions():
    sample = sample_of([[1, 0]] * 4, [[5, 3]] * 4, rounds=[4, 1, 3, 2])
    assert rows_of(length_table([sample])) == [
        ["2", "rounds", "1", "2", "4", "75.0%"],
        ["2", "decisions", "10", "20", "40", "75.0%"],
    ]


def test_seats_have_win_shares_and_scores_with_intervals():
    first, second = rows_of(seats_table([sample_of([[1, 0], [1, 0], [1, 0], [0.5, 0.5]], [[2, 3], [4, 3]] * 2)]))
    assert first == ["2", "0", "87.5%", "39.6% to 98.7%", "50.0%", "3.0", "1.9 to 4.1"]
    assert second == ["2", "1", "12.5%", "1.3% to 60.4%", "50.0%", "3.0", "3.0 to 3.0"]


@every_game
def test_parts_of_points_add_up_to_the_total(game):
    edition = load_edition(game, "reconstructed")
    rows = rows_of(points_table(game, [play_sample(game, edition, game.players[-1], 20)]))
    points = {name: float(value) for name, value in rows}
    total = points.pop("total")
    assert sum(points.values()) == pytest.approx(total, abs=0.05) or not points


def test_components_are_the_fields_that_actions_name_each_once():
    data = {
        "edition": {"name": "test"},
        "companies": [{"name": "Italy", "start": "Rome", "status": "assumed"}],
        "places": [{"name": "Rome", "status": "assumed"}, {"name": "Bari", "status": "assumed"}],
        "cards": [{"to": "Bari", "status": "assumed"}, {"to": "Rome", "status": "assumed"}],
        "colours": [{"colour": "red", "silver": 2, "status": "assumed"}],
    }
    texts = ["go to Rome with red", "go to Bari with red"]
    assert named_components(data, texts) == [("places", "name", ("Rome", "Bari")), ("colours", "colour", ("red",))]


@every_game
def test_components_that_are_never_named_stand_out(game):
    texts = ["nothing"] * len(game.actions)
    group, ids = next(iter(game.actions))
    texts[ids.start] = "go to Rome"
    texts[-1] = "go to Bari"
    taken = np.zeros(len(texts), np.int64)
    taken[ids.start] = 5
    note, table = components_parts(game, ("Rome", "Bari"), texts, taken)
    assert note == "Never named: Bari."
    assert table.splitlines()[0] == f"| component | all | `{group.name}` |"
    assert rows_of(table) == [["Rome", "100.0%", "100.0%"], ["Bari", "0.0%", "0.0%"]]


@every_game
def test_report_is_complete_and_the_same_each_time(game, capsys):
    text = report(game, num_games=20)
    assert capsys.readouterr() == ("", "")
    assert main(["report", game.name, "--num_games", "20"]) == 0
    assert capsys.readouterr().out == text
    name = load_edition(game, "reconstructed").name
    assert f"`africana report {game.name} --edition {name} --num_games 20`" in text
    assert load_edition(game, "reconstructed").digest in text
    headings = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert headings == ["Length", "Seats", "Points", "Decisions", "Components"]
    tables = [block for block in text.split("\n\n") if block.startswith("|")]
    assert all(len({line.count("|") for line in table.splitlines()}) == 1 for table in tables)
    (groups,) = (table for table in tables if table.startswith("| group |"))
    for shares in [*zip(*rows_of(groups), strict=True)][1:]:
        assert sum(float(share.strip("%")) for share in shares) == pytest.approx(100, abs=1.5)


@pytest.mark.parametrize("edition", edition_names(load_game("africana_v0")))
def test_every_edition_can_be_reported(edition):
    game, progress = load_game("africana_v0"), []
    found = report(game, edition, num_games=4, progress=lambda ended, games: progress.append((ended, games)))
    counts = load_edition(game, edition).player_counts(game)
    lengths = found.split("## Length\n\n")[1].split("\n\n")[0]
    assert {row[0] for row in rows_of(lengths)} == set(map(str, counts))
    assert progress[-1] == (4 * len(counts), 4 * len(counts))
