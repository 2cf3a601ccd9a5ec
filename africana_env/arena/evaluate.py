"""How good a bot is: the same deals against each opponent, with seats rotated."""

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from os import PathLike
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from africana_env.arena.matches.deals import DealResult, play_deals
from africana_env.arena.matches.loop import MAX_ROWS
from africana_env.arena.matches.schedule import Deal
from africana_env.arena.ratings.intervals import share_interval
from africana_env.arena.ratings.results import shares_of_first
from africana_env.bots import Bot, Opponents, make_bot, make_opponents
from africana_env.bots.faults import NamedBot
from africana_env.engine.batch import MAX_GAMES
from africana_env.engine.checks import check_int, check_players, check_seed
from africana_env.engine.contract import Edition, Game
from africana_env.engine.editions import load_edition
from africana_env.engine.errors import format_name
from africana_env.engine.files import atomic_write, check_target


@dataclass(frozen=True)
class Result:
    """A bot in one seat against opponents in all others. A shared win counts as its share."""

    against: str
    games: int
    win_rate: float
    ci95: tuple[float, float]
    """From the deals: see `share_interval`."""
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
    edition: str | PathLike[str] | Edition = "reconstructed",
    seed: int = 1,
    json_file: str | None = None,
) -> list[Result]:
    """Rate a bot against each of `against` (one bot for all other seats, or one for each in turn order), print a table,
    and write JSON. `num_players` is the game's default if None; `games` are rounded down to whole rotations of the
    seats. Raises `UserError` for a wrong argument."""
    loaded = edition if isinstance(edition, Edition) else load_edition(game, edition)
    players = check_players(game, loaded, num_players)
    games, seed = check_int("games", games, players, MAX_GAMES), check_seed(seed)
    if json_file is not None:
        check_target(json_file)
    deals = games // players
    made_already = any(not isinstance(one, str) for others in against for one in (bot, *listed(others)))
    rows = deals * players if made_already else min(MAX_ROWS, deals * players)
    subject = make_bot(bot, game, rows, seed)
    tables = [(spelled(others), [subject, *make_opponents(others, game, players, rows)]) for others in against]
    if deals * players < games:
        whole = f"{deals * players} games instead of {games}"
        print(f"note: {whole}: each deal is played from all {players} seats", file=sys.stderr)
    results = [match_result(name, play_match(game, table, loaded, deals, seed, rows)) for name, table in tables]
    if json_file is not None:
        played = {"game": game.name, "players": players, "edition": loaded.name, "edition_digest": loaded.digest}
        content = {"bot": spelled(bot), **played, "seed": seed, "results": [asdict(result) for result in results]}
        atomic_write(json_file, (json.dumps(content, indent=2) + "\n").encode())
    print_results(results, f"{spelled(bot)}: {game.title}, {players} players")
    return results


def spelled(bots: Any) -> str:
    """What tables call a bot, or several."""
    if isinstance(bots, str):
        return bots
    return ", ".join(map(spelled, bots)) if isinstance(bots, Sequence) else type(bots).__name__


def listed(opponents: Opponents) -> Sequence[str | Bot]:
    """Opponents as a list, also where one holds all seats."""
    return [opponents] if isinstance(opponents, str) or not isinstance(opponents, Sequence) else opponents


def play_match(
    game: Game, table: Sequence[Bot], edition: Edition, deals: int, seed: int, rows: int
) -> list[DealResult]:
    """Let the bots around a table, made for batches of `rows` games, play deals from all seats."""
    bots: dict[str, Bot] = {}
    for bot in table:
        if not any(bot is other for other in bots.values()):
            bots[str(len(bots))] = bot
    names = tuple(name for bot in table for name, other in bots.items() if other is bot)
    named = {name: NamedBot(bot) for name, bot in bots.items()}
    planned = [Deal(names, number) for number in range(deals)]
    results: list[DealResult] = []
    with Progress(transient=True, console=Console(stderr=True)) as progress:
        task = progress.add_task("deals", total=deals)
        for finished in play_deals(game, edition, len(table), named, planned, seed, rows):
            results += finished
            progress.update(task, advance=len(finished))
    return sorted(results, key=lambda result: result.deal.number)


def match_result(against: str, results: Sequence[DealResult]) -> Result:
    """What the deals say of the bot that sits first around the table."""
    shares, players = shares_of_first(results), len(results[0].games)
    points = np.array([[[seat[-1] for seat in game.scores] for game in result.games] for result in results])
    own = points[:, range(players), range(players)].mean()
    others = (points.sum() / points[..., 0].size - own) / (players - 1)
    games = len(results) * players
    return Result(against, games, float(shares.mean()), share_interval(shares), float(own), float(others))


def print_results(results: list[Result], title: str) -> None:
    """The table of an evaluation."""
    table = Table(title=Text(format_name(title), overflow="fold"))
    table.add_column("against", overflow="fold")
    for column in ("games", "win rate", "95 % interval", "score", "opponent's score"):
        table.add_column(column, justify="right", no_wrap=True)
    for result in results:
        low, high = result.ci95
        table.add_row(
            Text(format_name(result.against)),
            f"{result.games}",
            f"{result.win_rate:.1%}",
            f"{low:.1%} to {high:.1%}",
            f"{result.score:.1f}",
            f"{result.opponent_score:.1f}",
        )
    Console().print(table)
