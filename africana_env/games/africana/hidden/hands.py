"""Resample the others' hands of travel cards for a seat that remembers every open card.

Choices are no evidence: a card that another gives up counts as picked blindly from its hand. The card was drawn in some
era, which is hidden. If a hand has `slots` cards drawn in an era, and `left` of the others' cards of that era are not
yet open, then the next card given up has this era and a colour with probability

    slots / cards in hand  *  left of the colour / left of all colours.

`trace_eras` draws the era of every card given up, in order, given its colour. The probability of the colours is the
weight of the draw. One of several draws is chosen with probability proportional to its weight (sampling/importance
resampling: Rubin, "The calculation of posterior distributions by data augmentation: comment", JASA 1987). Given the
eras, the remaining cards of each era are dealt at random.
"""

from africana_env.engine.game.rng import random_fraction
from africana_env.engine.game.rule import rule
from africana_env.games.africana.hidden.fitting import fit_eras, forget_before_last_shuffle
from africana_env.games.africana.hidden.slots import (
    count_what_the_others_drew,
    deal_what_is_left,
    take_back,
    trace_era,
)
from africana_env.games.africana.rules.state import COLOURS, DRAWN, SHUFFLED

DRAWS_TO_CHOOSE_FROM = 32
"""With 32, a test over 20,000 hands finds no difference from the exact probabilities; with 8, it does in a few
positions."""

MAX_DRAWS = 1000
"""Draws until one fits the cards given up; after them, see `fitting.py`."""


@rule
def resample_hands(state, seat, scratch):
    """Redraw the others' hands, and their draws by era."""
    count_what_the_others_drew(state, seat, scratch)
    if not draw_eras(state, seat, scratch):
        forget_before_last_shuffle(state, seat, scratch)
        if not draw_eras(state, seat, scratch):
            fit_eras(state, seat, scratch)
    deal_what_is_left(state, seat, scratch)


@rule
def draw_eras(state, seat, scratch):
    """Draw the eras of all cards that the others gave up. Return whether some fit."""
    draws = 1 if state.era == 0 else DRAWS_TO_CHOOSE_FROM
    chosen = state.draws
    total, number = 0.0, 0
    while number < draws or (total == 0.0 and number < MAX_DRAWS):
        start = state.draws
        weight = trace_eras(state, seat, scratch)
        total += weight
        if random_fraction(state) * total < weight:
            chosen = start
        number += 1
    if total > 0.0:
        stop = state.draws
        state.draws = chosen
        trace_eras(state, seat, scratch)
        state.draws = stop
    return total > 0.0


@rule
def trace_eras(state, seat, scratch):
    """Draw the era of every card that the others gave up, and put only these cards into their `drawn`.

    Return the weight, 0 if no era fits a card."""
    take_back(state, seat, scratch)
    weight, era = 1.0, 0
    for index in range(state.num_travel_events):
        event = state.travel_events[index]
        if event == SHUFFLED:
            era += 1
        elif event >= DRAWN:
            scratch.slots[event - DRAWN, era] += 1
        elif event // COLOURS != seat:
            weight *= trace_era(state, event // COLOURS, event % COLOURS, era, scratch)
            if weight == 0.0:
                break
    return weight
