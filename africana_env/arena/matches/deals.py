"""Deals played between bots, and the results of deals and games."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from africana_env.arena.matches.guard import GuardedBot, Spent
from africana_env.arena.matches.loop import Step, deal_seeds, play_games
from africana_env.arena.matches.schedule import Deal
from africana_env.bots import Bot, Seating
from africana_env.engine.batch.batch import Batch
from africana_env.engine.batch.game_record import GameRecord
from africana_env.engine.editions.edition_sets import EditionSet
from africana_env.engine.game.contract import Edition, Game
from africana_env.engine.game.returns import winning_seats
from africana_env.engine.process.progress import OnProgress, no_progress

Keep = Callable[[Deal, int, GameRecord], str | None]
"""`keep(deal, rotation, record)` saves the record of a game that a bot forfeited, and returns its path."""


@dataclass(frozen=True)
class Failure:
    """The failure of a bot that forfeited a game."""

    seat: int
    reason: str
    record: str | None
    """Path of the game's record up to the failure."""


@dataclass(frozen=True)
class GameResult:
    """A finished game; lists have one entry per seat.

    When a bot fails, a legal action replaces its own. Scores, round and status include that action.
    """

    winners: list[int]
    """The seats that share the win."""
    scores: list[list[int]]
    """Points per part of the score, the total last."""
    decisions: list[list[int]]
    """Number of decisions per group of actions."""
    rounds: int
    """The last round."""
    status: int
    """`TERMINATED`, `CUT_OFF`, or `RUNNING` after a failure."""
    failure: Failure | None = None
    outcome: list[float] = field(default_factory=list, compare=False)
    """The returns; empty after a failure and for games read from a tournament's file."""

    def share(self, seat: int) -> float:
        """Return a seat's share of the win."""
        return (seat in self.winners) / len(self.winners)


@dataclass(frozen=True)
class DealResult:
    """A deal and its games, one per rotation."""

    deal: Deal
    games: list[GameResult]

    def played(self) -> Iterator[tuple[tuple[str, ...], GameResult]]:
        """Return the bots by seat and the result of each game."""
        return zip(self.deal.rotations(), self.games, strict=True)

    def with_failures(self, change: Callable[[int, Failure], Failure]) -> "DealResult":
        """Return the deal with each failure replaced by `change(rotation, failure)`."""
        games = [
            game if game.failure is None else replace(game, failure=change(rotation, game.failure))
            for rotation, game in enumerate(self.games)
        ]
        return DealResult(self.deal, games)


Finished = tuple[list[DealResult], dict[str, Spent]]
"""Finished deals, and what each bot has spent since the previous ones."""


def play_deals(
    batch: Batch,
    bots: Mapping[str, Bot],
    deals: Sequence[Deal],
    seed: int,
    keep: Keep = lambda deal, rotation, record: None,
) -> Iterator[list[DealResult]]:
    """Play deals in a batch, and yield the deals that each step finished.

    `bots` maps the names in the lineups to bots made for this batch. The order in which games end depends on how long
    bots think; their results do not.
    """
    num_players = batch.num_players
    lineups = [(deal, lineup) for deal in deals for lineup in deal.rotations()]
    seating = Seating(batch.num_games, num_players)
    index = {name: int(seating.add([bot])[0, 0]) for name, bot in bots.items()}
    seats = np.array([[index[name] for name in lineup] for _, lineup in lineups])
    seeds = deal_seeds(seed, 1 + max(deal.number for deal in deals))[[deal.number for deal, _ in lineups]]
    log = GameLog(batch)
    begun: dict[Deal, dict[int, GameResult]] = {}
    for step in play_games(batch, seating, seeds, seats):
        failed = end_failed(step, bots)
        log.add(step)
        finished = []
        if step.over.any():
            scores = batch.scores()
            for row in np.flatnonzero(step.over).tolist():
                deal, rotation = lineups[step.games[row]][0], int(step.games[row]) % num_players
                failure = None
                if row in failed:
                    failure = Failure(*failed[row], keep(deal, rotation, log.record(row)))
                games = begun.setdefault(deal, {})
                games[rotation] = log.result(row, scores[row], failure)
                if len(games) == num_players:
                    finished.append(DealResult(deal, [games[shift] for shift in range(num_players)]))
                    del begun[deal]
        yield finished


def play_all(
    game: Game,
    edition: Edition | EditionSet,
    bots: Mapping[str, Bot],
    deals: Sequence[Deal],
    seed: int,
    rows: int,
    max_rounds: int | None = None,
    progress: OnProgress = no_progress,
) -> list[DealResult]:
    """Play deals to the end, and return the results by deal number.

    `bots` are made for batches of `rows` games. `max_rounds` is the game's default if None. `progress` receives numbers
    of deals after each step.
    """
    results: list[DealResult] = []
    observe = any(bot.reads_observations for bot in bots.values())
    batch = Batch(game, rows, len(deals[0].lineup), edition, max_rounds=max_rounds, observe=observe)
    for finished in play_deals(batch, bots, deals, seed):
        results += finished
        progress(len(results), len(deals))
    return sorted(results, key=lambda result: result.deal.number)


def end_failed(step: Step, bots: Mapping[str, Bot]) -> dict[int, tuple[int, str]]:
    """End the games in which a guarded bot failed, and return the seat and the reason by row."""
    failed: dict[int, tuple[int, str]] = {}
    for bot in bots.values():
        if isinstance(bot, GuardedBot) and bot.failures:
            failed |= {row: (int(step.players[row]), reason) for row, reason in bot.failures.items()}
            bot.failures.clear()
    step.over[list(failed)], step.rows[list(failed)] = True, False
    return failed


class GameLog:
    """The decisions made so far in the games of a batch."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._games = np.full(batch.num_games, -1)
        self._group = np.repeat(np.arange(len(batch.game.actions.groups)), [g.size for g in batch.game.actions.groups])
        self._counts = np.zeros((batch.num_games, batch.num_players, len(batch.game.actions.groups)), np.int32)
        self._lengths = np.zeros(batch.num_games, np.int64)
        self._actions = np.zeros((batch.num_games, 512), np.int32)

    def add(self, step: Step) -> None:
        """Add the decisions of a step."""
        new = step.games != self._games
        self._games[:] = step.games
        self._counts[new], self._lengths[new] = 0, 0
        rows = np.flatnonzero(step.rows)
        actions = step.actions[rows]
        self._counts[rows, step.players[rows], self._group[actions]] += 1
        if self._lengths.max() == self._actions.shape[1]:
            self._actions = np.concatenate([self._actions, np.zeros_like(self._actions)], axis=1)
        self._actions[rows, self._lengths[rows]] = actions
        self._lengths[rows] += 1

    def result(self, row: int, scores: np.ndarray, failure: Failure | None) -> GameResult:
        """Return the result of the game that has just ended in a row. After a failure the other seats share the win."""
        batch = self._batch
        winners, outcome = winning_seats(batch.outcome[row]), batch.outcome[row].tolist()
        if failure is not None:
            winners, outcome = [seat for seat in range(batch.num_players) if seat != failure.seat], []
        rounds, status = int(batch.states["round_number"][row]), int(batch.status[row])
        return GameResult(winners, scores.tolist(), self._counts[row].tolist(), rounds, status, failure, outcome)

    def record(self, row: int) -> GameRecord:
        """Return the record of the game in a row, without actions that replaced a failed bot's."""
        return GameRecord.of(self._batch, self._actions[row, : self._lengths[row]].tolist(), row)
