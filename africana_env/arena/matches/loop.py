"""The match loop: bots play games against each other, many at once."""

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from africana_env.bots import LEARNER, Seating
from africana_env.engine.batch.batch import Batch
from africana_env.engine.game.rng import stream_seeds

MAX_ROWS = 1024
"""Most games played at once: enough to keep all cores busy."""
FIRST_ROWS = 16
"""Games played at once at the start."""
NO_GAME = -1
GOLDEN_RATIO = (5**0.5 - 1) / 2
QUICK_SECONDS = 0.02
"""After a faster step, twice as many games are played at once."""


def deal_seeds(seed: int, deals: int) -> np.ndarray:
    """Return the seeds of deals, `uint64` of shape `(deals,)`."""
    return stream_seeds(np.uint64(seed), np.arange(deals, dtype=np.uint64))


@dataclass(frozen=True, eq=False)
class Step:
    """One decision in some rows of a batch; arrays of shape `(rows,)`, overwritten by the next step."""

    rows: np.ndarray
    """Rows with a decision, `bool`."""
    games: np.ndarray
    """Number of the game in each row, `int64`; `NO_GAME` in idle rows."""
    players: np.ndarray
    """Seat that decided, `int16`."""
    actions: np.ndarray
    """Action taken, `int64`."""
    over: np.ndarray
    """Rows whose game has ended, `bool`. The caller may mark more rows to end their games."""


def play_games(batch: Batch, seating: Seating, seeds: np.ndarray, seats: np.ndarray) -> Iterator[Step]:
    """Play games to the end, many at once, and yield the decisions of every step.

    `seeds` (`uint64`, shape `(games,)`) starts the games. `seats` (`int64`, shape `(games, num_players)`) has their
    bots, as in `Seating.seats`. A free row starts the next game. A finished game stays in the batch until the next
    step. The loop starts with few rows and uses more while steps are fast, so that slow bots finish games one by one.
    """
    order = spread(batch.num_games)
    used, begun = min(FIRST_ROWS, batch.num_games), 0
    games, free = np.full(batch.num_games, NO_GAME), np.zeros(batch.num_games, np.bool_)
    free[order[:used]] = True
    players, actions = np.zeros(batch.num_games, np.int16), np.zeros(batch.num_games, np.int64)
    new_seeds = np.zeros(batch.num_games, np.uint64)
    batch.reset(0)  # scores are read in idle rows, too
    while True:
        if free.any():
            games[free], seating.seats[free] = NO_GAME, LEARNER
            new = np.flatnonzero(free)[: len(seeds) - begun]
            games[new] = np.arange(begun, begun + len(new))
            begun += len(new)
            new_seeds[new], seating.seats[new] = seeds[games[new]], seats[games[new]]
            free[:] = False
            free[new] = True
            batch.reset_rows(free, new_seeds)
            seating.reset_rows(free, new_seeds)
        start = perf_counter()
        players[:] = batch.current_player
        rows = seating.act(batch, actions)
        if not rows.any():
            return
        batch.step(actions, rows)
        quick = perf_counter() - start < QUICK_SECONDS
        free = rows & ~batch.running
        yield Step(rows, games, players, actions, free)
        if quick and used < batch.num_games:
            free[order[used : 2 * used]] = True
            used = min(2 * used, batch.num_games)


def spread(number: int) -> np.ndarray:
    """Return the indices below `number`, the first few far apart: each core works on a range of rows."""
    return np.argsort(np.argsort(np.arange(number) * GOLDEN_RATIO % 1))
