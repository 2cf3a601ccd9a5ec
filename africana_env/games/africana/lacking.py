"""How many cards are lacking on the best way to every location."""

import numpy as np

from africana_env.engine.game.rule import rule
from africana_env.games.africana.rules.state import COLOURS, LOCATIONS

MAX_LACKING = 3
"""More are shown as one more."""
HANDS = 128
"""Parts of a hand that are distinguished; of a larger hand the first colours count."""

LOWEST_BIT = np.zeros(37, np.int8)
"""The number of the lowest bit of a number, by what is left of its power of two divided by 37."""
LOWEST_BIT[[(1 << number) % 37 for number in range(32)]] = range(32)


@rule
def beside(tables, places):
    """The locations that are one of `places`, or next to one; a bit for each."""
    found = 0
    while places != 0:
        low = places & -places
        found |= tables.within[LOWEST_BIT[low % 37], 1]
        places ^= low
    return found


@rule
def count_lacking(tables, here, joker, scratch):
    """Put into `scratch.lacking` how many cards beyond those in `scratch.cards` (by colour, and perhaps the joker) a
    player needs to come from `here` to each location, whatever their colours: at most one more than `MAX_LACKING`.

    `scratch.places` has, for each part of the hand that has been played and the joker, the locations where that may
    have led: a bit for each. A card that is bought on the way leads to any next location.
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
                near = beside(tables, places)
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
                    scratch.places[wild, part] = beside(tables, scratch.places[wild, part])
