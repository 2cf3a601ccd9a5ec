"""Writes the results of the benchmark as Markdown with pictures."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from africana_env import load_game
from africana_env.arena.report import charts
from africana_env.tools.describe import markdown_table
from africana_training.studies.benchmark import Outcome, Run, all_runs, read_outcome
from africana_training.studies.runs import intervals_text, write_picture, write_results


def benchmark_page(folder: Path, output: Path) -> None:
    """Write the results of the runs in `folder` into a page. Raises `UserError` for files that cannot be read or
    written."""
    found = {run: outcome for run in all_runs() if (outcome := read_outcome(folder, run)) is not None}
    parts = []
    for game in dict.fromkeys(run.game for run in all_runs()):
        of_game = {run: outcome for run, outcome in found.items() if run.game == game}
        title = load_game(game).title
        parts.append(f"## {title}")
        for players in sorted({run.players for run in of_game}):
            here = {run: outcome for run, outcome in of_game.items() if run.players == players}
            name = f"benchmark-{game.removesuffix('_v0')}-{players}p"
            parts.append(write_picture(output, name, picture(here), f"Ratings: {title}, {players} players"))
        parts += [results_table(of_game), *notes(of_game)] if of_game else ["Not run."]
    write_results(output, len(found), len(all_runs()), parts)


def results_table(found: Mapping[Run, Outcome]) -> str:
    """The share of the wins of every run against every rung."""
    rungs = list(dict.fromkeys(score.against for outcome in found.values() for score in outcome.scores))
    rows = []
    for run, outcome in sorted(found.items(), key=lambda item: (item[0].players, item[0].algorithm, item[0].seed)):
        shares = {score.against: f"{100 * score.share:.1f}" for score in outcome.scores}
        run_columns = f"`{run.algorithm}`", run.players, run.seed, f"{outcome.timesteps / 1e6:.1f}"
        rows.append((*run_columns, *(shares.get(rung, "") for rung in rungs)))
    columns = "wins in %", "players", "seed", "million decisions"
    table = markdown_table((*columns, *(f"`{rung}`" for rung in rungs)), rows)
    intervals = intervals_text(score.ci95 for outcome in found.values() for score in outcome.scores)
    return f"{table}\n\n95 % intervals: {intervals}."


def notes(found: Mapping[Run, Outcome]) -> list[str]:
    """Return each note once, with the runs that have it."""
    noted: dict[str, list[str]] = {}
    for run, outcome in found.items():
        if outcome.note:
            noted.setdefault(outcome.note, []).append(f"`{run.algorithm}`, {run.players} players, seed {run.seed}")
    return [f"{'; '.join(runs)}: {note}" for note, runs in noted.items()]


def picture(found: Mapping[Run, Outcome]) -> str:
    """Draw ratings over decisions, a line for each algorithm."""
    by_algorithm: dict[str, list[charts.Line]] = {}
    for run, outcome in found.items():
        decisions, _, *ratings = np.array(outcome.curve).T
        by_algorithm.setdefault(run.algorithm, []).append(charts.Line(decisions / 1e6, *ratings))
    drawn = {name: together(lines) for name, lines in by_algorithm.items()}
    return charts.standalone(charts.lines("ratings", drawn, "million decisions", "rating"))


def together(lines: Sequence[charts.Line]) -> charts.Line:
    """Return the mean line of several seeds, with their range as its interval. A single line stays as it is."""
    if len(lines) == 1:
        return lines[0]
    x = np.linspace(max(line.x[0] for line in lines), min(line.x[-1] for line in lines), 50)
    values = np.array([np.interp(x, line.x, line.y) for line in lines])
    return charts.Line(x, values.mean(0), values.min(0), values.max(0))
