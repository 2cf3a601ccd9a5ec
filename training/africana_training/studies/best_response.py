"""A lower bound on how exploitable a bot is, in games of any size. A policy trains against the bot in all other seats;
its results in new games bound the best response.

Against a policy, or a search guided by a policy, training starts from this policy's weights. The policy is measured
several times during training, on separate deals, and the best version plays: alone, or guiding a search if that wins
more.

`africana exploitability` computes exact values in small editions.
"""

import math
import tempfile
from copy import deepcopy
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from torch import nn

from africana_env import Bot, Game, RewardName, UserError, load_edition, make_bot
from africana_env.arena.evaluate import play_match
from africana_env.arena.matches.deals import DealResult
from africana_env.arena.matches.loop import MAX_ROWS
from africana_env.arena.ratings.intervals import share_interval
from africana_env.bots.registry import strongest_bot
from africana_env.bots.search.compiled import MAX_ROLLOUTS
from africana_env.bots.search.guided import MIN_ROLLOUTS, GuidedSearchBot, SearchBudget
from africana_env.engine.batch.batch import MAX_GAMES
from africana_env.engine.game.checks import check_int, check_players
from africana_env.engine.process.progress import OnProgress, no_progress
from africana_training.algorithms.imitation import ImitationConfig
from africana_training.algorithms.ppo import PPO
from africana_training.config.check import check_config
from africana_training.config.settings import OptimizerConfig, RolloutConfig, TrainConfig
from africana_training.fields import MAX_SEED, MAX_TIMESTEPS
from africana_training.networks.registry import NETWORKS
from africana_training.policies.bot import PolicyBot
from africana_training.policies.file import describe_policy
from africana_training.policies.shipped import policy_path
from africana_training.rollout.league import LeagueConfig
from africana_training.runs.notes import policy_in
from africana_training.runs.run import OnUpdate, make_run
from africana_training.runs.update import plan, train_step

ROLLOUT = RolloutConfig(num_games=256, num_steps=32)
OPTIMIZER = OptimizerConfig(update_epochs=4)
ALGORITHM = PPO(ent_coef=0.02, final_ent_coef=0.0)
"""Against a fixed bot no mixed strategy is needed. Small batches, several epochs and no entropy at the end learn faster
than the settings for self-play."""
MAX_IMITATED = 250_000
"""Most decisions of imitating the strongest scripted bot first, but at most a quarter. From scratch, a policy learns
very slowly from the outcome of long games."""
FROM_POLICY = OptimizerConfig(update_epochs=2, learning_rate=2e-4)
FROM_POLICY_ALGORITHM = PPO(ent_coef=0.003, final_ent_coef=0.0)
"""Smaller steps for a policy that already plays well."""
CHOICES = 4
"""Measurements of the policy during training."""
CHOICE_DEALS = 150
"""Deals of each measurement, but at most `deals`."""
ROLLOUTS = 100
"""Default rollouts for a decision of the search that the policy may guide."""
SEARCH_DEALS = 50
"""Deals on which the policy alone is compared with the search."""
CHOICE_STREAM = 0x43484F494345
SEARCH_STREAM = 0x534541524348
MEASURE_STREAM = 0x4D454153555245
"""Separate the seeds of the measured deals and of the training games."""


@dataclass(frozen=True)
class BestResponse:
    """Mean outcomes (-1 to 1) of a trained policy against a bot in all other seats. Lists have an entry for each seat.
    They are lower bounds on the best response, up to the 95 % intervals."""

    best_response: list[float]
    ci95: list[tuple[float, float]]
    nash_conv: float
    """The sum over seats: a lower bound on NashConv, since the bot's values in all seats add up to 0."""
    nash_conv_ci95: tuple[float, float]
    timesteps: int
    """Decisions in training, the bot's included."""
    kept: int
    """Decisions after which the policy was best; 0: at the start."""
    rollouts: int
    """Rollouts for a decision of the search that the policy guides; 0 if it plays alone."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing was found: the bot itself would win at least this much, averaged over seats."""
        return self.nash_conv <= 0

    def to_json(self) -> dict[str, Any]:
        """Return the values as JSON types."""
        return asdict(self)


@dataclass(frozen=True)
class TrainingBudget:
    """The length of training: either `timesteps` decisions or about `minutes`."""

    minutes: float | None = None
    timesteps: int | None = None

    def check(self) -> None:
        """Raise `UserError` unless exactly one is given, within bounds. The config checks `minutes`."""
        if (self.minutes is None) == (self.timesteps is None):
            raise UserError("give minutes or timesteps, not both")
        if self.timesteps is not None:
            check_int("timesteps", self.timesteps, 1, MAX_TIMESTEPS)


DEFAULT_BUDGET = TrainingBudget(minutes=5.0)


def best_response(
    game: Game,
    bot: str,
    num_players: int | None = None,
    *,
    edition: str = "reconstructed",
    max_rounds: int | None = None,
    budget: TrainingBudget = DEFAULT_BUDGET,
    deals: int = 1000,
    seed: int = 0,
    start_from: str | None = None,
    rollouts: int = ROLLOUTS,
    on_update: OnUpdate = lambda progress, metrics: None,
    on_measured: OnProgress = no_progress,
) -> BestResponse:
    """Train a policy by PPO against `bot` in all other seats. Then let it play `deals` from every seat, alone or
    guiding a search with `rollouts`.

    `num_players` and `max_rounds` None mean the game's defaults. Training starts from the policy `start_from` (a
    shipped one's name or a path), by default the bot's own policy if it has one. `on_measured` is called with the
    number of deals while the policy is measured. Raises `UserError` for an invalid argument.
    """
    loaded = load_edition(game, edition)
    players = check_players(game, loaded, num_players)
    budget.check()
    check_int("deals", deals, 1, MAX_GAMES // players)
    check_int("seed", seed, 0, MAX_SEED)
    check_int("rollouts", rollouts, MIN_ROLLOUTS, MAX_ROLLOUTS)
    make_bot(bot, game)
    with tempfile.TemporaryDirectory() as folder:  # stays empty: the run is not saved
        config = training_config(game, bot, players, edition, budget, seed, Path(folder))
        config = replace(config, max_rounds=max_rounds)
        if (policy := start_from or policy_of(bot, game)) is not None:
            config = beginning_with(config, policy, game)
        run = make_run(check_config(config))
        plan(run)
        if budget.minutes is not None:  # the number of decisions is known only now
            run.config.imitation.timesteps = imitated_of(run.progress.end)

        def measured(deals: int, stream: int, rollouts: int = 0) -> list[DealResult]:
            rows = min(MAX_ROWS, deals * players)
            responder = responder_of(game, run.network, config.reward, rows, rollouts)
            lineup = [responder, *[make_bot(bot, game, rows)] * (players - 1)]
            return play_match(game, lineup, loaded, deals, seed ^ stream, rows, max_rounds, on_measured)

        best, kept, weights = -math.inf, 0, {}
        due = 0.0 if config.start_from is not None else 1 / CHOICES
        while True:
            if run.progress.share_done() >= due:
                value = outcomes_by_seat(measured(min(deals, CHOICE_DEALS), CHOICE_STREAM)).mean()
                if value > best:
                    best, kept, weights = value, run.progress.timesteps, deepcopy(run.network.state_dict())
                due += 1 / CHOICES
            if run.progress.finished:
                break
            on_update(run.progress, train_step(run))
    run.network.load_state_dict(weights)
    ways = (0, rollouts) if game.has_resample else (0,)
    values = [outcomes_by_seat(measured(min(deals, SEARCH_DEALS), SEARCH_STREAM, way)).mean() for way in ways]
    better = ways[int(np.argmax(values))]
    return estimate(measured(deals, MEASURE_STREAM, better), run.progress.timesteps, kept, better)


def training_config(
    game: Game, bot: str, players: int, edition: str, budget: TrainingBudget, seed: int, folder: Path
) -> TrainConfig:
    """Return the config for training against `bot`."""
    return TrainConfig(
        game.name,
        str(folder / "run"),
        players,
        edition,
        reward="outcome",
        network="mlp",
        total_timesteps=budget.timesteps or MAX_TIMESTEPS,
        minutes=budget.minutes,
        seed=seed,
        ppo=ALGORITHM,
        rollout=ROLLOUT,
        optimizer=OPTIMIZER,
        league=LeagueConfig(share=1.0, opponents=[bot], snapshots=0),
        imitation=ImitationConfig(strongest_bot(game), imitated_of(budget.timesteps or 0)),
    )


def imitated_of(timesteps: int) -> int:
    """Return the decisions of imitation, in whole updates, for a number of decisions in all."""
    update = ROLLOUT.num_games * ROLLOUT.num_steps
    return min(MAX_IMITATED, timesteps // 4) // update * update


def beginning_with(config: TrainConfig, policy: str, game: Game) -> TrainConfig:
    """Return a config that starts from a policy."""
    file = policy_path(policy, game)
    _, network, layers, about = describe_policy(file)
    return replace(
        config,
        network=network,
        layers=layers,
        start_from=policy,
        reward=about.get("reward", "lead"),  # which its values predict, see `PolicyBot.reward`
        ppo=FROM_POLICY_ALGORITHM,
        optimizer=FROM_POLICY,
        imitation=ImitationConfig(),
    )


def policy_of(bot: str, game: Game) -> str | None:
    """Return the policy of a bot `policy:PATH` or of a guided search; None for other bots and for custom networks."""
    policy = policy_in(bot)
    return policy if policy is not None and describe_policy(policy_path(policy, game)).network in NETWORKS else None


def responder_of(game: Game, network: nn.Module, reward: RewardName, rows: int, rollouts: int) -> Bot:
    """Return a bot that takes the policy's likeliest action, or a search guided by it if there are `rollouts`."""
    if rollouts == 0:
        return PolicyBot(game, network, rows, temperature=0.0)
    guide = partial(PolicyBot, game, network, about={"reward": reward})
    return GuidedSearchBot(game, SearchBudget(rollouts), rows, guide)


def estimate(results: list[DealResult], timesteps: int, kept: int, rollouts: int) -> BestResponse:
    """Return the values from deals with the policy as the first bot of the line-up."""
    outcomes = outcomes_by_seat(results)
    players, of_deals = outcomes.shape[1], outcomes.mean(1)
    low, high = outcome_interval(of_deals)
    return BestResponse(
        best_response=outcomes.mean(0).tolist(),
        ci95=[outcome_interval(of_seat) for of_seat in outcomes.T],
        nash_conv=players * float(of_deals.mean()),
        nash_conv_ci95=(players * low, players * high),
        timesteps=timesteps,
        kept=kept,
        rollouts=rollouts,
    )


def outcomes_by_seat(results: list[DealResult]) -> np.ndarray:
    """Return the outcomes of the first bot of the line-up, `float64` (deals, seats)."""
    return np.array([[game.outcome[seat] for seat, game in enumerate(result.games)] for result in results])


def outcome_interval(outcomes: np.ndarray) -> tuple[float, float]:
    """Return the 95 % interval of the mean of `outcomes` (deals,), from -1 to 1: the interval of a share, rescaled."""
    low, high = share_interval((outcomes + 1) / 2)
    return 2 * low - 1, 2 * high - 1
