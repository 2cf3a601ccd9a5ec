"""How good a bot is: the same deals against each opponent, with seats rotated."""

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from africana_env.arena.match import deal_seeds, play_games
from africana_env.arena.statistics import wilson_interval
from africana_env.bots import Bot, Opponents, Seating, make_bot, make_opponents
from africana_env.engine.batch import MAX_GAMES, Batch
from africana_env.engine.checks import check_int, check_players, check_seed
from africana_env.engine.contract import Edition, Game
from africana_env.engine.editions import load_edition
from africana_env.engine.files import atomic_write, check_target
from africana_env.engine.returns import win_shares


@dataclass(frozen=True)
class Result:
    """A bot in one seat against opponents in all others. A shared win counts as its share."""

    against: str
    games: int
    win_rate: float
    ci95: tuple[float, float]
    """Wilson's interval."""
    score: float
    """Mean points of the bot."""
    opponent_score: float
    """Mean points of the opponents."""


def evaluate(
    game: Game,
    bot: str | Bot,
    against: Sequence[Opponents],
    num_players: int | None = None,
    games: int = 2000,
    edition: str | Edition = "reconstructed",
    seed: int = 1,
    json_file: str | None = None,
) -> list[Result]:
    """Rate a bot against each of `against` (one bot for all other seats, or one for each in turn order), print a table,
    and write JSON. `num_players` is the game's default if None; `games` are rounded down to whole rotations of the
    seats. Raises `UserError` for a wrong argument."""
    loaded = edition if isinstance(edition, Edition) else load_edition(game, edition)
    players = check_players(game, loaded, num_players)
    check_int("games", games, players, MAX_GAMES)
    check_seed(seed)
    if json_file is not None:
        check_target(json_file)
    whole = games - games % players
    subject = make_bot(bot, game, whole, seed)
    tables = [(spelled(opponents), make_opponents(opponents, game, players, whole)) for opponents in against]
    if whole < games:
        print(f"note: {whole} games instead of {games}: each deal is played from all {players} seats", file=sys.stderr)
    results = [match_result(name, *play_match(game, subject, others, loaded, whole, seed)) for name, others in tables]
    print_results(results, f"{spelled(bot)}: {game.title}, {players} players")
    if json_file is not None:
        played = {"game": game.name, "players": players, "edition": loaded.name, "edition_digest": loaded.digest}
        content = {"bot": spelled(bot), **played, "seed": seed, "results": [asdict(result) for result in results]}
        atomic_write(json_file, (json.dumps(content, indent=2) + "\n").encode())
    return results


def spelled(bots: Any) -> str:
    """What tables call a bot, or several."""
    if isinstance(bots, str):
        return bots
    return ", ".join(map(spelled, bots)) if isinstance(bots, Sequence) else type(bots).__name__


def play_match(
    game: Game, bot: Bot, opponents: Sequence[Bot], edition: Edition, games: int, seed: int
) -> tuple[Batch, np.ndarray]:
    """Play `games` games, each deal once with the bot in every seat; returns the finished games and the bot's seat in
    each."""
    players = len(opponents) + 1
    seats = np.arange(games) % players
    seating = Seating(games, players)
    seating.seats[:] = seating.add([bot, *opponents])[seats]
    batch = Batch(game, games, players, edition, observe=seating.read_observations)
    with Progress(transient=True, console=Console(stderr=True)) as progress:
        task = progress.add_task("games", total=games)
        for _ in play_games(batch, seating, deal_seeds(seed, games, players)):
            progress.update(task, completed=games - int(batch.running.sum()))
    return batch, seats


def match_result(against: str, batch: Batch, seats: np.ndarray) -> Result:
    """What the finished games of a match say."""
    rows = np.arange(batch.num_games)
    scores = batch.scores()[:, :, -1]
    win_rate = float(win_shares(batch.returns().astype(np.float64))[rows, seats].mean())
    own = scores[rows, seats]
    others = (scores.sum(1) - own) / (batch.num_players - 1)
    interval = wilson_interval(win_rate, batch.num_games)
    return Result(against, batch.num_games, win_rate, interval, float(own.mean()), float(others.mean()))


def print_results(results: list[Result], title: str) -> None:
    """The table of an evaluation."""
    table = Table(title=Text(title, overflow="fold"))
    table.add_column("against", overflow="fold")
    for column in ("games", "win rate", "95 % interval", "score", "opponent's score"):
        table.add_column(column, justify="right", no_wrap=True)
    for result in results:
        low, high = result.ci95
        table.add_row(
            Text(result.against),
            f"{result.games}",
            f"{result.win_rate:.1%}",
            f"{low:.1%} to {high:.1%}",
            f"{result.score:.1f}",
            f"{result.opponent_score:.1f}",
        )
    Console().print(table)
