"""The results of the benchmark as Markdown, with pictures beside it."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from africana_env import __version__, atomic_write, load_game
from africana_env.arena.report import charts
from africana_env.bots.registry import bot_names
from africana_env.tools.describe import markdown_table
from africana_training.studies.benchmark import (
    BUDGET,
    ENTROPY,
    MINUTES,
    RATED,
    SEARCHES,
    SEEDS,
    Outcome,
    Run,
    all_runs,
    config_of,
    read_outcome,
)
from africana_training.studies.maskable_ppo import ENV_SETTINGS, ENVS, SETTINGS
from africana_training.studies.runs import share_text

PICTURES = "pictures"
INTRODUCTION = """# Benchmark

What learning algorithms reach in the same time, from nothing: no algorithm imitates another player. Everything here was
made by `africana benchmark` with version {version}, which resumes where it was stopped; {made} of its {all} runs are
made. The editions are not the printed games.

## Protocol

- **Budget**: as many decisions as each algorithm plays and learns from in {minutes:g} minutes on one core of an AMD
  EPYC in a quiet hour; `africana_training/studies/benchmark.py` lists them. So a run is the same run anywhere. The
  tables give the minutes that a run took, without rating, on a server with other work.
- **Seats**: with two players the policy meets a bot; with four it sits alone against the bot in all other seats. Every
  deal is played from every seat.
- **Result**: the share of the wins in {games} games against each of {rungs}, with its 95 % interval over deals. The
  policy draws its actions from its probabilities.
- **Curves**: the rating by {rated}, in the same {deals} deals each time, every {every:g} min; `greedy` has 1000.
  Shaded is the 95 % interval; of several seeds the line is the mean, and shaded is the range from the lowest to the
  highest.
- **Results** are kept in `docs/benchmark/`, a folder for each run. `africana benchmark --folder docs/benchmark --output
  docs/benchmark.md` makes the missing runs, which takes hours, and writes this page. `--only` selects runs by the
  beginnings of their names. Two commands may work at the same time on different runs: `--only ppo- dmc-` and
  `--only mmd- maskable_ppo-`.
- **Older runs**: of `ppo`, `mmd` and `dmc` all runs in Africana, and in Africa and Afritoria those with seed 0 (the
  only seed with four players), are of before networks of layers fitted the scale of their features to the games. Those
  in Afritoria also met an older `search:50` and `search:200`, which did not draw anew what others had committed and
  were weaker: `search:200` won 82.9 instead of 87.3 % against `greedy`. All runs of `maskable_ppo`, and in Africa and
  Afritoria those of the others with the seeds 1 and 2, are newer than both changes.
- **To enter an algorithm of your own**: train it for {minutes:g} minutes on one core on which you also time `africana
  benchmark --only ppo-`, name both numbers of decisions and the processor, let
  `africana evaluate GAME BOT --against {against} --num_players N --num_games {games}` play it, and report that table,
  the decisions that it learned from, and the curve if there is one. A result of several seeds beats a result of one.

A row is an algorithm with its network, reward and opponents. Networks have two layers of 128 for the policy and two for
the value. `ppo`, `mmd` and `dmc` are those of [Training](training.md), in self-play with their past versions; `network`
{network}, which also weighs features of single actions; `reward` {reward}, `rollout.gamma` {gamma:g}; {optimizer};
`ppo.ent_coef`, or `mmd.temperature`, falls from {entropy}. They play only against themselves.

`maskable_ppo` is sb3-contrib's with its `MlpPolicy`, in {envs} environments with {env_settings}; {settings}. It learns
only from its own decisions, so it counts fewer. Its settings were not tuned. It learns in games against `random` only,
with a reward for own points: of what was tried, it learned most from these within minutes, but [Other people's
learners](other-peoples-learners.md) says that this does not teach to beat strong opponents. So its rows show what such
a run reaches, not what the algorithm can.
"""


def benchmark_page(folder: Path, output: Path) -> None:
    """Write the results of the runs in `folder`. Raises `UserError` where that cannot be read or written."""
    found = {run: outcome for run in all_runs() if (outcome := read_outcome(folder, run)) is not None}
    parts = [introduction(found)]
    for game, players in dict.fromkeys((run.game, run.players) for run in all_runs()):
        here = {run: outcome for run, outcome in found.items() if (run.game, run.players) == (game, players)}
        title = f"{load_game(game).title}, {players} players"
        parts.append(f"## {title}")
        if not here:
            parts.append("Not run.")
            continue
        parts.append(results_table(here))
        parts += notes(here)
        for axis, what in enumerate(("decisions", "minutes")):
            name = f"benchmark-{game.removesuffix('_v0')}-{players}p-{what}.svg"
            output.parent.joinpath(PICTURES).mkdir(exist_ok=True)
            atomic_write(output.parent / PICTURES / name, picture(here, axis).encode())
            parts.append(f"![Ratings over {what}: {title}]({PICTURES}/{name})")
    parts += ["## Where next", "[Training](training.md), and [the ladder](ladder.md) of the bots."]
    atomic_write(output, ("\n\n".join(parts) + "\n").encode())


def introduction(found: Mapping[Run, Outcome]) -> str:
    """The introduction of the page: how the figures were made."""
    budget, rungs = BUDGET, (*bot_names(load_game("africana_v0")), *SEARCHES)
    config = config_of(all_runs()[0], run_folder="")
    changed = ("update_epochs", "minibatch_size", "learning_rate")
    return INTRODUCTION.format(
        version=__version__,
        made=len(found),
        all=len(all_runs()),
        minutes=MINUTES,
        games=budget.games,
        rungs=", ".join(f"`{rung}`" for rung in rungs),
        rated=", ".join(f"`{name}`" for name in RATED),
        deals=budget.rating_deals,
        every=budget.rating_minutes,
        against=" ".join(rungs),
        optimizer=", ".join(f"`optimizer.{name}` {getattr(config.optimizer, name):g}" for name in changed),
        network=f"`{config.network}`",
        reward=f"`{config.reward}`",
        gamma=config.rollout.gamma,
        entropy=f"{ENTROPY[0]:g} to {ENTROPY[1]:g}",
        envs=ENVS,
        env_settings=", ".join(f"`{name}` {value}" for name, value in ENV_SETTINGS.items()),
        settings=", ".join(
            f"`{name}` {value:g}" for name, value in SETTINGS.items() if isinstance(value, (int, float))
        ),
    ).rstrip()


def results_table(found: Mapping[Run, Outcome]) -> str:
    """The share of the wins of every run against every rung."""
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
    """The notes of results, each once with the runs that have it."""
    noted: dict[str, list[str]] = {}
    for run, outcome in found.items():
        if outcome.note:
            noted.setdefault(outcome.note, []).append(f"`{run.algorithm}` (seed {run.seed})")
    return [f"{', '.join(runs)}: {note}" for note, runs in noted.items()]


def picture(found: Mapping[Run, Outcome], axis: int) -> str:
    """Ratings over decisions (`axis` 0) or minutes (1), a line for each algorithm."""
    by_algorithm: dict[str, list[charts.Line]] = {}
    for run, outcome in found.items():
        curve = np.array(outcome.curve).T
        line = charts.Line(curve[axis] / (1e6, 60.0)[axis], *curve[2:])
        by_algorithm.setdefault(run.algorithm, []).append(line)
    drawn = {name: together(lines) for name, lines in by_algorithm.items()}
    label = ("million decisions", "minutes")[axis]
    return charts.standalone(charts.lines("ratings", drawn, label, "rating"))


def together(lines: Sequence[charts.Line]) -> charts.Line:
    """The mean of the lines of several seeds, from the lowest to the highest of them; a line alone with its own
    interval."""
    if len(lines) == 1:
        return lines[0]
    x = np.linspace(max(line.x[0] for line in lines), min(line.x[-1] for line in lines), 50)
    values = np.array([np.interp(x, line.x, line.y) for line in lines])
    return charts.Line(x, values.mean(0), values.min(0), values.max(0))
