import json
from dataclasses import asdict

import pytest

from africana_env import UserError
from africana_env.cli import main
from africana_env.tools import bench_training as module
from africana_env.tools.bench_training import TrainingSpeed, bench_training


class Point:
    """An entry point for a measurement that takes no time."""

    name, value, module, dist = "training", "some:measure", "some", None

    def __init__(self, *sb3_rates):
        shares = {"environment": 0.031, "league": 0.05, "forward": 0.2, "learning": 0.719}
        self.speed = TrainingSpeed(52_430.0, 0.875, *sb3_rates, shares)

    def load(self):
        return self.measure

    def measure(self, progress):
        progress("training")
        return self.speed


@pytest.fixture
def installed(monkeypatch):
    def install(*points):
        monkeypatch.setattr(module, "plugins", lambda group: {point.name: point for point in points})

    return install


def test_the_speed_is_returned_and_nothing_is_printed(installed, capfd):
    point, progress = Point(5734.53125, 11469.0625), []
    installed(point)
    assert bench_training(progress.append) == point.speed
    assert progress == ["training"]
    assert capfd.readouterr() == ("", "")


def test_the_command_prints_and_writes_figures(installed, tmp_path, capsys):
    point = Point(5734.53125, 11469.0625)
    installed(point)
    file = tmp_path / "bench.json"
    assert main(["bench", "--training", "--json", str(file)]) == 0
    ratios = {"sb3_single_ratio": 8.0, "sb3_vector_ratio": 4.0}
    assert json.loads(file.read_text()) == point.speed.to_json() == {"training": {**asdict(point.speed), **ratios}}
    printed = capsys.readouterr().out
    for text in ("52.4 k", "45.9 k", "5.73 k", "8.0", "11.5 k", "4.0", "share of environment", "3.1%", "71.9%"):
        assert text in printed
    assert "not installed" not in printed


def test_without_sb3_that_rate_is_null_and_one_line_says_why(installed, tmp_path, capsys):
    installed(Point(None, None))
    assert main(["bench", "--training", "--json", str(tmp_path / "bench.json")]) == 0
    written = json.loads((tmp_path / "bench.json").read_text())["training"]
    assert [value for name, value in written.items() if name.startswith("sb3")] == [None] * 4
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if "sb3" in line] == [
        "not compared: sb3-contrib is not installed (pip install sb3-contrib)"
    ]


def test_missing_and_wrong_arguments_are_one_line(installed, tmp_path, capsys):
    installed()
    with pytest.raises(UserError, match=r"needs the package installed: pip install '\.\[train\]'"):
        bench_training()
    installed(Point(1.0, 2.0))
    assert main(["bench", "--training", "--json", str(tmp_path / "nowhere" / "bench.json")]) == 2
    assert "name a file in a folder that exists" in capsys.readouterr().err
    for more in (["--peers"], ["africana_v0"]):
        assert main(["bench", "--training", *more]) == 2
        error = "africana: --training measures training alone: leave out the games and --peers\n"
        assert capsys.readouterr().err == error
