import io

from africana_training.logging.dashboard import Dashboard, metrics_lines
from rich.console import Console


def test_the_table_of_a_run_shows_where_the_time_goes():
    seconds = {"time/environment": 0.1, "time/league": 0.2, "time/forward": 0.7, "time/play": 1.0, "time/learn": 3.0}
    console = Console(width=120, file=io.StringIO())
    console.print(metrics_lines({"charts/SPS": 52_000.0, **seconds}))
    shown = console.file.getvalue().split()
    assert " ".join(shown) == "52,000 decisions/s environment 2% league 5% forward 18% learn 75%"


def test_names_of_metrics_are_shown_in_one_line():
    seconds = dict.fromkeys(["environment", "league", "forward", "play", "learn"], 1.0)
    metrics = {
        "charts/SPS": 1.0,
        **{f"time/{name}": value for name, value in seconds.items()},
        "league/two\nlines": 0.5,
    }
    assert metrics_lines(metrics).splitlines()[-1] == r"league   'two\nlines' 50%"
    console = Console(width=120, file=io.StringIO())
    with Dashboard(console, "Game", 0.0, "imitating a[/]b") as dashboard:
        dashboard.show(0.5, 64, 90.0, metrics)
    assert r"64 decisions, about 2 min left, 'league/two\nlines' 0.50" in console.file.getvalue()
