"""The output of `africana bench` and `africana bench-training`."""

import os
import platform
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numba
import numpy as np
from rich.console import Console
from rich.table import Table

from africana_env.cli.output import progress_spinner
from africana_env.engine.process.process_state import only_errors_logged
from africana_env.tools.bench import Benchmark, GameSpeed
from africana_env.tools.rates import OnMeasurement, share_of_others, spent

ROWS: dict[str, Callable[[GameSpeed], str]] = {
    "players": lambda speed: f"{speed.num_players}",
    "batch of games": lambda speed: f"{speed.num_games}",
    "batch, decisions/s": lambda speed: format_rate(speed.batch),
    "share of the limit": lambda speed: f"{speed.fill_share:.0%}",
    "rules on one core, decisions/s": lambda speed: format_rate(speed.rules_one_core),
    "AEC, decisions/s": lambda speed: format_rate(speed.aec),
    "cold start, s": lambda speed: f"{speed.cold_start_seconds:.2f}",
    "warm start, s": lambda speed: f"{speed.warm_start_seconds:.2f}",
    "state, bytes": lambda speed: f"{speed.state_bytes}",
    "buffers, bytes per game": lambda speed: f"{speed.buffer_bytes}",
}
"""The rows of the table of games, by heading."""
QUIET = 0.05
"""Share of processor time used by others up to which a machine counts as idle."""


@contextmanager
def measuring() -> Iterator[OnMeasurement]:
    """Show the current measurement, then warn if other programs kept the machine busy."""
    before = spent()
    with progress_spinner() as progress, only_errors_logged("africana_env"):  # each measurement logs its compilation
        yield progress
    print_load(share_of_others(before, spent()))


def print_benchmark(benchmark: Benchmark) -> None:
    """Print the tables of games and of other libraries."""
    console = Console()
    console.print(machine_facts(), highlight=False)
    table = Table("", *benchmark.games)
    for column in table.columns[1:]:
        column.justify = "right"
    for heading, cell in ROWS.items():
        table.add_row(heading, *map(cell, benchmark.games.values()))
    console.print(table)
    if benchmark.peers:
        table = Table(title="other libraries, decisions per second")
        for heading in ("library", "game", "decisions", "note"):
            table.add_column(heading, justify="right" if heading == "decisions" else "left")
        for peer in benchmark.peers:
            rate = "" if peer.decisions_per_second is None else format_rate(peer.decisions_per_second)
            table.add_row(peer.library, peer.game, rate, peer.note)
        console.print(table)


def print_load(others: float | None) -> None:
    """Warn if other programs used much of the machine."""
    if others is not None and others > QUIET:
        warning = f"the machine was busy: other programs used {others:.0%} of its processor time, so speeds are too low"
        Console().print(warning, highlight=False)


def machine_facts() -> str:
    """Return the hardware and the versions that the figures depend on."""
    versions = f"Python {platform.python_version()}, NumPy {np.__version__}, Numba {numba.__version__}"
    return f"{numba.get_num_threads()} threads on {os.cpu_count()} cores, {processor_name()}; {versions}"


def processor_name() -> str:
    file = Path("/proc/cpuinfo")  # Linux only
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def format_rate(rate: float) -> str:
    """Format a rate with three digits: `8.31 M`, `52.4 k`, `870`."""
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if rate >= size:
            return f"{rate / size:.3g}{letter}"
    return f"{rate:.0f}"
