"""The deals of a game: the positions in which it can begin.

A deal is what `reset` makes of a seed, without the generator that made it. Deals are found by making them, in an order
that is the same in every process. `reset` knows an order of what has none, such as the cards of a hand: deals that
differ in it only are different ones, until `sort_deal` makes them equal.
"""

from collections.abc import Iterator, Sequence
from math import log, sqrt
from typing import Any

import numpy as np

from africana_env.engine.batch.batch import Batch
from africana_env.engine.game.contract import Game
from africana_env.engine.game.rng import stream_seeds
from africana_env.engine.process.errors import UserError

STREAMS = 32
"""The deals that are tried are those of a batch of so many games, reset from 1, from 2 and so on."""
TRIED_AT_ONCE = 64 * STREAMS
"""Games of the batch that makes deals."""
MISSED_EXPONENT = 30
"""The search for deals ends when the probability that one is missing is below e to the power of minus this number."""
MIN_TRIED = 1 << 14
"""Seeds tried at least: so many show whether a few deals are equally likely."""


def different_deals(game: Game, number: int, **options: Any) -> list[int]:
    """Seeds of so many deals that all differ, those found first; `options` as for `Batch`. Raises `UserError` if there
    are not so many."""
    found: dict[bytes, int] = {}
    for tried, (deal, seed) in enumerate(tried_deals(game, **options)):
        if tried % STREAMS == 0 and found_all(len(found), tried):
            break
        found.setdefault(deal, seed)
        if len(found) == number:
            return list(found.values())
    raise UserError(f"deals must be at most {len(found)}, the number of different deals, not {number}")


def all_deals(game: Game, max_deals: int, **options: Any) -> list[int]:
    """Seeds of all deals, which are equally likely; `options` as for `Batch`. Raises `UserError` if there are more than
    `max_deals`, or if some are likelier than others."""
    found: dict[bytes, int] = {}
    counts: dict[bytes, int] = {}
    for tried, (deal, seed) in enumerate(tried_deals(game, **options)):
        if tried >= MIN_TRIED and tried % STREAMS == 0 and found_all(len(found), tried):
            break
        found.setdefault(deal, seed)
        counts[deal] = counts.get(deal, 0) + 1
        if len(found) > max_deals:
            raise UserError(f"there are more than {max_deals:,} deals: use an edition with fewer, such as mini")
    if not equally_likely(np.array(list(counts.values()))):
        raise UserError("some deals are likelier than others, and by how much is unknown: use another edition")
    return list(found.values())


def sorted_deals(seeds: Sequence[int], game: Game, **options: Any) -> tuple[np.ndarray, np.ndarray]:
    """The deals from these seeds, sorted by `sort_deal`: all that differ then, records of `game.state_dtype`, and the
    share of the seeds that lead to each, `float64`; `options` as for `Batch`."""
    found: dict[bytes, int] = {}
    for start in range(0, len(seeds), TRIED_AT_ONCE):
        some = np.array(seeds[start : start + TRIED_AT_ONCE], np.uint64)
        batch = Batch(game, len(some), observe=False, **options)
        batch.reset_rows(np.ones(len(some), np.bool_), some)
        for state in unseeded(batch):
            game.sort_deal(batch.edition.tables[0], state)
            deal = state.tobytes()
            found[deal] = found.get(deal, 0) + 1
    return np.frombuffer(b"".join(found), game.state_dtype), np.array(list(found.values())) / len(seeds)


def tried_deals(game: Game, **options: Any) -> Iterator[tuple[bytes, int]]:
    """Deals without end, each with its seed."""
    batch = Batch(game, TRIED_AT_ONCE, observe=False, **options)
    every, numbers = np.ones(TRIED_AT_ONCE, np.bool_), np.arange(TRIED_AT_ONCE, dtype=np.uint64)
    size = game.state_dtype.itemsize
    while True:
        seeds = stream_seeds(np.uint64(1) + numbers // np.uint64(STREAMS), numbers % np.uint64(STREAMS))
        numbers += np.uint64(TRIED_AT_ONCE)
        batch.reset_rows(every, seeds)
        content = unseeded(batch).tobytes()
        for row, seed in enumerate(seeds.tolist()):
            yield content[row * size : (row + 1) * size], seed


def unseeded(batch: Batch) -> Any:
    """The states of a batch without their generators."""
    states = batch.states.copy()
    states["seed"] = states["draws"] = 0
    return states


def found_all(found: int, tried: int) -> bool:
    """Whether these are all deals, if they are equally likely. A coupon collector's bound: that any of n was not among
    so many has a probability below e**-MISSED_EXPONENT."""
    return found > 0 and tried > found * (log(found) + MISSED_EXPONENT)


def equally_likely(counts: np.ndarray) -> bool:
    """Whether so many of each deal may come of equal chances, by their chi-square."""
    expected, free = counts.mean(), len(counts) - 1
    # Wilson and Hilferty: the cube root of chi-square over its mean is close to normal. Eight standard deviations.
    chi_square = float(((counts - expected) ** 2).sum() / expected)
    return free == 0 or (chi_square / free) ** (1 / 3) < 1 - 2 / (9 * free) + 8 * sqrt(2 / (9 * free))
