"""The deals of a game: its starting positions.

A deal is the state that `reset` makes from a seed, without the generator. Deals are found by dealing, in an order that
is the same in every process. Deals that differ only in the order of things without an order, such as the cards of a
hand, count as different until `sort_deal` makes them equal.
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
"""Seeds tried for each base seed 1, 2, ..."""
TRIED_AT_ONCE = 64 * STREAMS
"""Games of the batch that deals."""
MISSED_EXPONENT = 30
"""The search ends when a deal is missing with a probability below exp(-30)."""
MIN_TRIED = 1 << 14
"""Least number of seeds tried, enough to show whether a few deals are equally likely."""


def different_deals(game: Game, number: int, **options: Any) -> list[int]:
    """Return seeds of `number` different deals, the first that are found; `options` as for `Batch`. Raises `UserError`
    if there are fewer."""
    found: dict[bytes, int] = {}
    for tried, (deal, seed) in enumerate(tried_deals(game, **options)):
        if tried % STREAMS == 0 and found_all(len(found), tried):
            break
        found.setdefault(deal, seed)
        if len(found) == number:
            return list(found.values())
    raise UserError(f"deals must be at most {len(found)}, the number of different deals, not {number}")


def all_deals(game: Game, max_deals: int, **options: Any) -> list[int]:
    """Return seeds of all deals, which are equally likely; `options` as for `Batch`. Raises `UserError` if there are
    more than `max_deals`, or if some are more likely."""
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
        raise UserError("some deals are more likely than others, with unknown probabilities: use another edition")
    return list(found.values())


def sorted_deals(seeds: Sequence[int], game: Game, **options: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return the different deals from these seeds after `sort_deal`, records of `game.state_dtype`, and the share of
    seeds that lead to each, `float64`; `options` as for `Batch`."""
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
    """Yield deals without end, each with its seed."""
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
    """Return the states of a batch without their generators."""
    states = batch.states.copy()
    states["seed"] = states["draws"] = 0
    return states


def found_all(found: int, tried: int) -> bool:
    """Return whether these are all deals, if deals are equally likely. By a coupon collector's bound the probability
    that one is missing is below exp(-MISSED_EXPONENT)."""
    return found > 0 and tried > found * (log(found) + MISSED_EXPONENT)


def equally_likely(counts: np.ndarray) -> bool:
    """Return whether these counts may come from equally likely deals, by their chi-square."""
    expected, free = counts.mean(), len(counts) - 1
    # Wilson and Hilferty: the cube root of chi-square over its mean is close to normal. Eight standard deviations.
    chi_square = float(((counts - expected) ** 2).sum() / expected)
    return free == 0 or (chi_square / free) ** (1 / 3) < 1 - 2 / (9 * free) + 8 * sqrt(2 / (9 * free))
