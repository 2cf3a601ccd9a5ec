"""The page of the benchmark: figures as they were measured, in the units that the page names."""

import numpy as np
from africana_training.studies import benchmark_page
from africana_training.studies.benchmark import Outcome, Run, Score
from africana_training.studies.benchmark_page import picture, results_table, together

from africana_env.arena.report import charts


def outcome(timesteps=3_000_000, seconds=90.0, curve=()):
    return Outcome({}, timesteps, seconds, [Score("greedy", 0.5, (0.375, 0.75), 10)], list(curve))


def test_a_row_has_millions_of_decisions_and_shares_in_percent():
    found = {Run("ppo", "africana_v0", 2, 1): outcome(), Run("mmd", "africana_v0", 2, 0): outcome(500_000)}
    found[Run("dmc", "africana_v0", 4, 0)] = outcome()
    table, intervals = results_table(found).split("\n\n")
    header, _, *rows = table.splitlines()
    assert header == "| wins in % | players | seed | million decisions | `greedy` |"
    assert rows == [
        "| `mmd` | 2 | 0 | 0.5 | 50.0 |",
        "| `ppo` | 2 | 1 | 3.0 | 50.0 |",
        "| `dmc` | 4 | 0 | 3.0 | 50.0 |",
    ]
    assert intervals == "95 % intervals: at most \u00b118.8 points."  # half of 0.375 to 0.75


def test_several_seeds_are_drawn_as_their_mean_between_the_lowest_and_the_highest():
    def line(start, end, at_start, at_end):
        x, y = np.array([start, end]), np.array([at_start, at_end])
        return charts.Line(x, y, y - 1, y + 1)

    first, second = line(0.0, 10.0, 0.0, 100.0), line(2.0, 12.0, 60.0, 160.0)
    drawn = together([first, second])
    assert (drawn.x[0], drawn.x[-1]) == (2.0, 10.0)  # where both are known
    np.testing.assert_allclose(drawn.low, drawn.x * 10)
    np.testing.assert_allclose(drawn.high, drawn.x * 10 + 40)
    np.testing.assert_allclose(drawn.y, drawn.x * 10 + 20)
    assert together([first]) is first


def test_ratings_are_drawn_over_millions_of_decisions(monkeypatch):
    shown = []
    monkeypatch.setattr(benchmark_page.charts, "lines", lambda *given: shown.append(given) or "<svg></svg>")
    curve = [(1_000_000, 120.0, 900.0, 800.0, 950.0), (2_000_000, 360.0, 1000.0, 980.0, 1100.0)]
    picture({Run("ppo", "africa_v0", 2, 0): outcome(curve=curve)})
    ((_, drawn, label, _),) = shown
    assert label == "million decisions"
    line = drawn["ppo"]
    for values, expected in ((line.x, [1, 2]), (line.y, [900, 1000]), (line.low, [800, 980]), (line.high, [950, 1100])):
        np.testing.assert_allclose(values, expected)
