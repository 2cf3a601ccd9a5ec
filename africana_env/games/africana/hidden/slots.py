"""Slots and cards of the others by era, counted in `travel_pile` while their hands are drawn anew.

`travel_pile` is hidden and drawn anew afterwards. Meanwhile it counts: for each era the cards of each colour that are
left, then for each seat its slots, which are the cards of its hand that it drew in the era.
"""

from africana_env.engine.compiler import rule
from africana_env.engine.rng import random_below, random_fraction
from africana_env.games.africana.rules.state import COLOURS, ERAS

SLOTS = ERAS * COLOURS


@rule
def count_what_the_others_drew(state, seat):
    """Of each era the cards in the others' hands, given up by them, or still in the pile: all as `drawn` by one."""
    pile = state.travel_pile
    other = 1 if seat == 0 else 0
    for index in range(state.travel_pile_size):
        state.drawn[state.era, other, pile[index]] += 1
    pile[:] = 0


@rule
def take_back(state, seat):
    """Count all cards that the others drew as left of their eras, and no slots."""
    pile = state.travel_pile
    for other in range(state.num_players):
        for era in range(state.era + 1):
            pile[SLOTS + other * ERAS + era] = 0
            if other != seat:
                for colour in range(COLOURS):
                    pile[era * COLOURS + colour] += state.drawn[era, other, colour]
                    state.drawn[era, other, colour] = 0


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
    slots, cards = int(pile[SLOTS + other * ERAS + era]), int(pile[era * COLOURS + colour])
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
