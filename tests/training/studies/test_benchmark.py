"""The benchmark: every run is made once, measured and reported."""

import json
from dataclasses import asdict

import pytest
from africana_training.studies import benchmark
from africana_training.studies.benchmark import Outcome, Run, Score, all_runs, make_runs, read_outcome, settings_of
from africana_training.studies.benchmark_page import benchmark_page

from africana_env import UserError, load_game
from africana_env.api.registration import own_names

GAME = "afritoria_v0"


def test_every_algorithm_learns_every_game_and_with_two_players_several_times():
    runs = all_runs()
    assert len({run.name for run in runs}) == len(runs) == 4 * (3 + 1) * len(own_names())
    assert {(run.players, run.seed) for run in runs} == {(2, 0), (2, 1), (2, 2), (4, 0)}
    assert [run.algorithm for run in runs[:4]] == ["ppo", "mmd", "dmc", "maskable_ppo"]


@pytest.mark.parametrize("algorithm", ["ppo", "maskable_ppo"])
def test_a_run_is_made_once_measured_and_reported(algorithm, tmp_path, monkeypatch):
    if algorithm == "maskable_ppo":
        pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")
    changes = {"MILLIONS": {(GAME, 2): {algorithm: 3e-4}}, "GAMES": 4, "RATING_DEALS": 2, "RATING_MINUTES": 0.005}
    for constant, value in (changes | {"SEARCHES": ("search:2",)}).items():
        monkeypatch.setattr(benchmark, constant, value)
    name, message = f"{algorithm}-{GAME}-2p-1", []
    make_runs(tmp_path, [name], lambda *progress: message.append(progress))
    (run,) = [run for run in all_runs() if run.name.startswith(name)]
    outcome = read_outcome(tmp_path, run)
    assert message == [(run, 1, 1)]
    assert outcome.timesteps >= 300
    assert outcome.seconds > 0
    assert [(score.against, score.games) for score in outcome.scores] == [
        (rung, 4) for rung in ("random", "greedy", "search:2")
    ]
    assert outcome.curve[-1][0] == outcome.timesteps
    assert all(low <= rating <= high for _, _, rating, low, high in outcome.curve)
    for path in (tmp_path / run.name).glob("[!r]*.*"):
        path.unlink()  # the result alone is enough for the page
    make_runs(tmp_path, [name], lambda *progress: message.append(progress))
    assert len(message) == 1
    output = tmp_path / "benchmark.md"
    output.write_text("# Mine\n\n<!-- results -->\nold\n<!-- end of results -->\n\nMore\n")
    benchmark_page(tmp_path, output)
    page = output.read_text()
    assert page.startswith(f"# Mine\n\n<!-- results -->\n\n1 of {len(all_runs())} runs; version ")
    assert page.endswith("\n\n<!-- end of results -->\n\nMore\n")
    assert "old" not in page
    assert page.count("Not run.") == len(own_names()) - 1
    assert f"| `{algorithm}` | 2 | 1 | 0." in page
    assert (tmp_path / "pictures" / "benchmark-afritoria-2p.svg").read_text().startswith("<svg")
    assert "pictures/benchmark-afritoria-2p.svg" in page


def test_a_note_is_reported_once_for_all_results_that_have_it(tmp_path):
    for algorithm, note in (("ppo", "On one core."), ("mmd", "On one core."), ("dmc", "")):
        run, scores = Run(algorithm, GAME, 2, 0), [Score("greedy", 0.5, (0.4, 0.6), 10)]
        outcome = Outcome(settings_of(run), 10, 60.0, scores, [(10, 60.0, 900, 800, 1000)], note)
        (tmp_path / run.name).mkdir()
        (tmp_path / run.name / "result.json").write_bytes(benchmark.OUTCOME.dump_json(outcome))
    benchmark_page(tmp_path, tmp_path / "benchmark.md")
    page = (tmp_path / "benchmark.md").read_text()
    assert "\n\n`ppo`, 2 players, seed 0; `mmd`, 2 players, seed 0: On one core.\n\n" in page
    assert page.count("seed 0") == 2


def test_a_page_without_markers_is_left_as_it_is(tmp_path):
    (tmp_path / "page.md").write_text("# Mine <!-- results -->\n")
    with pytest.raises(UserError, match=r"page\.md has no lines <!-- results --> and <!-- end of results -->"):
        benchmark_page(tmp_path, tmp_path / "page.md")
    assert (tmp_path / "page.md").read_text() == "# Mine <!-- results -->\n"


def test_scores_are_of_the_policy_alone_from_every_seat(monkeypatch):
    monkeypatch.setattr(benchmark, "SEARCHES", ())
    random, greedy = benchmark.scores_of(load_game(GAME), 4, "greedy")
    assert isinstance(random, Score)
    assert random.share > 0.6
    assert abs(greedy.share - 0.25) < 0.12
    assert greedy.ci95[0] < greedy.share < greedy.ci95[1]


def test_what_cannot_be_made_or_read_is_refused(tmp_path, monkeypatch):
    with pytest.raises(UserError, match="no run begins with nothing: name one such as ppo-africa_v0-2p-0"):
        make_runs(tmp_path, ["nothing"])
    monkeypatch.setattr(benchmark, "find_spec", lambda name: None)
    with pytest.raises(UserError, match=r"maskable_ppo needs sb3-contrib: pip install sb3-contrib, or --only ppo-"):
        make_runs(tmp_path, [])
    run = Run("ppo", GAME, 2, 0)
    (tmp_path / run.name).mkdir()
    (tmp_path / run.name / "result.json").write_text(json.dumps({"minutes": 1}))
    with pytest.raises(UserError, match="is not the result of a run: delete its folder"):
        read_outcome(tmp_path, run)
    outcome = Outcome(
        settings_of(run), 1, 1.0, [Score("greedy", 0.5, (0.4, 0.6), 10)], [(1.0, 1.0, 900.0, 800.0, 1000.0)]
    )
    (tmp_path / run.name / "result.json").write_text(json.dumps(asdict(outcome)))
    assert read_outcome(tmp_path, run) == outcome
    monkeypatch.setattr(benchmark, "ENTROPY", (0.5, 0.05))
    with pytest.raises(UserError, match="was made with other settings: delete its folder, or use another"):
        read_outcome(tmp_path, run)
