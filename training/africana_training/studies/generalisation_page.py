"""The results of the study of generalisation as Markdown, with pictures beside it."""

import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from africana_env import __version__, atomic_write, load_game
from africana_env.api.registration import own_names
from africana_env.arena.report import charts
from africana_env.tools.describe import markdown_table
from africana_training.studies.generalisation import (
    BUDGET,
    ENTITIES,
    MEASURED,
    PLACES,
    RUNGS,
    SIZES,
    TIMESTEPS,
    Outcome,
    Run,
    Score,
    all_runs,
    read_outcome,
)
from africana_training.studies.runs import share_text

PICTURES = "pictures"
COLUMNS = "network", "editions", "seed"
INTRODUCTION = """# Generalisation

How well policies play boards and cards that they never saw, by how many [generated editions](generated-editions.md)
they learned from. Everything here was made by `africana generalisation` with version {version}, which resumes where it
was stopped; {made} of {all} runs are made. The editions are not the printed games.

## Protocol

- **Training**: two players, {millions} million decisions on `generated:0-N`. Half a million of them imitate `greedy`;
  then self-play. `entities` reads [entity observations](your-own-learner.md#any-edition); `mlp_own_value` reads
  features that name cards and places by number and do not hold the map. In Africana it is lost on other boards; in
  Africa and Afritoria features say enough of them.{on_gpu}
- **Test**: on the editions it learned from (the first {measured}), on `generated:1000000-1000099`, which nobody learns
  from, out of distribution on `generated-ood:1000000-1000099`, which have other sizes and mixes, on `reconstructed`,
  and on `generated:0`, the first edition. {deals} deals against `greedy` and {search_deals} against `search:50`, each
  from both seats (in Afritoria the one before [a change](search-measurements.md#a-policy-that-guides-the-search), which
  is weaker than today's). The intervals are 95 % intervals over deals and take the editions as given: for boards that
  were never played they would be somewhat wider.
- **Gap**: what it wins on the editions it learned from less what it wins on those held out, in points, with its
  interval.
- **Cost**: what the same network wins on the first edition if it learned from that one alone, a specialist, with the
  same seed, less what it wins there after so many editions. Below 0, many editions taught it more about this one.
- **Worst tenth**: the mean on the tenth of the editions on which it wins least. Half of the deals choose these editions
  and the other half measures, for the lowest of many measured shares is too low by chance. With so few deals on an
  edition, chance has a large part in which are chosen, and some 100 deals measure: it is uncertain by some 8 points.
- **Results** are kept in `docs/generalisation/`, a folder for each run. `africana generalisation --folder
  docs/generalisation --output docs/generalisation.md` makes the missing runs, which takes hours, and writes this page.
- **To enter a learner of your own**: train it on `generated:0-N` with numbers below 1,000,000, let `africana evaluate
  GAME BOT --against greedy --num_players 2 --num_games 2000 --edition EDITION` play it on each of the editions above,
  and the same with `--against search:50 --num_games 200`, and report these tables with N and the decisions that it
  learned from: it prints the worst tenth, too. `BOT` is [your function](your-own-learner.md#rate-it); if it reads
  entity observations, say so, and that features of theirs are what `greedy` thinks of actions."""


def generalisation_page(folder: Path, output: Path) -> None:
    """Write the results of the runs in `folder`. Raises `UserError` where that cannot be read or written."""
    found = {run: outcome for run in all_runs() if (outcome := read_outcome(folder, run)) is not None}
    on_gpu = sum(outcome.device == "cuda" for outcome in found.values())
    parts = [
        INTRODUCTION.format(
            version=__version__,
            made=len(found),
            all=len(all_runs()),
            on_gpu=f" {on_gpu} of the networks acted and learned on a GPU." if on_gpu else "",
            millions=f"{TIMESTEPS / 1e6:g}",
            measured=MEASURED,
            deals=BUDGET.deals,
            search_deals=BUDGET.search_deals,
        )
    ]
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
            name = f"generalisation-{game.removesuffix('_v0')}.svg"
            output.parent.joinpath(PICTURES).mkdir(exist_ok=True)
            atomic_write(output.parent / PICTURES / name, picture(here).encode())
            parts.append(f"![Share of the wins by the number of editions: {title}]({PICTURES}/{name})")
    parts += ["## Where next", "[Generated editions](generated-editions.md), and [the shipped policies](policies.md)."]
    atomic_write(output, ("\n\n".join(parts) + "\n").encode())


def results_table(found: Mapping[Run, Outcome]) -> str:
    """The shares of the wins of every run against the first of `RUNGS` in each place, the gap, the cost against a
    specialist and the worst tenth."""
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
    """The shares of the wins of every run against the second of `RUNGS` in each place."""
    rows = []
    for run, outcome in in_order(found):
        scores = [score_of(outcome, place, RUNGS[1]) for place in PLACES]
        rows.append((*names_of(run), *(share_text(score.share, score.ci95) for score in scores)))
    return markdown_table((*COLUMNS, *PLACES), rows)


def in_order(found: Mapping[Run, Outcome]) -> list[tuple[Run, Outcome]]:
    """Runs by network, number of editions and seed."""
    return sorted(found.items(), key=lambda item: (item[0].network, item[0].editions, item[0].seed))


def names_of(run: Run) -> tuple[str, str, int]:
    """The values of `COLUMNS`."""
    return f"`{run.network}`", f"{run.editions:,}", run.seed


def gap_text(learned: Score, held_out: Score) -> str:
    """The difference of two shares in points, with its interval (Newcombe, "Interval estimation for the difference
    between independent proportions", 1998, method 10)."""
    gap = learned.share - held_out.share
    low = gap - math.hypot(learned.share - learned.ci95[0], held_out.ci95[1] - held_out.share)
    high = gap + math.hypot(learned.ci95[1] - learned.share, held_out.share - held_out.ci95[0])
    return f"{100 * gap:.1f} ({100 * low:.1f} to {100 * high:.1f})"


def score_of(outcome: Outcome, place: str, rung: str) -> Score:
    """The score of a run in a place against a rung."""
    return next(score for score in outcome.scores if (score.place, score.against) == (place, rung))


def picture(found: Mapping[Run, Outcome]) -> str:
    """The share of the wins against `greedy` over the number of editions, a line for each place; of several seeds the
    mean, and the range."""
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
