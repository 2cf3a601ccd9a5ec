"""Progress display of a run: a bar and metrics on a terminal, a line per minute elsewhere."""

import time
from types import TracebackType

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from africana_env.engine.process.errors import format_name
from africana_training.logging.metrics_file import BOUNDS, in_words

SECONDS_PER_LINE = 60
"""Interval between lines if the output is not a terminal."""
LINE_METRICS = ("league/", "rating/", "imitation/agreement")
"""Prefixes of the metrics in such a line."""
STRENGTH = ("league/", "rating/")
"""Prefixes of the metrics that stay on display until newer ones come."""
LEARNING = ("imitation/agreement", "losses/entropy", "losses/approx_kl", "losses/kl", "losses/explained_variance")
TIMES = ("environment", "league", "forward", "learn")
"""The parts of the time of an update."""


class Dashboard:
    """A live display, to be used in a `with` statement."""

    def __init__(self, console: Console, title: str, share_done: float, activity: str) -> None:
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
        self._live = Live(Group(self._bar, Text(f"{activity} ...")), console=console, refresh_per_second=4)
        self._last_line = -float("inf")
        """Time of the last printed line; the first comes at once."""
        self._strength: dict[str, float] = {}

    def __enter__(self) -> "Dashboard":
        self._live.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.__exit__(kind, error, trace)
        if not self._console.is_terminal:  # elsewhere it does not end its line
            self._console.line()

    def show(self, share_done: float, timesteps: int, seconds_left: float | None, metrics: dict[str, float]) -> None:
        self._strength |= {name: value for name, value in metrics.items() if name.startswith(STRENGTH)}
        shown = self._strength | metrics
        decisions = format_decisions(timesteps)
        if seconds_left is not None:
            decisions = f"{decisions}, {format_time_left(seconds_left)}"
        self._bar.update(self._task, completed=share_done, decisions=decisions)
        self._live.update(Group(self._bar, Text(metrics_lines(shown))))
        names = [name for name in shown if name.startswith(LINE_METRICS) and not name.endswith(BOUNDS)]
        values = [f"{format_name(name)} {shown[name]:.2f}" for name in names]
        self._print_line(", ".join([f"{share_done:.0%}", decisions, *values]))

    def show_activity(self, activity: str) -> None:
        """Show an activity in place of the metrics."""
        self._live.update(Group(self._bar, Text(activity)))
        self._print_line(activity)

    def _print_line(self, line: str) -> None:
        """Print a line, at most one a minute, if the output is not a terminal."""
        if not self._console.is_terminal and time.monotonic() - self._last_line > SECONDS_PER_LINE:
            self._last_line = time.monotonic()
            self._console.out(line)


def metrics_lines(metrics: dict[str, float]) -> str:
    """Return metrics as text: speed and time by part, losses, league, ratings."""
    total = metrics["time/play"] + metrics["time/learn"]
    times = [f"{name} {metrics[f'time/{name}'] / total:.0%}" for name in TIMES]
    learning = {name.partition("/")[2]: metrics[name] for name in LEARNING if name in metrics}
    lines = [
        [f"{metrics['charts/SPS']:,.0f} decisions/s", *times],
        [f"{in_words(name)} {value:.3f}" for name, value in learning.items()],
    ]
    for group in STRENGTH:
        found = {
            name.removeprefix(group): value
            for name, value in metrics.items()
            if name.startswith(group) and not name.endswith(BOUNDS)
        }
        if found:
            words = {name: f"{value:.0f}" if name == "elo" else f"{value:.0%}" for name, value in found.items()}
            lines.append([group.strip("/"), *(f"{format_name(in_words(name))} {word}" for name, word in words.items())])
    return "\n".join("   ".join(line) for line in lines)


def format_time_left(seconds: float) -> str:
    minutes = seconds / 60
    return f"about {minutes:.0f} min left" if minutes >= 1.5 else f"about {seconds:.0f} s left"


def format_decisions(timesteps: int) -> str:
    return f"{timesteps / 1e6:.1f} M decisions" if timesteps >= 1_000_000 else f"{timesteps:,} decisions"
