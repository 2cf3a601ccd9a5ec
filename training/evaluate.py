"""How good a policy is: the same deals against each opponent, with seats rotated."""

import json
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from africana_env import Batch, Edition, Game, UserError
from africana_env.engine.batch import check_seed
from africana_env.engine.random import derive_seed
from africana_env.opponents import Opponent, make_opponent
from training.policy import SUFFIX, PolicyOpponent, load_policy

NORMAL_95 = 1.959964


@dataclass(frozen=True)
class Result:
    """A policy in one seat against an opponent in all others. A shared win counts as its share."""

    against: str
    games: int
    win_rate: float
    ci95: tuple[float, float]
    """Wilson's interval."""
    score: float
    """Mean points of the policy."""
    opponent_score: float
    """Mean points of the opponents."""


def wilson_interval(share: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share seen in so many games (Wilson 1927); unlike the usual one it holds near 0 and 1."""
    square = NORMAL_95**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    width = NORMAL_95 / (1 + square / games) * sqrt(share * (1 - share) / games + square / (4 * games**2))
    return max(0.0, middle - width), min(1.0, middle + width)


def play_match(
    game: Game, policy: Opponent, opponent: Opponent, edition: str | Edition, num_players: int, games: int, seed: int
) -> tuple[Batch, np.ndarray]:
    """Play `games` games, each deal once with the policy in every seat; returns the finished games and the policy's
    seat in each."""
    batch = Batch(game, games, num_players, edition)
    deals = np.arange(games) // num_players
    seats = np.arange(games) % num_players
    seeds = np.array([derive_seed(np.uint64(seed), np.uint64(deal)) for deal in deals], np.uint64)
    batch.reset_rows(np.ones(games, np.bool_), seeds)
    actions = np.zeros(games, np.int64)
    with Progress(transient=True, console=Console(stderr=True)) as progress:
        task = progress.add_task("games", total=games)
        while (running := batch.running).any():
            for player, rows in ((policy, batch.player == seats), (opponent, batch.player != seats)):
                if (rows & running).any():
                    player.act(batch, rows & running, actions)
            batch.step(actions)
            progress.update(task, completed=games - int(running.sum()))
    return batch, seats


def match_result(against: str, batch: Batch, seats: np.ndarray) -> Result:
    """What the finished games of a match say."""
    rows = np.arange(batch.num_games)
    scores = batch.scores()[:, :, -1]
    returns = batch.returns()[rows, seats]
    players = batch.num_players
    win_rate = float(((returns * (players - 1) + 1) / players).mean())  # outcome back into the share of the win
    own = scores[rows, seats]
    others = (scores.sum(1) - own) / (players - 1)
    interval = wilson_interval(win_rate, batch.num_games)
    return Result(against, batch.num_games, win_rate, interval, float(own.mean()), float(others.mean()))


def evaluate(
    checkpoint: str,
    against: list[str],
    num_players: int,
    games: int,
    edition: str = "reconstructed",
    seed: int = 1,
    json_file: str | None = None,
) -> list[Result]:
    """Rate a checkpoint against each opponent (a name, or another checkpoint), print a table, and write JSON."""
    game, network, _ = load_policy(checkpoint)
    if num_players not in game.players:
        raise UserError(f"players must be a whole number from {game.players[0]} to {game.players[-1]}")
    if games < num_players:
        raise UserError(f"games must be at least {num_players}, not {games}")
    if json_file is not None and (Path(json_file).is_dir() or not Path(json_file).absolute().parent.is_dir()):
        raise UserError(f"cannot write {json_file}: name a file in a folder that exists")
    check_seed(seed)
    games -= games % num_players
    opponents: dict[str, Opponent] = {}
    for name in against:
        if name.endswith(SUFFIX):
            other_game, other, _ = load_policy(name)
            if other_game is not game:
                raise UserError(f"{name} plays {other_game.name}, not {game.name}")
            opponents[name] = PolicyOpponent(other, seed + 1)
        else:
            opponents[name] = make_opponent(name, game, games, seed + 1)
    results = []
    for name, opponent in opponents.items():
        batch, seats = play_match(game, PolicyOpponent(network, seed), opponent, edition, num_players, games, seed)
        results.append(match_result(name, batch, seats))
    print_results(results, f"{checkpoint}: {game.title}, {num_players} players")
    if json_file is not None:
        Path(json_file).write_text(json.dumps({"results": [asdict(result) for result in results]}, indent=2) + "\n")
    return results


def print_results(results: list[Result], title: str) -> None:
    """The table of an evaluation."""
    table = Table(title=title)
    for column in ("against", "games", "win rate", "95 % interval", "score", "opponent's score"):
        table.add_column(column, justify="left" if column == "against" else "right")
    for result in results:
        low, high = result.ci95
        table.add_row(
            result.against,
            f"{result.games}",
            f"{result.win_rate:.1%}",
            f"{low:.1%} to {high:.1%}",
            f"{result.score:.1f}",
            f"{result.opponent_score:.1f}",
        )
    Console().print(table)
