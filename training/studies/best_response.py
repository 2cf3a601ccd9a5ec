"""How much a bot can be exploited, from below, in games of any size: a policy is trained against the bot in all other
seats, and what it then wins in games that it was not trained on is what at least can be got.

The exact values, in small editions, are those of `africana exploitability`.
"""

import json
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table
from rich.text import Text
from torch import nn

from africana_env import Edition, Game, UserError, atomic_write, load_edition, make_bot
from africana_env.arena.evaluate import play_match
from africana_env.arena.matches.deals import DealResult
from africana_env.arena.matches.loop import MAX_ROWS
from africana_env.arena.ratings.intervals import share_interval
from africana_env.bots import bot_names
from africana_env.engine.batch import MAX_GAMES
from africana_env.engine.checks import check_int, check_players
from africana_env.engine.errors import format_name
from africana_env.engine.files import check_target
from training.config.settings import MAX_SEED, MAX_TIMESTEPS, ImitationConfig, LeagueConfig, PPOConfig, TrainConfig
from training.logging.dashboard import Dashboard
from training.policies.bot import PolicyBot
from training.runs.runner import Runner

PPO = PPOConfig(
    num_games=256,
    num_steps=32,
    update_epochs=4,
    minibatch_size=1024,
    learning_rate=1e-3,
    ent_coef=0.02,
    final_ent_coef=0.0,
)
"""Against a bot that does not change there is nothing to hide, so small batches, a high learning rate and no entropy in
the end learn sooner than what self-play needs."""
IMITATED = 250_000
"""Decisions, but no more than a quarter, in which the strongest scripted bot is imitated first: the outcome at the end
of a long game alone teaches whoever knows nothing very slowly."""
MINUTES = 5.0
MEASURE_STREAM = 0x4D454153555245
"""What separates the seed of the deals that count from that of the games trained on."""


@dataclass(frozen=True)
class BestResponse:
    """What a trained policy gets against a bot in all other seats, in mean outcomes from -1 to 1; lists have an entry
    for each seat. No best response gets less, but for chance: see the 95 % intervals."""

    best_response: list[float]
    """In this seat."""
    ci95: list[tuple[float, float]]
    nash_conv: float
    """The sum: what all seats gain at least, for the values of the bot in all seats add up to 0."""
    nash_conv_ci95: tuple[float, float]
    timesteps: int
    """Decisions that the policy was trained for, those of the bot included."""


def best_response(
    game: Game,
    bot: str,
    num_players: int | None = None,
    edition: str = "reconstructed",
    minutes: float | None = None,
    timesteps: int | None = None,
    deals: int = 1000,
    seed: int = 0,
    json_file: str | None = None,
) -> BestResponse:
    """Train a policy by PPO against a bot in all other seats, let it play `deals` from every seat, print a table, and
    write JSON. It is trained for about so many `minutes`, by default `MINUTES`, or for so many decisions, `timesteps`.
    `num_players` is the game's default if None. Raises `UserError` for a wrong argument."""
    loaded = load_edition(game, edition)
    players = check_players(game, loaded, num_players)
    if minutes is not None and timesteps is not None:
        raise UserError("give minutes or timesteps, not both")
    if timesteps is None:
        minutes = MINUTES if minutes is None else minutes
    else:
        check_int("timesteps", timesteps, 1, MAX_TIMESTEPS)
    check_int("deals", deals, 1, MAX_GAMES // players)
    check_int("seed", seed, 0, MAX_SEED)
    make_bot(bot, game)
    if json_file is not None:
        check_target(json_file)
    with tempfile.TemporaryDirectory() as folder:  # nothing is written there, for the run is not saved
        runner = Runner(
            TrainConfig(
                game.name,
                str(Path(folder) / "run"),
                players,
                edition,
                reward="outcome",
                total_timesteps=timesteps or MAX_TIMESTEPS,
                minutes=minutes,
                seed=seed,
                ppo=PPO,
                league=LeagueConfig(share=1.0, opponents=[bot], snapshots=0),
                imitation=ImitationConfig(bot_names(game)[-1], min(IMITATED, (timesteps or MAX_TIMESTEPS) // 4)),
            )
        )
        train_against(runner, bot)
    results = measure(game, runner.network, bot, loaded, players, deals, seed)
    found = what_is_won(results, runner.progress.timesteps)
    if json_file is not None:
        played = {"game": game.name, "players": players, "edition": loaded.name, "edition_digest": loaded.digest}
        content = {"bot": bot, **played, "deals": deals, "seed": seed, **asdict(found)}
        atomic_write(json_file, (json.dumps(content, indent=2) + "\n").encode())
    print_best_response(found, f"{bot}: {game.title}, {players} players, edition {loaded.name}")
    return found


def train_against(runner: Runner, bot: str) -> None:
    """Train to the end of the budget, and show it."""
    progress, console = runner.progress, Console(stderr=True)
    with Dashboard(console, runner.game.title, 0.0, f"training against {format_name(bot)}") as dashboard:
        while not progress.finished:
            metrics = runner.train_step()
            dashboard.show(progress.share_done(), progress.timesteps, metrics)
    if runner.imitating():
        teacher = runner.config.imitation.teacher
        console.out(f"the time was over before it learned by playing, and it only imitates {teacher}: --minutes")


def measure(
    game: Game, network: nn.Module, bot: str, edition: Edition, players: int, deals: int, seed: int
) -> list[DealResult]:
    """Let the policy, always by its likeliest action, play deals from every seat against the bot in all others."""
    rows = min(MAX_ROWS, deals * players)
    policy, other = PolicyBot(game, network, rows, temperature=0.0), make_bot(bot, game, rows)
    return play_match(game, [policy, *[other] * (players - 1)], edition, deals, seed ^ MEASURE_STREAM, rows)


def what_is_won(results: list[DealResult], timesteps: int) -> BestResponse:
    """What the deals say of the policy, which sits first around the table."""
    shares = np.array([[game.share(seat) for seat, game in enumerate(result.games)] for result in results])
    players = shares.shape[1]

    def outcome(share: float) -> float:
        """The mean outcome that a mean share of the win is: see `share_win`."""
        return (players * share - 1) / (players - 1)

    low, high = share_interval(shares.mean(1))
    return BestResponse(
        best_response=[outcome(share) for share in shares.mean(0).tolist()],
        ci95=[(outcome(low), outcome(high)) for low, high in map(share_interval, shares.T)],
        nash_conv=players * outcome(float(shares.mean())),
        nash_conv_ci95=(players * outcome(low), players * outcome(high)),
        timesteps=timesteps,
    )


def print_best_response(found: BestResponse, title: str) -> None:
    """The table, and NashConv below it."""
    table = Table(title=Text(format_name(title), overflow="fold"))
    for column in ("seat", "best response, at least", "95 % interval"):
        table.add_column(column, justify="right", no_wrap=True)
    for seat, (value, (low, high)) in enumerate(zip(found.best_response, found.ci95, strict=True)):
        table.add_row(f"{seat}", f"{value:.3f}", f"{low:.3f} to {high:.3f}")
    console = Console()
    console.print(table)
    low, high = found.nash_conv_ci95
    console.print(Text(f"NashConv at least {found.nash_conv:.3f}, {low:.3f} to {high:.3f}"))
    console.print(Text(f"after {found.timesteps:,} decisions of training"))
