"""Writes the results of the benchmark as Markdown with pictures."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from africana_env import load_game
from africana_env.arena.report import charts
from africana_env.tools.describe import markdown_table
from africana_training.studies.benchmark import SEEDS, Outcome, Run, all_runs, read_outcome
from africana_training.studies.runs import share_text, write_picture, write_results


def benchmark_page(folder: Path, output: Path) -> None:
    """Write the results of the runs in `folder` into a page. Raises `UserError` if they cannot be read or written."""
    found = {run: outcome for run in all_runs() if (outcome := read_outcome(folder, run)) is not None}
    parts = []
    for game, players in dict.fromkeys((run.game, run.players) for run in all_runs()):
        here = {run: outcome for run, outcome in found.items() if (run.game, run.players) == (game, players)}
        title = f"{load_game(game).title}, {players} players"
        parts += [f"## {title}", *([results_table(here), *notes(here)] if here else ["Not run."])]
        for axis, what in enumerate(("decisions", "minutes") if here else ()):
            name = f"benchmark-{game.removesuffix('_v0')}-{players}p-{what}"
            parts.append(write_picture(output, name, picture(here, axis), f"Ratings over {what}: {title}"))
    write_results(output, len(found), len(all_runs()), parts)


def results_table(found: Mapping[Run, Outcome]) -> str:
    """Return the table of wins of every run against every rung."""
    rungs = [score.against for score in next(iter(found.values())).scores]
    several = SEEDS[next(run.players for run in found)] > 1
    rows = []
    for run, outcome in sorted(found.items(), key=lambda item: (item[0].algorithm, item[0].seed)):
        shares = {score.against: share_text(score.share, score.ci95) for score in outcome.scores}
        scores = [shares.get(rung, "") for rung in rungs]
        spent = f"{outcome.timesteps / 1e6:.1f}", f"{outcome.seconds / 60:.1f}"
        rows.append((f"`{run.algorithm}`", *([run.seed] if several else []), *spent, *scores))
    seed = ["seed"] if several else []
    return markdown_table(
        ("share of the wins in %", *seed, "million decisions", "minutes", *(f"`{rung}`" for rung in rungs)), rows
    )


def notes(found: Mapping[Run, Outcome]) -> list[str]:
    """Return each note once, with the runs that have it."""
    noted: dict[str, list[str]] = {}
    for run, outcome in found.items():
        if outcome.note:
            noted.setdefault(outcome.note, []).append(f"`{run.algorithm}` (seed {run.seed})")
    return [f"{', '.join(runs)}: {note}" for note, runs in noted.items()]


def picture(found: Mapping[Run, Outcome], axis: int) -> str:
    """Return a chart of ratings over decisions (`axis` 0) or minutes (1), with a line for each algorithm."""
    by_algorithm: dict[str, list[charts.Line]] = {}
    for run, outcome in found.items():
        curve = np.array(outcome.curve).T
        line = charts.Line(curve[axis] / (1e6, 60.0)[axis], *curve[2:])
        by_algorithm.setdefault(run.algorithm, []).append(line)
    drawn = {name: together(lines) for name, lines in by_algorithm.items()}
    label = ("million decisions", "minutes")[axis]
    return charts.standalone(charts.lines("ratings", drawn, label, "rating"))


def together(lines: Sequence[charts.Line]) -> charts.Line:
    """Return the mean line of several seeds, with their range as its interval. A single line stays as it is."""
    if len(lines) == 1:
        return lines[0]
    x = np.linspace(max(line.x[0] for line in lines), min(line.x[-1] for line in lines), 50)
    values = np.array([np.interp(x, line.x, line.y) for line in lines])
    return charts.Line(x, values.mean(0), values.min(0), values.max(0))
