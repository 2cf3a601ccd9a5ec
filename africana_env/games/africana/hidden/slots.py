"""The others' slots and cards by era, while their hands are redrawn."""

import numpy as np

from africana_env.engine.game.rng import random_below, random_fraction
from africana_env.engine.game.rule import rule
from africana_env.engine.game.state import record_dtype
from africana_env.games.africana.rules.state import COLOURS, ERAS, MAX_PLAYERS

resample_scratch = record_dtype(
    [
        ("left", np.int8, (ERAS, COLOURS)),  # undealt cards of the era
        ("slots", np.int8, (MAX_PLAYERS, ERAS)),  # cards of a hand drawn in the era
        # for `fitting.py`: cards that must change their era until a seat has a free slot, or a colour a free card
        ("seat_distance", np.int8, (MAX_PLAYERS,)),
        ("colour_distance", np.int8, (COLOURS,)),
    ]
)


@rule
def count_what_the_others_drew(state, seat, scratch):
    """Count the pile as drawn by one of the others, so that `drawn` has all their present and future cards."""
    other = 1 if seat == 0 else 0
    for index in range(state.travel_pile_size):
        state.drawn[state.era, other, state.travel_pile[index]] += 1
    scratch.left[:, :] = 0


@rule
def take_back(state, seat, scratch):
    """Move all cards that the others drew to `left` of their eras, and clear the slots."""
    for other in range(state.num_players):
        for era in range(state.era + 1):
            scratch.slots[other, era] = 0
            if other != seat:
                for colour in range(COLOURS):
                    scratch.left[era, colour] += state.drawn[era, other, colour]
                    state.drawn[era, other, colour] = 0


@rule
def trace_era(state, other, colour, now, scratch):
    """Draw the era of a card that `other` gives up in the era `now`. Return the probability of its colour."""
    total, chosen = 0.0, 0
    cards = 0
    for era in range(now + 1):
        cards += scratch.slots[other, era]
        chance = chance_of(scratch, other, colour, era)
        total += chance
        if chance > 0.0 and (chance == total or random_fraction(state) * total < chance):
            chosen = era
    if total > 0.0:
        scratch.left[chosen, colour] -= 1
        scratch.slots[other, chosen] -= 1
        state.drawn[chosen, other, colour] += 1
    return total / cards


@rule
def chance_of(scratch, other, colour, era):
    """Return the probability that a card of `other` has this era and colour, times the size of the hand."""
    slots, cards = int(scratch.slots[other, era]), int(scratch.left[era, colour])
    if slots == 0 or cards == 0:
        return 0.0
    left = 0
    for any_colour in range(COLOURS):
        left += scratch.left[era, any_colour]
    return slots * cards / left


@rule
def deal_what_is_left(state, seat, scratch):
    """Fill the slots from the cards left in their eras."""
    for other in range(state.num_players):
        if other != seat:
            state.travel[other, :] = 0
            for era in range(state.era + 1):
                for _ in range(scratch.slots[other, era]):
                    colour = draw_colour(state, era, scratch)
                    state.drawn[era, other, colour] += 1
                    state.travel[other, colour] += 1


@rule
def draw_colour(state, era, scratch):
    """Take one of the cards left in an era."""
    left = 0
    for colour in range(COLOURS):
        left += scratch.left[era, colour]
    number = random_below(state, left)
    for colour in range(COLOURS):
        number -= scratch.left[era, colour]
        if number < 0:
            scratch.left[era, colour] -= 1
            return colour
    return COLOURS - 1
