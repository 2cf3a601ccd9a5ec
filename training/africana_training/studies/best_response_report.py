"""The progress display and the table of `africana best-response`."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.table import Table
from rich.text import Text

from africana_env import Game
from africana_env.engine.process.errors import format_name
from africana_env.engine.process.progress import OnProgress
from africana_training.logging.dashboard import Dashboard
from africana_training.runs.run import OnUpdate, Progress
from africana_training.studies.best_response import BestResponse


@contextmanager
def progress_display(game: Game, bot: str) -> Iterator[tuple[OnUpdate, OnProgress]]:
    """Show the progress of `best_response` on the standard error."""
    with Dashboard(Console(stderr=True), game.title, 0.0, f"training against {format_name(bot)}") as dashboard:

        def on_update(progress: Progress, metrics: dict[str, float]) -> None:
            dashboard.show(progress.share_done(), progress.timesteps, progress.seconds_left(), metrics)

        def on_measured(deals: int, of: int) -> None:
            dashboard.show_activity(f"measured on {deals:,} of {of:,} deals")

        yield on_update, on_measured


def print_best_response(found: BestResponse, title: str, game: Game) -> None:
    table = Table(title=Text(format_name(title), overflow="fold"))
    for column in ("seat", "best response wins", "95 % interval"):
        table.add_column(column, justify="right", no_wrap=True)
    for seat, (value, (low, high)) in enumerate(zip(found.best_response, found.ci95, strict=True)):
        table.add_row(f"{seat}", f"{value:.3f}", f"{low:.3f} to {high:.3f}")
    console = Console()
    console.print(table)
    console.print(Text(bound_text(found)))
    searching = f", which guides a search of {found.rollouts} rollouts" if found.rollouts else ""
    console.print(Text(f"by the policy after {found.kept:,} of {found.timesteps:,} decisions of training{searching}"))


def bound_text(found: BestResponse) -> str:
    """Describe the bound on NashConv."""
    low, high = found.nash_conv_ci95
    interval = f"{found.nash_conv:.3f}, {low:.3f} to {high:.3f}"
    if found.is_empty:
        return f"nothing found: the bot itself would win at least this much ({interval}), so the bound is empty"
    if low <= 0:
        return f"a lower bound on NashConv, measured as {interval}: on these deals it may be 0"
    return f"NashConv at least {low:.3f} on these deals: the bound was measured as {interval}"
