"""The speedrun: train a policy that beats `greedy` in as few core-minutes as possible, see `docs/speedrun.md`.

Each seed has a folder and is never repeated, so a speedrun may be stopped at any time.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from pydantic import TypeAdapter

from africana_env import UserError, load_game
from africana_env.arena.evaluate import evaluate
from africana_env.cli.bench_output import processor_name
from africana_env.engine.game.checks import check_int
from africana_env.engine.process.errors import format_name, format_value
from africana_env.tools.describe import markdown_table
from africana_training.config.check import check_config
from africana_training.config.file import read_config
from africana_training.fields import Count, NotNegative, Settings, Share
from africana_training.runs.session import train
from africana_training.studies.runs import RESULT_FILE, make_missing, read_result

GAMES = 4000
"""Games of the final policy against `greedy`; they are not timed."""
EVALUATION_SEED = 64


@dataclass(frozen=True)
class Track:
    """A goal, and the config that reaches it by default."""

    config: str
    threshold: float
    """The share of wins against `greedy`, with two players."""
    options: Mapping[str, str] = field(default_factory=dict)


SCRATCH = {
    "imitation.expert": "null",
    "league.opponents": "[]",
    "rollout.num_games": "128",
    "ppo.ent_coef": "0.06",
    "ppo.final_ent_coef": "0.006",
}
TRACKS = {
    "africana": Track("africana_2p", 0.95),
    "africana-scratch": Track("africana_2p", 0.8, SCRATCH),
    "africa": Track("africa_2p", 0.75),
    "afritoria": Track("afritoria_2p", 0.85),
}


@dataclass(frozen=True)
class Seed:
    """One run of a speedrun."""

    number: int

    @property
    def name(self) -> str:
        return f"seed-{self.number}"


@dataclass(frozen=True)
class Outcome(Settings):
    """The result of one run."""

    settings: dict[str, Any]
    """The config's values, without seed and folder."""
    processor: str
    core_seconds: NotNegative
    """CPU time of playing and learning, over all threads."""
    timesteps: Count
    win_rate: Share
    """Against `greedy`."""
    ci95: tuple[Share, Share]


OUTCOME = TypeAdapter(Outcome)


def find_track(name: str) -> Track:
    """Return a track by name. Raises `UserError` if there is none."""
    if name not in TRACKS:
        raise UserError(f"unknown track {format_value(name)}: use {', '.join(TRACKS)}")
    return TRACKS[name]


def speedrun(
    track: Track,
    folder: Path,
    seeds: int,
    config: str | None = None,
    progress: Callable[[Seed, int, int], None] = lambda seed, number, total: None,
) -> list[Outcome]:
    """Train the missing seeds of a track, and play each policy against `greedy`. `config` takes the place of the
    track's own. Returns an outcome for each seed. Raises `UserError` for a config of another game or with trained
    weights, and for a folder of other settings."""
    check_int("seeds", seeds, 1, 1000)
    chosen = [Seed(number) for number in range(seeds)]
    values = read_config(track.config, track.options) if config is None else read_config(config, {})
    game = check_config(read_config(track.config, {})).game
    if values.get("game") != game:
        raise UserError(f"the game of this track is {game}, not that of {format_name(config)}")
    if values.get("start_from") is not None:
        raise UserError("a speedrun starts from fresh weights: leave out start_from")
    made = {seed: found for seed in chosen if (found := read_result(folder / seed.name / RESULT_FILE, OUTCOME))}
    if any(found.settings != values for found in made.values()):
        raise UserError(f"{format_name(folder)} has runs with other settings: use another --folder")

    def make(seed: Seed, place: Path) -> Outcome:
        run = train({**values, "seed": seed.number, "run_folder": str(place)}, resume=place.exists())
        (result,) = evaluate(
            load_game(game), f"policy:{run.policy}", ["greedy"], num_players=2, num_games=GAMES, seed=EVALUATION_SEED
        ).results
        return Outcome(values, processor_name(), run.core_seconds, run.timesteps, result.win_rate, result.ci95)

    return list(make_missing(folder, chosen, made, make, progress).values())


def outcomes_table(outcomes: Sequence[Outcome], track: Track) -> str:
    """Return the runs as a Markdown table, and whether their median is a record."""
    rows: list[Sequence[Any]] = []
    for number, each in enumerate(outcomes):
        share, low, high = (100 * part for part in (each.win_rate, *each.ci95))
        spent = f"{each.core_seconds / 60:.1f}", f"{each.timesteps / 1e6:.1f}"
        rows.append((number, *spent, f"{share:.1f} ({low:.1f} to {high:.1f})"))
    table = markdown_table(("seed", "core-minutes", "million decisions", "won against `greedy` in %"), rows)
    won, minutes = median(each.win_rate for each in outcomes), median(each.core_seconds for each in outcomes) / 60
    verdict = "reaches" if won >= track.threshold else "misses"
    processors = ", ".join(sorted({each.processor for each in outcomes}))
    return (
        f"{table}\n\nMedian: {minutes:.1f} core-minutes on {processors}, {100 * won:.1f} %, which {verdict} "
        f"{100 * track.threshold:.0f} %."
    )
