"""How well policies play unseen editions, by the number of editions in training. `generalisation_page` writes the page
of results.

Each run has a folder and is never repeated, so the study may be stopped at any time.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import Field, TypeAdapter

from africana_env import Game, load_game
from africana_env.api.registration import own_names
from africana_env.arena.evaluate import evaluate
from africana_env.engine.editions.edition_sets import OUT_OF_DISTRIBUTION, held_out_set
from africana_training.algorithms.imitation import ImitationConfig
from africana_training.algorithms.ppo import PPO
from africana_training.config.settings import Device, RatingConfig, TrainConfig
from africana_training.fields import Count, NotNegative, Settings, Share
from africana_training.process import limited_threads
from africana_training.runs.session import train
from africana_training.studies.runs import RESULT_FILE, chosen_runs, make_missing, read_result

PLAYERS = 2
SIZES = (1, 8, 64, 512, 1_000_000)
"""Numbers of training editions: `generated:0` up to this number."""
SEEDS = {"africana_v0": 3}
"""Number of seeds by game; one for other games."""
ENTITIES, MLP = "entities", "mlp_own_value"
TIMESTEPS = 4_000_000
"""Decisions of a run."""
THREADS = 1
EXPERT = "greedy"
IMITATED = 500_000
ENTROPY = 0.02, 0.001
RUNGS = ("greedy", "search:50")
PLACES = ("training", "held out", "out of distribution", "reconstructed", "first")
"""The editions to play on: from training, unseen ones, ones of another kind, the hand-made one, and the first generated
one, which is in every training set."""
DEALS, SEARCH_DEALS = 1000, 100
"""Deals in each place against scripted bots, and against searches."""
MEASURED = 100
"""Editions of a set to play on."""


@dataclass(frozen=True)
class Run:
    """A network learning a game from a number of editions."""

    game: str
    network: str
    editions: int
    seed: int

    @property
    def name(self) -> str:
        return f"{self.game}-{self.network}-{self.editions}-{self.seed}"


@dataclass(frozen=True)
class Score(Settings):
    """A policy's share of wins against a bot, with its 95 % interval over deals."""

    place: str
    """One of `PLACES`."""
    against: str
    share: Share
    ci95: tuple[Share, Share]
    games: Count
    worst_tenth: Share | None
    """The share on the tenth of the editions where it is worst, see `Result.worst_tenth`; None for few deals."""


@dataclass(frozen=True)
class Outcome(Settings):
    """The result of a run."""

    timesteps: Count
    seconds: NotNegative
    """Seconds spent on playing and learning."""
    device: Device
    """The device of the network."""
    scores: Annotated[list[Score], Field(min_length=1)]


OUTCOME = TypeAdapter(Outcome)


def all_runs() -> list[Run]:
    """Return the runs of the study in order: first one seed for every number of editions. The MLP learns from one
    edition and from all."""
    kinds = [*((ENTITIES, size) for size in reversed(SIZES)), (MLP, SIZES[0]), (MLP, SIZES[-1])]
    found = [Run(game, network, size, 0) for game in own_names() for network, size in kinds]
    for game, seeds in SEEDS.items():
        found += [Run(game, ENTITIES, size, seed) for seed in range(1, seeds) for size in SIZES]
    return found


def config_of(run: Run, folder: str, device: Device = "cpu") -> TrainConfig:
    return TrainConfig(
        run.game,
        folder,
        num_players=PLAYERS,
        edition=f"generated:0-{run.editions - 1}",
        network=run.network,
        seed=run.seed,
        threads=THREADS,
        device=device,
        total_timesteps=TIMESTEPS,
        ppo=PPO(ent_coef=ENTROPY[0], final_ent_coef=ENTROPY[1]),
        imitation=ImitationConfig(EXPERT, IMITATED),
        rating=RatingConfig([], 0),
        checkpoint_minutes=5,
    )


def make_runs(
    folder: Path,
    only: Sequence[str],
    progress: Callable[[Run, int, int], None] = lambda run, number, total: None,
    device: Device = "cpu",
) -> dict[Run, Outcome]:
    """Make the missing runs whose names begin with one of `only`, all if it is empty. Returns the outcomes of all such
    runs. `progress` is called before each run, see `make_missing`; `device` is for the networks. Raises `UserError` if
    there is no such run."""
    chosen = chosen_runs(all_runs(), only)
    made = {run: outcome for run in chosen if (outcome := read_outcome(folder, run)) is not None}
    return make_missing(folder, chosen, made, lambda run, place: make_run(run, place, device), progress)


def make_run(run: Run, place: Path, device: Device) -> Outcome:
    """Train or resume, and measure."""
    config = config_of(run, str(place), device)
    found = train(config, resume=place.exists())
    with limited_threads(THREADS):
        scores = [
            score_on(load_game(run.game), f"policy:{found.policy}", where, editions, rung)
            for where, editions in zip(PLACES, editions_of(run), strict=True)
            for rung in RUNGS
        ]
    return Outcome(found.timesteps, found.seconds, device, scores)


def editions_of(run: Run) -> tuple[str, ...]:
    learned = f"generated:0-{min(run.editions, MEASURED) - 1}"
    return learned, held_out_set(), held_out_set(OUT_OF_DISTRIBUTION), "reconstructed", "generated:0"


def score_on(game: Game, bot: str, place: str, named: str, rung: str) -> Score:
    """Return the score of a bot against `rung` on an edition or a set of editions."""
    deals = SEARCH_DEALS if rung.startswith("search") else DEALS
    found = evaluate(game, bot, [rung], num_players=PLAYERS, num_games=deals * PLAYERS, edition=named).results[0]
    return Score(place, rung, found.win_rate, found.ci95, found.num_games, found.worst_tenth)


def read_outcome(folder: Path, run: Run) -> Outcome | None:
    """Return the result of a run, None if it was not made. Raises `UserError` for a file of another kind."""
    return read_result(folder / run.name / RESULT_FILE, OUTCOME)
