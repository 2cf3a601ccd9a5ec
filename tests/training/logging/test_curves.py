"""Learning curves: what stands in a run's metrics is on the page."""

import json
import re
import subprocess
import sys

import numpy as np
import pytest
from africana_training.config.settings import RatingConfig
from africana_training.logging.curves import MAX_POINTS, curves, curves_page, line_of, thinned
from africana_training.logging.metrics_file import read_metrics
from africana_training.runs.session import train

from africana_env import UserError


def written(folder, rows):
    folder.mkdir(parents=True)
    lines = [json.dumps({"timesteps": 10**6 * n, "updates": n, "seconds": 60.0 * n, **row}) for n, row in rows]
    (folder / "metrics.jsonl").write_text("\n".join(lines) + "\n")
    return folder


def test_a_run_is_on_its_page_with_its_intervals(tmp_path, tiny):
    train(tiny(tmp_path / "mine", rating=RatingConfig(["random"], 2), checkpoint_minutes=1e-9))
    curves([tmp_path / "mine"], tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text()
    assert "Learning curves: mine" in page
    assert "mine: 192 decisions in" in page
    for label in ("elo", "random win rate", "approx kl", "learning rate", "SPS", "forward"):
        assert re.search(rf">{label}<", page), label
    assert "elo low" not in page  # that is the band
    assert page.count("PolyCollection") >= 2
    assert not re.search(r'(src|href)="http|url\(http|@import', page)


def test_runs_are_compared_under_their_names(tmp_path):
    folders = [written(tmp_path / place / "run", [(n, {"losses/entropy": 0.1 * n}) for n in (1, 2)]) for place in "ab"]
    curves(folders, tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text()
    assert "</svg> run</span>" in page
    assert f"</svg> {folders[1]}</span>" in page  # the second is distinguished by its path
    assert page.count("<figure") == 1


def test_many_updates_become_a_line_of_few_points(tmp_path):
    run = written(tmp_path / "run", [(n, {"rating/elo": float(n)}) for n in range(1, 1001)])
    line = line_of(read_metrics(run), "rating/elo", 0)
    assert len(line.x) == len(line.y) == MAX_POINTS
    np.testing.assert_allclose(line.x, line.y)
    assert line.x[0] == 3.0  # the mean of 1 to 5
    assert line.low is None
    np.testing.assert_array_equal(thinned(np.arange(3)), np.arange(3))
    assert line_of(read_metrics(run), "rating/elo", 1).x[-1] == 998.0  # minutes


def test_lines_that_tell_nothing_are_passed_over_and_a_folder_of_none_is_refused(tmp_path):
    run = written(tmp_path / "run", [(1, {"losses/entropy": 0.5})])
    with (run / "metrics.jsonl").open("a") as file:
        file.write('[1]\nnull\n{"timesteps": 5}\n{"timesteps": 2000000, "seconds": 1, "losses/entr')
    assert list(read_metrics(run)) == ["updates", "losses/entropy"]
    assert read_metrics(run)["losses/entropy"].tolist() == [[1e6], [60.0], [0.5]]
    odd = written(tmp_path / "odd", [(1, {"losses/<b>$x^{": 2, "losses/a": 1e308}), (2, {"losses/a": -1e308})])
    assert "<b>" not in curves_page({"run": read_metrics(odd)})
    (run / "metrics.jsonl").write_text("nothing\n")
    with pytest.raises(UserError, match=r"has no metrics: name the folder of a run of `africana train`"):
        curves([run], tmp_path / "page.html")
    with pytest.raises(UserError, match="cannot read metrics"):
        curves([tmp_path], tmp_path / "page.html")
    with pytest.raises(UserError, match="cannot write"):
        curves([run], tmp_path / "nowhere" / "page.html")


def test_the_page_is_made_without_torch():
    code = "import sys, africana_training.logging.curves; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
