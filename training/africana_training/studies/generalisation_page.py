"""Writes the results of the generalisation study as Markdown with pictures."""

import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from africana_env import load_game
from africana_env.api.registration import own_names
from africana_env.arena.report import charts
from africana_env.tools.describe import markdown_table
from africana_training.studies import generalisation as study
from africana_training.studies.generalisation import ENTITIES, PLACES, RUNGS, SIZES, Outcome, Run, Score
from africana_training.studies.runs import share_text, write_picture, write_results

COLUMNS = "network", "editions", "seed"


def generalisation_page(folder: Path, output: Path) -> None:
    """Write the results of the runs in `folder` into a page. Raises `UserError` if they cannot be read or written."""
    found = {run: outcome for run in study.all_runs() if (outcome := study.read_outcome(folder, run)) is not None}
    parts = []
    for game in own_names():
        here = {run: outcome for run, outcome in found.items() if run.game == game}
        title = load_game(game).title
        parts.append(f"## {title}")
        if not here:
            parts.append("Not run.")
            continue
        parts += [f"Wins against `{RUNGS[0]}`, in %:", results_table(here)]
        parts += [f"Wins against `{RUNGS[1]}`, in %:", searches_table(here)]
        if sum(run.network == ENTITIES for run in here) > 1:
            name, shown = f"generalisation-{game.removesuffix('_v0')}", "Share of the wins by the number of editions"
            parts.append(write_picture(output, name, picture(here), f"{shown}: {title}"))
    write_results(output, len(found), len(study.all_runs()), parts)


def results_table(found: Mapping[Run, Outcome]) -> str:
    """Return the table of wins against the first of `RUNGS` in each place, the gap, the cost against a specialist, and
    the worst tenth."""
    rows = []
    for run, outcome in in_order(found):
        scores = [score_of(outcome, place, RUNGS[0]) for place in PLACES]
        learned, held_out, first = scores[0], scores[1], scores[-1]
        specialist = found.get(replace(run, editions=SIZES[0]))
        cost = gap_text(score_of(specialist, PLACES[-1], RUNGS[0]), first) if specialist and run.editions > 1 else ""
        worst = "" if held_out.worst_tenth is None else f"{100 * held_out.worst_tenth:.1f}"
        shares = [share_text(score.share, score.ci95) for score in scores]
        rows.append((*names_of(run), *shares, gap_text(learned, held_out), cost, worst))
    return markdown_table((*COLUMNS, *PLACES, "gap", "cost", "worst tenth"), rows)


def searches_table(found: Mapping[Run, Outcome]) -> str:
    """Return the table of wins against the second of `RUNGS` in each place."""
    rows = []
    for run, outcome in in_order(found):
        scores = [score_of(outcome, place, RUNGS[1]) for place in PLACES]
        rows.append((*names_of(run), *(share_text(score.share, score.ci95) for score in scores)))
    return markdown_table((*COLUMNS, *PLACES), rows)


def in_order(found: Mapping[Run, Outcome]) -> list[tuple[Run, Outcome]]:
    return sorted(found.items(), key=lambda item: (item[0].network, item[0].editions, item[0].seed))


def names_of(run: Run) -> tuple[str, str, int]:
    return f"`{run.network}`", f"{run.editions:,}", run.seed


def gap_text(learned: Score, held_out: Score) -> str:
    """Return the difference of two shares in points, with its interval (Newcombe 1998, "Interval estimation for the
    difference between independent proportions", method 10)."""
    gap = learned.share - held_out.share
    low = gap - math.hypot(learned.share - learned.ci95[0], held_out.ci95[1] - held_out.share)
    high = gap + math.hypot(learned.ci95[1] - learned.share, held_out.share - held_out.ci95[0])
    return f"{100 * gap:.1f} ({100 * low:.1f} to {100 * high:.1f})"


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
