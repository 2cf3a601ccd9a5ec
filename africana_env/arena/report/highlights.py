"""The highlights of a tournament, replayed from their deals: a tournament keeps results only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from africana_env.arena.matches.deals import DealResult, GameResult
from africana_env.arena.matches.guard import GuardedBot
from africana_env.arena.matches.loop import deal_seeds, play_games
from africana_env.arena.ratings.plackett_luce import Rating
from africana_env.arena.tournament.conditions import Conditions
from africana_env.bots import Seating, make_bot
from africana_env.engine.batch.batch import Batch
from africana_env.engine.batch.game_record import GameRecord
from africana_env.engine.game.state import TERMINATED
from africana_env.engine.process.files import StrPath
from africana_env.viewer.replay import replay


@dataclass(frozen=True)
class Highlight:
    """A game that is worth a replay."""

    why: str
    number: int
    """Deal number."""
    lineup: tuple[str, ...]
    """Bots by seat."""
    result: GameResult


def find_highlights(results: Sequence[DealResult], ratings: Mapping[str, Rating]) -> list[Highlight]:
    """Find up to three games that ended by the rules: the greatest surprise, the closest, and the highest score."""
    games = [
        Highlight("", result.deal.number, lineup, game)
        for result in results
        for lineup, game in result.played()
        if game.failure is None and game.status == TERMINATED
    ]
    found: list[Highlight] = []
    for why, measure in (
        ("the greatest surprise", lambda game: surprise(game, ratings)),
        ("the closest", lambda game: -lead(game)),
        ("the most points", lambda game: max(total(game))),
    ):
        best = max(games, key=measure, default=None)
        games = [game for game in games if game is not best]
        if best is not None:
            found.append(Highlight(why, best.number, best.lineup, best.result))
    return found


def surprise(game: Highlight, ratings: Mapping[str, Rating]) -> float:
    """Return the rating of the best loser minus the rating of the best winner."""
    rated = [ratings[bot].rating for bot in game.lineup]
    won = [rating for seat, rating in enumerate(rated) if seat in game.result.winners]
    lost = [rating for seat, rating in enumerate(rated) if seat not in game.result.winners]
    return max(lost, default=-np.inf) - max(won)


def lead(game: Highlight) -> int:
    """Return the points between first and second place."""
    first, second, *_ = sorted(total(game), reverse=True)
    return first - second


def total(game: Highlight) -> list[int]:
    return [parts[-1] for parts in game.result.scores]


def write_replays(conditions: Conditions, highlights: Sequence[Highlight], page: StrPath) -> dict[str, Highlight]:
    """Write replays next to the page of the tournament, and return the games by file name.

    A game whose replay ends differently is left out: its bots depend on more than the deal.
    """
    written = {}
    for file, one in zip(replay_files(page), highlights, strict=False):
        batch, record = replay_highlight(conditions, one)
        if batch.scores()[0].tolist() == one.result.scores:
            replay(conditions.game, record, file, edition=batch.edition_of(0), names=one.lineup)
            written[file.name] = one
    return written


def replay_files(page: StrPath) -> list[Path]:
    """Return the three possible replay files of a page."""
    return [Path(page).with_name(f"{Path(page).stem}-game-{number}.html") for number in (1, 2, 3)]


def replay_highlight(conditions: Conditions, highlight: Highlight) -> tuple[Batch, GameRecord]:
    """Play a highlight to the end, and return its batch and record."""
    seating = Seating(1, conditions.num_players)
    bots = {name: GuardedBot(make_bot(name, conditions.game)) for name in highlight.lineup}
    seats = seating.add([bots[name] for name in highlight.lineup])[:1]
    batch = conditions.batch(1, bots.values())
    seeds = deal_seeds(conditions.seed, highlight.number + 1)[-1:]
    actions = tuple(int(step.actions[0]) for step in play_games(batch, seating, seeds, seats))
    return batch, GameRecord.of(batch, actions)
