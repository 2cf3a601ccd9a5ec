"""What a run shows while it trains: a bar and a table on a terminal, a line now and then elsewhere."""

import time
from types import TracebackType

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from training.metrics_file import BOUNDS

SECONDS_PER_LINE = 60
"""How often a line is printed where the output is no terminal that could show the table."""
LINE_METRICS = ("league/", "rating/", "imitation/agreement")
"""The metrics in such a line: those whose names begin so."""
STRENGTH = ("league/", "rating/")
"""The metrics that are shown until there are newer ones."""
TABLE_METRICS = ("imitation/agreement", "losses/entropy", "losses/approx_kl", "losses/explained_variance")
TIMES = ("environment", "league", "forward", "learn")
"""What the time of an update goes to."""


class Dashboard:
    """A live display, to be used in a `with` statement."""

    def __init__(self, console: Console, title: str, share_done: float, doing: str) -> None:
        self._console = console
        self._bar = Progress(
            TextColumn(title),
            BarColumn(),
            TextColumn("{task.percentage:.0f} %"),
            TimeElapsedColumn(),
            TextColumn("{task.fields[decisions]}"),
        )
        self._task = self._bar.add_task("train", total=1.0, decisions="")
        self._bar.update(self._task, completed=share_done)
        self._live = Live(Group(self._bar, f"{doing} ..."), console=console, refresh_per_second=4)
        self._last_line = time.monotonic()
        self._strength: dict[str, float] = {}

    def __enter__(self) -> "Dashboard":
        self._live.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.__exit__(kind, error, trace)

    def show(self, share_done: float, timesteps: int, metrics: dict[str, float]) -> None:
        """Show how far the run is and the metrics of an update."""
        self._strength |= {name: value for name, value in metrics.items() if name.startswith(STRENGTH)}
        shown = self._strength | metrics
        decisions = f"{timesteps / 1e6:.1f} M decisions"
        self._bar.update(self._task, completed=share_done, decisions=decisions)
        self._live.update(Group(self._bar, metrics_table(shown)))
        if not self._console.is_terminal and time.monotonic() - self._last_line > SECONDS_PER_LINE:
            self._last_line = time.monotonic()
            told = [name for name in shown if name.startswith(LINE_METRICS) and not name.endswith(BOUNDS)]
            values = [f"{name} {shown[name]:.2f}" for name in told]
            self._console.print(", ".join([f"{share_done:.0%}", decisions, *values]))


def metrics_table(metrics: dict[str, float]) -> Table:
    """Speed and where the time goes, learning and league results of an update, as a table of three rows."""
    table = Table.grid(padding=(0, 3))
    total = metrics["time/play"] + metrics["time/learn"]
    shares = [f"{name} {metrics[f'time/{name}'] / total:.0%}" for name in TIMES]
    table.add_row(f"{metrics['charts/SPS']:,.0f} decisions/s", *shares)
    learning = {name.partition("/")[2]: metrics[name] for name in TABLE_METRICS if name in metrics}
    table.add_row(*(f"{name} {value:.3f}" for name, value in learning.items()))
    for group in STRENGTH:
        found = [
            (name.removeprefix(group), value)
            for name, value in metrics.items()
            if name.startswith(group) and not name.endswith(BOUNDS)
        ]
        if found:
            words = [f"{value:.0f}" if name == "elo" else f"{value:.0%}" for name, value in found]
            named = zip(found, words, strict=True)
            table.add_row(group.strip("/"), *(f"{name.replace('_', ' ')} {word}" for (name, _), word in named))
    return table
