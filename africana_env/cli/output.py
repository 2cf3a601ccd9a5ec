"""Output of commands: tables and progress."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

from rich import progress as bars
from rich.console import Console
from rich.table import Table
from rich.text import Text

from africana_env.arena.evaluate import Evaluation
from africana_env.arena.exploitability.exploitability import Exploitability
from africana_env.arena.ratings.results import Results
from africana_env.engine.process.errors import format_name
from africana_env.engine.process.progress import OnProgress
from africana_env.tools.rates import OnMeasurement

SECONDS_OF_A_LINE = 30.0
SHOWN_FAILURES = 3
"""Failures printed for each bot."""


@contextmanager
def progress_line(*columns: bars.ProgressColumn) -> Iterator[Callable[..., None]]:
    """Show a progress line on the standard error; gives a function like `Progress.update` that updates it. The line
    appears with the first call, so an argument error prints nothing else."""
    progress = bars.Progress(*columns, transient=True, console=Console(stderr=True))
    task = progress.add_task("", total=None)

    def update(**values: Any) -> None:
        progress.start()
        progress.update(task, **values)

    try:
        yield update
    finally:
        if progress.live.is_started:
            progress.stop()


@contextmanager
def progress_bar(unit: str = "deals") -> Iterator[OnProgress]:
    """Show a progress bar counted in `unit`, or occasional lines outside a terminal; gives the function to call with
    progress."""
    if not sys.stderr.isatty():
        yield lines_of_progress(unit)
        return
    done = bars.BarColumn(), bars.MofNCompleteColumn(), bars.TextColumn(unit)
    with progress_line(*done, bars.TimeElapsedColumn(), bars.TimeRemainingColumn(True)) as update:
        yield lambda ended, deals: update(completed=ended, total=deals)


def lines_of_progress(unit: str) -> OnProgress:
    """Return a function that prints progress, at most once in `SECONDS_OF_A_LINE`."""
    printed = monotonic()

    def show(ended: int, total: int) -> None:
        nonlocal printed
        if monotonic() - printed >= SECONDS_OF_A_LINE:
            printed = monotonic()
            print(f"{ended} of {total} {unit}", file=sys.stderr, flush=True)

    return show


@contextmanager
def progress_spinner() -> Iterator[OnMeasurement]:
    """Show a spinner with a description; gives the function that sets the description."""
    with progress_line(bars.SpinnerColumn(), bars.TextColumn("{task.description}"), bars.TimeElapsedColumn()) as update:
        yield lambda what: update(description=what)


def table_of(title: str, names: tuple[str, ...], numbers: tuple[str, ...]) -> Table:
    """Return a table with columns of `names`, which may wrap, and of `numbers`. It is at least as wide as its title."""
    table = Table(title=Text(format_name(title), overflow="fold"), min_width=len(title))
    for column in names:
        table.add_column(column, overflow="fold")
    for column in numbers:
        table.add_column(column, justify="right", no_wrap=True)
    return table


def print_evaluation(evaluation: Evaluation, title: str) -> None:
    on_set = any(result.worst_tenth is not None for result in evaluation.results)
    numbers = ("games", "win rate", "95 % interval", *(["worst tenth"] if on_set else []), "score", "theirs")
    table = table_of(title, ("against",), numbers)
    for result in evaluation.results:
        low, high = result.ci95
        table.add_row(
            Text(format_name(result.against)),
            f"{result.num_games}",
            f"{result.win_rate:.1%}",
            f"{low:.1%} to {high:.1%}",
            *([] if result.worst_tenth is None else [f"{result.worst_tenth:.1%}"]),
            f"{result.score:.1f}",
            f"{result.opponent_score:.1f}",
        )
    console = Console()
    console.print(table)
    for bot, costs in evaluation.costs.items():
        console.print(
            Text(f"{format_name(bot)}: {', '.join(f'{number:,.0f} {name}' for name, number in costs.items())}")
        )


def print_exploitability(found: Exploitability, title: str) -> None:
    table = table_of(title, (), ("seat", "value", "best response", "gain"))
    for seat, (value, best) in enumerate(zip(found.value, found.best_response, strict=True)):
        table.add_row(f"{seat}", f"{value:.6f}", f"{best:.6f}", f"{best - value:.6f}")
    console = Console()
    console.print(table)
    console.print(Text(f"NashConv {found.nash_conv:.6f}"))


def print_results(results: Results, title: str) -> None:
    """Print the ratings, pairs and costs of a tournament, and the games that bots lost by failing."""
    ratings = table_of(f"{title}: ratings", ("bot",), ("rating", "95 % interval", "ms a decision"))
    for bot, rating in results.ratings.items():
        ratings.add_row(Text(bot), f"{rating.rating:.0f}", results.interval_text(bot), results.milliseconds_text(bot))
    pairs = table_of(f"{title}: shares of the win", ("bot", "against"), ("share", "95 % interval"))
    for pair in (*results.pairs, *results.mixed):
        low, high = pair.ci95
        pairs.add_row(Text(pair.a), Text(pair.b), f"{pair.share:.1%}", f"{low:.1%} to {high:.1%}")
    console = Console()
    console.print(ratings, pairs)
    for bot in results.ratings:
        if costs := results.costs(bot):
            console.print(Text(f"{bot}: {', '.join(f'{cost:,.0f} {name}' for name, cost in costs.items())}"))
    for bot in dict.fromkeys(bot for bot, _ in results.failures):
        failures = [failure for other, failure in results.failures if other == bot]
        for failure in failures[:SHOWN_FAILURES]:
            console.print(Text(f"{bot} lost a game: {failure.reason}; record: {format_name(failure.record)}"))
        if len(failures) > SHOWN_FAILURES:
            console.print(Text(f"and {len(failures) - SHOWN_FAILURES} more"))
