"""How many cards a player lacks to get to each location."""

import numpy as np

from africana_env.engine.game.rule import rule
from africana_env.games.africana.rules.state import COLOURS, LOCATIONS

MAX_LACKING = 3
"""Larger numbers show as one more."""
HANDS = 128
"""Most subsets of a hand that are distinguished; of a larger hand, the first colours count."""

LOWEST_BIT = np.zeros(37, np.int8)
"""Index of the lowest bit of a number, by `(number & -number) % 37`."""
LOWEST_BIT[[(1 << number) % 37 for number in range(32)]] = range(32)


@rule
def with_neighbours(tables, places):
    """Return `places` and the locations next to them, a bit for each."""
    found = 0
    while places != 0:
        low = places & -places
        found |= tables.within[LOWEST_BIT[low % 37], 1]
        places ^= low
    return found


@rule
def count_lacking(tables, here, joker, scratch):
    """Fill `scratch.lacking`: the cards missing to get from `here` to each location, at most `MAX_LACKING` + 1.

    `scratch.cards` is the hand by colour, `joker` the number of jokers. A missing card may have any colour.
    `scratch.places` holds the locations reached by playing each subset of the hand, with and without the joker, a bit
    for each location.
    """
    parts = 1
    for colour in range(COLOURS):
        scratch.sizes[colour] = min(scratch.cards[colour] + 1, HANDS // parts)
        parts *= scratch.sizes[colour]
    for part in range(parts):
        scratch.places[0, part] = 0
        scratch.places[1, part] = 0
    scratch.places[0, 0] = 1 << here
    reached = 0
    for location in range(LOCATIONS):
        scratch.lacking[location] = MAX_LACKING + 1
    for lacking in range(MAX_LACKING + 1):
        found = 0
        for wild in range(joker + 1):
            for part in range(parts):
                places = scratch.places[wild, part]
                if places == 0:
                    continue
                found |= places
                near = with_neighbours(tables, places)
                if wild < joker:
                    scratch.places[1, part] |= near
                step, rest = 1, part
                for colour in range(COLOURS):
                    size = scratch.sizes[colour]
                    if rest % size < size - 1:
                        scratch.places[wild, part + step] |= near & tables.shows[colour]
                    rest //= size
                    step *= size
        fresh = found & ~reached
        while fresh != 0:
            low = fresh & -fresh
            scratch.lacking[LOWEST_BIT[low % 37]] = lacking
            fresh ^= low
        reached |= found
        if lacking < MAX_LACKING:
            for wild in range(joker + 1):
                for part in range(parts):
                    scratch.places[wild, part] = with_neighbours(tables, scratch.places[wild, part])
