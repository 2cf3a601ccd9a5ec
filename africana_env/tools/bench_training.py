"""How fast training is on this machine; the package `training` measures it."""

from typing import Any

from rich.console import Console
from rich.table import Table

from africana_env.engine.errors import UserError
from africana_env.engine.files import check_target
from africana_env.engine.plugins import load_plugin, plugins
from africana_env.tools.bench import machine_facts, shown, telling, write_json

ENTRY_POINTS = "africana_env.benchmarks"
"""The group of entry points: `training(tell)` returns the figures, and `tell` hears what is being measured."""


def bench_training(json_file: str | None = None) -> dict[str, Any]:
    """Measure training, print a table, and write JSON, `{"training": figures}` with the names of
    `training.studies.speed.measure_training`. Raises `UserError` if training is not installed, or there is no folder
    for the file."""
    point = plugins(ENTRY_POINTS).get("training")
    if point is None:
        raise UserError("africana bench --training needs training: pip install 'africana-env[train]'")
    measure = load_plugin(point, callable)
    if json_file is not None:
        check_target(json_file)
    with telling() as tell:
        figures = measure(tell)
    print_training(figures)
    results = {"training": figures}
    write_json(json_file, results)
    return results


def print_training(figures: dict[str, Any]) -> None:
    """The table of training."""
    console = Console()
    console.print(machine_facts(), highlight=False)
    rate, ratio = figures["decisions_per_second"], figures["sb3_ratio"]
    table = Table("", "training", title="two-player Africana, two layers of 128, 2 epochs")
    table.columns[1].justify = "right"
    table.add_row("decisions/s", shown(rate))
    if ratio is not None:
        table.add_row("MaskablePPO of sb3-contrib, decisions/s", shown(rate / ratio))
        table.add_row("times as fast", f"{ratio:.1f}")
    for part, share in figures["shares"].items():
        table.add_row(f"share of {part}", f"{share:.1%}")
    console.print(table)
    if ratio is None:
        console.print("not compared: sb3-contrib is not installed (pip install sb3-contrib)")
