"""Writes the results of the generalisation study as Markdown with pictures."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from africana_env import load_game
from africana_env.api.registration import own_names
from africana_env.arena.report import charts
from africana_env.tools.describe import markdown_table
from africana_training.studies.generalisation import (
    ENTITIES,
    PLACES,
    RUNGS,
    SIZES,
    Outcome,
    Run,
    Score,
    all_runs,
    read_outcome,
)
from africana_training.studies.runs import intervals_text, write_picture, write_results


def generalisation_page(folder: Path, output: Path) -> None:
    """Write the results of the runs in `folder` into a page. Raises `UserError` for files that cannot be read or
    written."""
    found = {run: outcome for run in all_runs() if (outcome := read_outcome(folder, run)) is not None}
    parts = []
    for game in own_names():
        here = {run: outcome for run, outcome in found.items() if run.game == game}
        title = load_game(game).title
        parts.append(f"## {title}")
        if not here:
            parts.append("Not run.")
            continue
        if sum(run.network == ENTITIES for run in here) > 1:
            name, shown = f"generalisation-{game.removesuffix('_v0')}", "Share of the wins by the number of editions"
            parts.append(write_picture(output, name, picture(here), f"{shown}: {title}"))
        parts.append(results_table(here))
    write_results(output, len(found), len(all_runs()), parts)


def results_table(found: Mapping[Run, Outcome]) -> str:
    """The shares of the wins of every run: against the first of `RUNGS` in each place, with the cost against a
    specialist and the worst tenth, and against the second on held-out editions."""
    rows = []
    for run, outcome in in_order(found):
        scores = [score_of(outcome, place, RUNGS[0]) for place in PLACES]
        held_out, first = scores[1], scores[-1]
        specialist = found.get(replace(run, editions=SIZES[0])) if run.editions > 1 else None
        cost = score_of(specialist, PLACES[-1], RUNGS[0]).share - first.share if specialist else None
        figures = [*(score.share for score in scores), cost, held_out.worst_tenth]
        figures.append(score_of(outcome, PLACES[1], RUNGS[1]).share)
        shown = ["" if figure is None else f"{100 * figure:.1f}" for figure in figures]
        rows.append((f"`{run.network}`", f"{run.editions:,}", run.seed, *shown))
    columns = "network", "editions", "seed", *PLACES, "cost", "worst tenth", f"`{RUNGS[1]}`"
    first_intervals, second_intervals = (
        intervals_text(score.ci95 for outcome in found.values() for score in outcome.scores if score.against == rung)
        for rung in RUNGS
    )
    intervals = f"95 % intervals: {first_intervals}; against `{RUNGS[1]}`, {second_intervals}."
    return f"{markdown_table(columns, rows)}\n\n{intervals}"


def in_order(found: Mapping[Run, Outcome]) -> list[tuple[Run, Outcome]]:
    return sorted(found.items(), key=lambda item: (item[0].network, item[0].editions, item[0].seed))


def score_of(outcome: Outcome, place: str, rung: str) -> Score:
    return next(score for score in outcome.scores if (score.place, score.against) == (place, rung))


def picture(found: Mapping[Run, Outcome]) -> str:
    """Return a chart of wins against `greedy` over the number of editions, with a line for each place. Several seeds
    give the mean and the range."""
    lines = {}
    for place in PLACES[:-1]:
        values = {
            size: [
                score_of(outcome, place, RUNGS[0])
                for run, outcome in found.items()
                if run.network == ENTITIES and run.editions == size
            ]
            for size in SIZES
        }
        values = {size: scores for size, scores in values.items() if scores}
        means = [100 * np.mean([score.share for score in scores]) for scores in values.values()]
        low = [100 * min(score.ci95[0] for score in scores) for scores in values.values()]
        high = [100 * max(score.ci95[1] for score in scores) for scores in values.values()]
        at = np.array(list(values), np.float64)
        lines[place] = charts.Line(at, np.array(means), np.array(low), np.array(high))
    return charts.standalone(charts.lines("shares", lines, "editions learned from", "wins in %", SIZES))
