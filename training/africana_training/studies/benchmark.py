"""The benchmark of learning algorithms: each learns every game from scratch, with equal time, then plays against the
rungs of the ladder. `benchmark_page` writes the page of results.

Each run has a folder and is never repeated, so the benchmark may be stopped at any time.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from africana_env import Bot, Game, UserError, atomic_write, load_edition, load_game
from africana_env.api.registration import own_names
from africana_env.arena.evaluate import evaluate
from africana_env.bots.registry import bot_names
from africana_env.engine.process.errors import format_name
from africana_training.algorithms.mmd import MMD
from africana_training.algorithms.ppo import PPO
from africana_training.config.settings import RatingConfig, TrainConfig
from africana_training.fields import Count, NotNegative, Settings, Share
from africana_training.logging.metrics_file import METRICS_FILE, read_metrics
from africana_training.process import generators_kept, limited_threads
from africana_training.rollout.league import LeagueConfig
from africana_training.runs.checkpoints import POLICY_FILE
from africana_training.runs.rating import Rater
from africana_training.runs.session import train
from africana_training.studies import maskable_ppo
from africana_training.studies.runs import RESULT_FILE, chosen_runs, make_missing, read_result

OURS = ("ppo", "mmd", "dmc")
"""Algorithms of this package."""
OTHERS = ("maskable_ppo",)
"""Algorithms of other libraries."""
SEEDS = {2: 3, 4: 1}
"""The number of seeds, by number of players."""
SEARCHES = ("search:50", "search:200")
RATED = ("random", "greedy", "search:50")
"""Opponents in the rating matches during training."""
GAMES = 200
"""Games of a policy against each rung."""
RATING_DEALS = 50
"""Deals against each of `RATED`, every `RATING_MINUTES`."""
RATING_MINUTES = 2.0
THREADS = 1
"""Threads of a run, so that runs can be made in parallel."""
MILLIONS: Mapping[tuple[str, int], Mapping[str, float]] = {
    ("africana_v0", 2): {"ppo": 26, "mmd": 22, "dmc": 26, "maskable_ppo": 1.6},
    ("africa_v0", 2): {"ppo": 14, "mmd": 9, "dmc": 12, "maskable_ppo": 1.2},
    ("afritoria_v0", 2): {"ppo": 36, "mmd": 24, "dmc": 27, "maskable_ppo": 1.8},
    ("africana_v0", 4): {"ppo": 21, "mmd": 18, "dmc": 23, "maskable_ppo": 1.6},
    ("africa_v0", 4): {"ppo": 14, "mmd": 8.4, "dmc": 15, "maskable_ppo": 1.4},
    ("afritoria_v0", 4): {"ppo": 29, "mmd": 21, "dmc": 28, "maskable_ppo": 1.8},
}
"""Million decisions of a run by game and players, which make a run reproducible. `docs/benchmark.md` says how they were
measured."""
OTHER_MILLIONS = {"ppo": 14, "mmd": 8.4, "dmc": 12, "maskable_ppo": 1.2}
"""For other games: the fewest of the above."""
ENTROPY = 0.06, 0.006
"""First and last weight of the entropy: the coefficient of `ppo`, the temperature of `mmd`."""


@dataclass(frozen=True)
class Run:
    """One algorithm learning one game from one seed."""

    algorithm: str
    game: str
    players: int
    seed: int

    @property
    def name(self) -> str:
        return f"{self.algorithm}-{self.game}-{self.players}p-{self.seed}"


@dataclass(frozen=True)
class Score(Settings):
    """A policy's share of wins against a rung in all other seats, with its 95 % interval over deals."""

    against: str
    share: Share
    ci95: tuple[Share, Share]
    games: Count


@dataclass(frozen=True)
class Outcome(Settings):
    """The result of a run."""

    settings: dict[str, Any]
    """The settings of its algorithm, see `settings_of`."""
    timesteps: Count
    seconds: NotNegative
    """Seconds spent on playing and learning."""
    scores: list[Score]
    curve: Annotated[list[tuple[float, float, float, float, float]], Field(min_length=1)]
    """Decisions, seconds, rating and its interval, for each rating."""
    note: str = ""
    """A note for the page, written by hand into the file."""


OUTCOME = TypeAdapter(Outcome)


def config_of(run: Run, **others: Any) -> TrainConfig:
    """Return the config of a run with an algorithm of this package; `others` are further settings."""
    return TrainConfig(
        run.game,
        num_players=run.players,
        algorithm=run.algorithm,
        seed=run.seed,
        threads=THREADS,
        ppo=PPO(ent_coef=ENTROPY[0], final_ent_coef=ENTROPY[1]),
        mmd=MMD(temperature=ENTROPY[0], final_temperature=ENTROPY[1]),
        league=LeagueConfig(opponents=[]),
        **others,
    )


def settings_of(run: Run) -> dict[str, Any]:
    """Return the settings of a run's algorithm as JSON types."""
    if run.algorithm in OTHERS:
        settings = {**maskable_ppo.SETTINGS, **maskable_ppo.ENV_SETTINGS, "envs": maskable_ppo.ENVS}
    else:
        config = asdict(config_of(run, run_folder=""))
        settings = {name: config[name] for name in ("network", "layers", "rollout", "optimizer", run.algorithm)}
    return json.loads(json.dumps({"threads": THREADS, **settings}))


def all_runs() -> list[Run]:
    return [
        Run(algorithm, game, players, seed)
        for players, seeds in SEEDS.items()
        for game in own_names()
        if players in load_game(game).players
        for seed in range(seeds)
        for algorithm in (*OURS, *OTHERS)
    ]


def make_runs(
    folder: Path,
    only: Sequence[str],
    progress: Callable[[Run, int, int], None] = lambda run, number, total: None,
) -> dict[Run, Outcome]:
    """Make the missing runs whose names begin with one of `only`, all if it is empty. Returns the outcomes of all such
    runs. `progress` is called before each run, see `make_missing`. Raises `UserError` if there is no such run, or if
    one needs sb3-contrib and it is missing."""
    chosen = chosen_runs(all_runs(), only)
    made = {run: outcome for run in chosen if (outcome := read_outcome(folder, run)) is not None}
    if any(run.algorithm in OTHERS and run not in made for run in chosen) and not find_spec("sb3_contrib"):
        raise UserError("maskable_ppo needs sb3-contrib: pip install sb3-contrib, or --only ppo- mmd- dmc-")

    def make(run: Run, place: Path) -> Outcome:
        learned = learn_maskable_ppo if run.algorithm in OTHERS else learn_ours
        with limited_threads(THREADS), generators_kept():  # sb3 seeds them
            bot, timesteps, seconds = learned(run, place)
            scores = scores_of(load_game(run.game), run.players, bot)
        return Outcome(settings_of(run), timesteps, seconds, scores, curve_of(place))

    return make_missing(folder, chosen, made, make, progress)


def timesteps_of(run: Run) -> int:
    return int(1e6 * MILLIONS.get((run.game, run.players), OTHER_MILLIONS)[run.algorithm])


def curve_of(place: Path) -> list[tuple[float, float, float, float, float]]:
    """Return the ratings in the metrics of a run. Raises `UserError` if they are incomplete."""
    metrics = read_metrics(place)
    try:
        rating, low, high = (metrics[f"rating/elo{end}"].tolist() for end in ("", "_low", "_high"))
        return list(zip(*rating, low[2], high[2], strict=True))
    except (KeyError, ValueError):
        raise UserError(f"{format_name(place / METRICS_FILE)} lacks ratings of the run: delete its folder") from None


def read_outcome(folder: Path, run: Run) -> Outcome | None:
    """Return the result of a run, None if it was not made. Raises `UserError` for a file of another kind, or for a run
    with other settings."""
    path = folder / run.name / RESULT_FILE
    outcome = read_result(path, OUTCOME)
    if outcome is not None and outcome.settings != settings_of(run):
        raise UserError(f"{format_name(path)} was made with other settings: delete its folder, or use another --folder")
    return outcome


def learn_ours(run: Run, place: Path) -> tuple[str, int, float]:
    """Train or resume. Returns the bot, decisions and seconds."""
    config = config_of(
        run,
        run_folder=str(place),
        total_timesteps=timesteps_of(run),
        checkpoint_minutes=RATING_MINUTES,
        rating=RatingConfig(list(RATED), RATING_DEALS),
    )
    found = train(config, resume=place.exists())
    return f"policy:{found.policy}", found.timesteps, found.seconds


def learn_maskable_ppo(run: Run, place: Path) -> tuple[Bot, int, float]:
    """Train from scratch, and write ratings as our runs do. Returns the bot, decisions and seconds."""
    game = load_game(run.game)
    rater = Rater(RATED, RATING_DEALS, game, load_edition(game, "reconstructed"), run.players)
    place.mkdir(parents=True, exist_ok=True)
    lines: list[str] = []
    rated = 0
    timesteps = timesteps_of(run)
    for learned in maskable_ppo.learn(game, run.players, run.seed, timesteps):
        minutes = learned.seconds / 60
        if minutes / RATING_MINUTES >= rated + 1 or learned.timesteps >= timesteps:
            rated = int(minutes / RATING_MINUTES)
            with generators_kept():  # so that ratings do not change the run
                found = rater.rate_bot(learned.bot)
            lines.append(json.dumps({"timesteps": learned.timesteps, "seconds": learned.seconds, **found}) + "\n")
            atomic_write(place / METRICS_FILE, "".join(lines).encode())
    learned.bot.model.save(place / POLICY_FILE.replace(".safetensors", ".zip"))
    return learned.bot, learned.timesteps, learned.seconds


def scores_of(game: Game, players: int, bot: str | Bot) -> list[Score]:
    """Return the scores of a policy against every rung."""
    games, against = max(2 * players, GAMES), (*bot_names(game), *SEARCHES)
    found = evaluate(game, bot, against, num_players=players, num_games=games).results
    return [Score(result.against, result.win_rate, result.ci95, result.num_games) for result in found]
