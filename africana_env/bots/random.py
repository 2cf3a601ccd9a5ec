"""The bot that plays at random."""

import numpy as np

from africana_env.engine.game.rng import random_below
from africana_env.engine.game.rule import rule

# Masks are read eight entries at a time, as bytes of a 64-bit number: twice as fast as one by one.
_EIGHT = np.uint64(8)
_BYTE = np.uint64(0xFF)
_ONES = np.uint64(0x0101010101010101)
_HIGH_BITS = np.uint64(0x8080808080808080)
_SEVEN = np.uint64(7)
_HALF = np.uint64(32)
_QUARTER = np.uint64(16)
_LAST = np.uint64(56)


@rule
def random_action(tables, state, mask, generator, scratch):
    """Return a uniformly random legal action."""
    legal = 0
    for action in range(len(mask)):
        legal += int(mask[action])
    left = np.uint64(random_below(generator, legal))
    start, stop = np.uint64(0), np.uint64(len(mask))
    while start + _EIGHT <= stop:
        counts = sums_up_to(eight_entries(mask, start))
        if left < counts >> _LAST:
            return np.int64(start + entries_at_most(counts, left))
        left -= counts >> _LAST
        start += _EIGHT
    while mask[start] == 0 or left > 0:
        left -= np.uint64(mask[start])
        start += np.uint64(1)
    return np.int64(start)


@rule
def eight_entries(mask, start):
    """Return the eight entries from `start`, the first in the lowest byte."""
    entries = np.uint64(0)
    for number in range(8):
        entry = np.uint64(mask[start + np.uint64(number)]) & _BYTE
        entries |= entry << np.uint64(8 * number)
    return entries


@rule
def sums_up_to(entries):
    """Return the prefix sums of the bytes; none may exceed 255."""
    entries += entries << _EIGHT
    entries += entries << _QUARTER
    return entries + (entries << _HALF)


@rule
def entries_at_most(counts, most):
    """Count the bytes that are at most `most`; all must be below 128."""
    not_above = ((most * _ONES | _HIGH_BITS) - counts) & _HIGH_BITS
    return sums_up_to(not_above >> _SEVEN) >> _LAST
