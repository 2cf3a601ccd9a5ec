"""How good a policy is: the same deals against each opponent, with seats rotated."""

import json
import sys
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from africana_env import (
    Batch,
    Edition,
    Game,
    Opponent,
    UserError,
    check_whole,
    derive_seed,
    load_edition,
    make_opponent,
    write_whole,
)
from training.config import MOST_SEED
from training.policy import SUFFIX, PolicyOpponent, load_policy

MOST_GAMES = 1_000_000

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
    returns = batch.returns()[rows, seats].astype(np.float64)
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
    game, network, about = load_policy(checkpoint)
    check_whole("players", num_players, game.players[0], game.players[-1])
    check_whole("games", games, num_players, MOST_GAMES)
    check_whole("seed", seed, 0, MOST_SEED)
    if json_file is not None and (Path(json_file).is_dir() or not Path(json_file).absolute().parent.is_dir()):
        raise UserError(f"cannot write {json_file}: name a file in a folder that exists")
    loaded = load_edition(game, edition)
    notes = differences(checkpoint, about, num_players, loaded)
    whole = games - games % num_players
    if whole < games:
        notes.insert(0, f"{whole} games instead of {games}: each deal is played from all {num_players} seats")
    opponents: dict[str, Opponent] = {}
    for name in against:
        if name.endswith(SUFFIX):
            other_game, other, other_about = load_policy(name)
            if other_game is not game:
                raise UserError(f"{name} plays {other_game.name}, not {game.name}")
            opponents[name] = PolicyOpponent(other, seed + 1)
            notes += differences(name, other_about, num_players, loaded)
        else:
            opponents[name] = make_opponent(name, game, whole, seed + 1)
    for note in dict.fromkeys(notes):
        print(f"note: {note}", file=sys.stderr)
    results = []
    for name, opponent in opponents.items():
        batch, seats = play_match(game, PolicyOpponent(network, seed), opponent, loaded, num_players, whole, seed)
        results.append(match_result(name, batch, seats))
    print_results(results, f"{checkpoint}: {game.title}, {num_players} players")
    if json_file is not None:
        content = {"results": [asdict(result) for result in results]}
        write_whole(json_file, (json.dumps(content, indent=2) + "\n").encode())
    return results


def differences(checkpoint: str, about: Any, num_players: int, edition: Edition) -> list[str]:
    """How a match differs from what the checkpoint, as far as it says, was trained for."""
    if not isinstance(about, dict):
        return []
    notes = []
    players, trained_on = about.get("num_players", num_players), about.get("edition", edition.name)
    if players != num_players:
        notes.append(f"{checkpoint} was trained with {players} players, not {num_players}")
    if trained_on != edition.name:
        notes.append(f"{checkpoint} was trained on edition {trained_on}, not on {edition.name}")
    elif about.get("edition_digest", edition.digest) != edition.digest:
        notes.append(f"{checkpoint} was trained on other data of edition {edition.name}")
    return notes


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
