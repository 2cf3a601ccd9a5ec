"""The generator: Philox 2x32 with ten rounds, a counter-based generator (Salmon, Moraes, Dror and Shaw, "Parallel
random numbers: as easy as 1, 2, 3", SC 2011).

A draw is a function of a 64-bit seed and the number of earlier draws. The drawing record holds both: a game's state, or
a bot's own generator. So a seed gives the same numbers on every machine, process, thread and device, and a copy of a
record has the same future.
"""

from typing import Any

import numpy as np

from africana_env.engine.game.rule import rule

GENERATOR_FIELDS = [("seed", np.uint64), ("draws", np.uint64)]
"""The fields that a record needs to draw random numbers."""

generator_dtype = np.dtype((np.record, GENERATOR_FIELDS[::-1]))
"""A generator alone. Its fields are in reverse order: otherwise Numba takes a game's state for a generator."""

# All products are of two 32-bit numbers: nothing overflows, and uncompiled code gives the same results.
_MULTIPLIER = np.uint64(0xD256D193)
_WEYL = np.uint64(0x9E3779B9)
_MASK = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_ONE = np.uint64(1)


@rule
def philox(low, high, key):
    """Return two blocks of 32 random bits for a counter (`low`, `high`) and a `key`, all 32-bit numbers in `uint64`."""
    for _ in range(10):
        product = _MULTIPLIER * low
        low, high = (product >> _HALF) ^ key ^ high, product & _MASK
        key = (key + _WEYL) & _MASK
    return low, high


@rule
def seed_generator(record, seed):
    """Start the generator in `record` from `seed`."""
    record.seed = seed
    record.draws = np.uint64(0)


@rule
def resample_generator(tables, state, seat, seed, scratch):
    """`resample` of a game without hidden information: redraw only the generator."""
    seed_generator(state, seed)


@rule
def random_bits(record):
    """Return 32 random bits as `uint64`, and count one draw."""
    draws = record.draws
    record.draws = draws + _ONE
    return philox(draws & _MASK, record.seed >> _HALF, record.seed & _MASK)[0]


@rule
def random_below(record, bound):
    """Return a whole number in [0, `bound`), by multiplication (bias below `bound` / 2**32); one draw."""
    return int((random_bits(record) * np.uint64(bound)) >> _HALF)


@rule
def random_fraction(record):
    """Return a number in [0, 1), in steps of 2**-32; one draw."""
    return float(random_bits(record)) * 2.0**-32


@rule
def shuffle(record, cards, start, stop):
    """Shuffle `cards[start:stop]` in place (Fisher-Yates)."""
    for last in range(stop - 1, start, -1):
        other = start + random_below(record, last - start + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card


@rule
def stream_seed(seed, stream):
    """Return the seed of stream `stream` (below 2**32) under `seed`, both `uint64`. Different seeds share no stream."""
    high, low = philox(seed & _MASK, seed >> _HALF, np.uint64(stream))
    return (high << _HALF) | low


plain_philox: Any = getattr(philox, "py_func", philox)
"""`philox` for arrays, uncompiled: compiling it for direct calls takes a second in every process."""


def stream_seeds(seeds: Any, streams: Any) -> Any:
    """`stream_seed` for `uint64` arrays or single numbers, uncompiled."""
    high, low = plain_philox(seeds & _MASK, seeds >> _HALF, streams)
    return (high << _HALF) | low
