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

from africana_env.engine.compiler import rule
from africana_env.engine.rng import random_below, random_fraction
from africana_env.games.africana.rules.draw import travel_cards_in_hand
from africana_env.games.africana.rules.memory import remember_hands_alone
from africana_env.games.africana.rules.state import COLOURS, DRAWN, ERAS, SHUFFLED

DRAWS_TO_CHOOSE_FROM = 32
"""With so many, a test over 20,000 hands finds no difference to the exact probabilities; with 8 it does, in a few
positions."""

MAX_DRAWS = 1000
"""If none of these fits the cards given up, the hands are dealt by their sizes alone."""

# `travel_pile` is hidden and drawn anew afterwards. Meanwhile it counts: for each era the cards of each colour that are
# left, then for each seat its slots.
SLOTS = ERAS * COLOURS


@rule
def resample_hands(state, seat):
    """The others' hands and what they drew in each era. `travel_pile` is left in disorder."""
    count_what_the_others_drew(state, seat)
    draws = 1 if state.era == 0 else DRAWS_TO_CHOOSE_FROM
    chosen = state.draws
    total, number = 0.0, 0
    while number < draws or (total == 0.0 and number < MAX_DRAWS):
        start = state.draws
        weight = trace_eras(state, seat)
        total += weight
        if random_fraction(state) * total < weight:
            chosen = start
        number += 1
    if total == 0.0:
        deal_by_size(state, seat)
        return
    stop = state.draws
    state.draws = chosen
    trace_eras(state, seat)
    state.draws = stop
    deal_what_is_left(state, seat)


@rule
def count_what_the_others_drew(state, seat):
    """Of each era the cards in the others' hands, given up by them, or still in the pile: all as `drawn` by one."""
    pile = state.travel_pile
    other = 1 if seat == 0 else 0
    for index in range(state.travel_pile_size):
        state.drawn[state.era, other, pile[index]] += 1
    pile[:] = 0


@rule
def trace_eras(state, seat):
    """Draw the era of every card that the others have given up; their `drawn` has these cards alone afterwards. Returns
    the weight, 0 where no era fits a card."""
    pile = state.travel_pile
    for other in range(state.num_players):
        for era in range(state.era + 1):
            pile[SLOTS + other * ERAS + era] = 0
            if other != seat:
                for colour in range(COLOURS):
                    pile[era * COLOURS + colour] += state.drawn[era, other, colour]
                    state.drawn[era, other, colour] = 0
    weight, era = 1.0, 0
    for index in range(state.num_travel_events):
        event = state.travel_events[index]
        if event == SHUFFLED:
            era += 1
        elif event >= DRAWN:
            pile[SLOTS + (event - DRAWN) * ERAS + era] += 1
        elif event // COLOURS != seat:
            weight *= trace_era(state, event // COLOURS, event % COLOURS, era)
            if weight == 0.0:
                break
    return weight


@rule
def trace_era(state, other, colour, now):
    """Draw the era of a card of this colour that `other` gives up in the era `now`. Returns the probability that the
    card had this colour."""
    pile = state.travel_pile
    total, chosen = 0.0, 0
    cards = 0
    for era in range(now + 1):
        cards += pile[SLOTS + other * ERAS + era]
        chance = chance_of(pile, other, colour, era)
        total += chance
        if chance > 0.0 and (chance == total or random_fraction(state) * total < chance):
            chosen = era
    if total > 0.0:
        pile[chosen * COLOURS + colour] -= 1
        pile[SLOTS + other * ERAS + chosen] -= 1
        state.drawn[chosen, other, colour] += 1
    return total / cards


@rule
def chance_of(pile, other, colour, era):
    """The probability that a card in the hand of `other` is of this era and colour, times the cards in the hand."""
    slots, cards = pile[SLOTS + other * ERAS + era], pile[era * COLOURS + colour]
    if slots == 0 or cards == 0:
        return 0.0
    left = 0
    for any_colour in range(COLOURS):
        left += pile[era * COLOURS + any_colour]
    return slots * cards / left


@rule
def deal_what_is_left(state, seat):
    """Fill the slots from the cards that are left of their eras."""
    pile = state.travel_pile
    for other in range(state.num_players):
        if other != seat:
            state.travel[other, :] = 0
            for era in range(state.era + 1):
                for _ in range(pile[SLOTS + other * ERAS + era]):
                    colour = draw_colour(state, era)
                    state.drawn[era, other, colour] += 1
                    state.travel[other, colour] += 1


@rule
def draw_colour(state, era):
    """Take one of the cards that are left of an era."""
    pile = state.travel_pile
    left = 0
    for colour in range(COLOURS):
        left += pile[era * COLOURS + colour]
    number = random_below(state, left)
    for colour in range(COLOURS):
        number -= pile[era * COLOURS + colour]
        if number < 0:
            pile[era * COLOURS + colour] -= 1
            return colour
    return COLOURS - 1


@rule
def deal_by_size(state, seat):
    """Deal the others' hands from all that is left of any era, and forget how they came about."""
    pile = state.travel_pile
    for colour in range(COLOURS):
        for era in range(state.era + 1):
            if era > 0:
                pile[colour] += pile[era * COLOURS + colour]
            for other in range(state.num_players):
                if other != seat:
                    pile[colour] += state.drawn[era, other, colour]
    for index in range(state.num_travel_events):
        event = state.travel_events[index]
        if event < DRAWN and event // COLOURS != seat:
            pile[event % COLOURS] -= 1
    for other in range(state.num_players):
        if other != seat:
            cards = travel_cards_in_hand(state, other)
            state.travel[other, :] = 0
            for _ in range(cards):
                state.travel[other, draw_colour(state, 0)] += 1
    remember_hands_alone(state)
