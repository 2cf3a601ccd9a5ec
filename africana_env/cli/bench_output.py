"""The tables that `africana bench` prints."""

import os
import platform
from collections.abc import Callable
from pathlib import Path

import numba
import numpy as np
from rich.console import Console
from rich.table import Table

from africana_env.tools.bench import Benchmark, GameSpeed
from africana_env.tools.bench_training import TrainingSpeed

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
"""The share of a machine's time that its system and what waits in the background take."""


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
    if benchmark.peers or benchmark.skipped:
        table = Table(title="other libraries, decisions per second")
        for heading in ("library", "game", "decisions", "note"):
            table.add_column(heading, justify="right" if heading == "decisions" else "left")
        for peer in benchmark.peers:
            table.add_row(peer.name, peer.game, format_rate(peer.decisions_per_second), peer.note)
        for skipped in benchmark.skipped:
            table.add_row(skipped.name, skipped.game, "", f"skipped: {skipped.reason}")
        console.print(table)


def print_training(speed: TrainingSpeed) -> None:
    """Print the table of training."""
    console = Console()
    console.print(machine_facts(), highlight=False)
    table = Table("", "training", title="two-player Africana, two layers of 128, 2 epochs")
    table.columns[1].justify = "right"
    table.add_row("decisions/s", format_rate(speed.decisions_per_second))
    table.add_row("of the policy itself", format_rate(speed.policy_share * speed.decisions_per_second))
    compared = {
        "MaskablePPO of sb3-contrib, single games": (speed.sb3_single_per_second, speed.sb3_single_ratio),
        "MaskablePPO, games stepped together": (speed.sb3_vector_per_second, speed.sb3_vector_ratio),
    }
    for heading, (rate, ratio) in compared.items():
        if rate is not None:
            table.add_row(heading, format_rate(rate))
            table.add_row("times as fast", f"{ratio:.1f}")
    for part, share in speed.shares.items():
        table.add_row(f"share of {part}", f"{share:.1%}")
    console.print(table)
    if speed.sb3_single_per_second is None:
        console.print("not compared: sb3-contrib is not installed (pip install sb3-contrib)")


def print_load(others: float | None) -> None:
    """Say so if others used much of the machine meanwhile."""
    if others is not None and others > QUIET:
        Console().print(
            f"the machine was busy: {others:.0%} of its processor time went to others, which lowers these figures",
            highlight=False,
        )


def machine_facts() -> str:
    """What the figures depend on beside the code."""
    names = [line.partition(":")[2].strip() for line in cpu_lines() if line.startswith("model name")]
    cpu = names[0] if names else platform.processor() or platform.machine()
    versions = f"Python {platform.python_version()}, NumPy {np.__version__}, Numba {numba.__version__}"
    return f"{numba.get_num_threads()} threads on {os.cpu_count()} cores, {cpu}; {versions}"


def cpu_lines() -> list[str]:
    """The lines of Linux about the processor; elsewhere none."""
    file = Path("/proc/cpuinfo")
    return file.read_text(encoding="utf-8").splitlines() if file.is_file() else []


def format_rate(rate: float) -> str:
    """A rate in few digits: `8.31 M`, `52.4 k`, `870`."""
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if rate >= size:
            return f"{rate / size:.3g}{letter}"
    return f"{rate:.0f}"
