"""The match loop, in which bots play all games among themselves."""

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from africana_env.bots import LEARNER, Seating
from africana_env.engine.batch.batch import Batch
from africana_env.engine.game.rng import stream_seeds

MAX_ROWS = 1024
"""Games played at once: enough that waking the cores costs little."""
FIRST_ROWS = 16
"""Games played at once in the beginning."""
NO_GAME = -1
GOLDEN_RATIO = (5**0.5 - 1) / 2
QUICK_SECONDS = 0.02
"""After a step that takes less, twice as many games are played at once."""


def deal_seeds(seed: int, deals: int) -> np.ndarray:
    """The seeds of deals, `uint64` of shape `(deals,)`."""
    return stream_seeds(np.uint64(seed), np.arange(deals, dtype=np.uint64))


@dataclass(frozen=True, eq=False)
class Step:
    """A decision in each of some rows of a batch; arrays of shape `(rows,)`, overwritten by the next step."""

    rows: np.ndarray
    """Where there was one, `bool`."""
    games: np.ndarray
    """The number of the game in each row, `int64`; `NO_GAME` where there is none left to play."""
    players: np.ndarray
    """Whose decision it was, `int16`."""
    actions: np.ndarray
    """What was decided, `int64`."""
    over: np.ndarray
    """Where that was the last decision of its game, `bool`. Who marks more rows here ends their games."""


def play_games(batch: Batch, seating: Seating, seeds: np.ndarray, seats: np.ndarray) -> Iterator[Step]:
    """Play games to their ends, many at once; where one ends, the next begins.

    `seeds` (`uint64`, shape `(games,)`) are those of the games, `seats` (`int64`, shape `(games, num_players)`) the
    bots that play them, as in `Seating.seats`. Yields after every step of the batch what was decided; a game that has
    ended can be read from the batch until the next step. At first few rows are used, and more while steps are quick:
    with bots that think long, games end one after the other instead of all at the end.
    """
    order = spread(batch.num_games)
    used, begun = min(FIRST_ROWS, batch.num_games), 0
    games, free = np.full(batch.num_games, NO_GAME), np.zeros(batch.num_games, np.bool_)
    free[order[:used]] = True
    players, actions = np.zeros(batch.num_games, np.int16), np.zeros(batch.num_games, np.int64)
    new_seeds = np.zeros(batch.num_games, np.uint64)
    batch.reset(0)  # so that points can be asked for, in rows without a game, too
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
    """The indices below `number` so that the first few of them are far apart: each core works on a range of them."""
    return np.argsort(np.argsort(np.arange(number) * GOLDEN_RATIO % 1))
