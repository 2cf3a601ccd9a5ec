"""Resampling the others' hands of travel cards, as they may be to a seat that has followed every card.

A card that another gives up is taken for any of that hand, as if picked blindly: choices count as no evidence. It comes
from the era in which it was drawn, and which that was is hidden. Where a hand has `slots` cards drawn in an era, and
`left` of the cards that the others drew or will draw in it are not yet open, then the next card given up is of this era
and of a colour with chance

    slots / cards in hand  *  left of the colour / left of all colours.

`trace_eras` draws the era of every card given up so far by these chances, card after card, each time given the colour
that was seen. How likely the colours were on the way is the weight of what it drew; of a number of such draws, one is
kept with a chance in proportion to its weight (sampling/importance resampling: Rubin, "The calculation of posterior
distributions by data augmentation: comment", JASA 1987). Given the eras, all cards of an era that are left are alike:
they are dealt at random.
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
"""With so many, a test over 20,000 hands finds no difference to the exact probabilities; with 8 it does, in a few
positions."""

MAX_DRAWS = 1000
"""If none of these fits the cards given up, see `fitting.py`."""


@rule
def resample_hands(state, seat, scratch):
    """The others' hands and what they drew in each era."""
    count_what_the_others_drew(state, seat, scratch)
    if not draw_eras(state, seat, scratch):
        forget_before_last_shuffle(state, seat, scratch)
        if not draw_eras(state, seat, scratch):
            fit_eras(state, seat, scratch)
    deal_what_is_left(state, seat, scratch)


@rule
def draw_eras(state, seat, scratch):
    """Draw the eras of all cards that the others have given up; returns whether some that fit were found."""
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
    """Draw the era of every card that the others have given up; their `drawn` has these cards alone afterwards. Returns
    the weight, 0 where no era fits a card."""
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
