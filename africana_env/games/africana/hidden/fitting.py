"""Fallback for `hands.py`: find eras that fit the cards given up, if none could be drawn.

First, everything before the last shuffle is forgotten except the others' hands at that moment, taken together. Two eras
remain, before and since, and drawing mostly succeeds. If not, `fit_eras` assigns an era to each card in turn. A card
without a free era makes earlier cards change theirs. A solution exists, since the true hands are one. Eras are a flow
from the slots of a seat to the cards of a colour, changes an augmenting path (Ford and Fulkerson, "Maximal flow through
a network", Canad. J. Math. 1956). Within an era, a card may then be given up before it was drawn.
"""

from africana_env.engine.game.rule import rule
from africana_env.games.africana.hidden.slots import take_back, trace_era
from africana_env.games.africana.rules.state import COLOURS, DRAWN, EMPTY, MAX_PLAYERS, SHUFFLED, TRAVEL_EVENTS

BEFORE, SINCE = 0, 1

FAR = 100
"""Larger than any distance."""


@rule
def forget_before_last_shuffle(state, seat, scratch):
    """Rewrite the memory as if the game began with the hands at the last shuffle. Take the others' cards back."""
    take_back(state, seat, scratch)
    last = state.era
    for colour in range(COLOURS):
        older = -given_up_before(state, seat, colour, last)
        for era in range(last):
            older += int(scratch.left[era, colour])
        newer = scratch.left[last, colour]
        drawn = state.drawn[last, seat, colour]
        state.drawn[:, seat, colour] = 0
        state.drawn[BEFORE, seat, colour] = state.travel[seat, colour] - drawn
        state.drawn[SINCE, seat, colour] = drawn
        scratch.left[BEFORE, colour] = older
        scratch.left[SINCE, colour] = newer
    era, first = 0, 0
    for index in range(state.num_travel_events):
        event = state.travel_events[index]
        if event == SHUFFLED:
            era += 1
            first = index + 1
        elif event >= DRAWN:
            if era < last:
                scratch.slots[event - DRAWN, BEFORE] += 1
        elif era < last:
            scratch.slots[event // COLOURS, BEFORE] -= 1
        elif event // COLOURS == seat:
            state.drawn[BEFORE, seat, event % COLOURS] += 1
    begin_at_last_shuffle(state, first, scratch)


@rule
def given_up_before(state, seat, colour, last):
    """Count the cards of a colour that the others gave up before the last era."""
    era, cards = 0, 0
    for index in range(state.num_travel_events):
        event = state.travel_events[index]
        if event == SHUFFLED:
            era += 1
        elif era < last and event < DRAWN and event % COLOURS == colour and event // COLOURS != seat:
            cards += 1
    return cards


@rule
def begin_at_last_shuffle(state, first, scratch):
    """Replace the events before number `first`, which follows the last shuffle, by a draw for each slot of a seat."""
    number = 0
    for player in range(state.num_players):
        for _ in range(scratch.slots[player, BEFORE]):
            state.travel_events[number] = DRAWN + player
            number += 1
    state.travel_events[number] = SHUFFLED
    number += 1
    for index in range(first, state.num_travel_events):
        state.travel_events[number] = state.travel_events[index]
        number += 1
    for index in range(number, TRAVEL_EVENTS):
        state.travel_events[index] = EMPTY
    state.num_travel_events = number
    state.era = SINCE


@rule
def fit_eras(state, seat, scratch):
    """Assign one of the two eras to every card that the others gave up, so that all fit."""
    take_back(state, seat, scratch)
    era = BEFORE
    for index in range(state.num_travel_events):
        event = state.travel_events[index]
        if event == SHUFFLED:
            era = SINCE
        elif event >= DRAWN and event - DRAWN != seat:
            scratch.slots[event - DRAWN, era] += 1
    for index in range(state.num_travel_events):
        event = state.travel_events[index]
        if event < DRAWN and event // COLOURS != seat:
            player, colour = event // COLOURS, event % COLOURS
            if trace_era(state, player, colour, SINCE, scratch) == 0.0:
                make_room(state, seat, player, colour, scratch)


@rule
def make_room(state, seat, player, colour, scratch):
    """Assign an era to a card if the slots of `player` and the cards of the colour are left in different eras."""
    with_slots = BEFORE if scratch.slots[player, BEFORE] > 0 else SINCE
    with_cards = SINCE - with_slots
    measure(state, seat, with_slots, with_cards, scratch)
    of_seat = scratch.seat_distance[player] <= scratch.colour_distance[colour]
    era = with_cards if of_seat else with_slots
    seat_now, colour_now = player, colour
    while (scratch.seat_distance[seat_now] if of_seat else scratch.colour_distance[colour_now]) > 0:
        if of_seat:
            colour_now = next_colour(state, seat_now, with_cards, scratch)
            change(state, seat_now, colour_now, with_cards, with_slots, scratch)
        else:
            seat_now = next_seat(state, seat, colour_now, with_slots, scratch)
            change(state, seat_now, colour_now, with_slots, with_cards, scratch)
        of_seat = not of_seat
    state.drawn[era, player, colour] += 1
    scratch.left[era, colour] -= 1
    scratch.slots[player, era] -= 1


@rule
def measure(state, seat, with_slots, with_cards, scratch):
    """Fill in the distances over the cards of all seats except `seat`, which knows its own eras."""
    of_seat, of_colour = scratch.seat_distance, scratch.colour_distance
    for player in range(MAX_PLAYERS):
        of_seat[player] = 0 if player != seat and scratch.slots[player, with_cards] > 0 else FAR
    for colour in range(COLOURS):
        of_colour[colour] = 0 if scratch.left[with_slots, colour] > 0 else FAR
    for _ in range(MAX_PLAYERS + COLOURS):
        for player in range(state.num_players):
            if player == seat:
                continue
            for colour in range(COLOURS):
                if state.drawn[with_cards, player, colour] > 0:
                    of_seat[player] = min(of_seat[player], of_colour[colour] + 1)
                if state.drawn[with_slots, player, colour] > 0:
                    of_colour[colour] = min(of_colour[colour], of_seat[player] + 1)


@rule
def next_colour(state, player, era, scratch):
    """Return the next colour on the shortest path from `player`, who has a card of it from this era."""
    distance = scratch.seat_distance[player] - 1
    for colour in range(COLOURS):
        if state.drawn[era, player, colour] > 0 and scratch.colour_distance[colour] == distance:
            return colour
    return 0


@rule
def next_seat(state, seat, colour, era, scratch):
    """Return the next seat on the shortest path from a colour: not `seat`, with a card of it from this era."""
    distance = scratch.colour_distance[colour] - 1
    for player in range(state.num_players):
        is_other = player != seat and state.drawn[era, player, colour] > 0
        if is_other and scratch.seat_distance[player] == distance:
            return player
    return 0


@rule
def change(state, player, colour, before, now, scratch):
    """Move a card that a player gave up from the era `before` to the era `now`."""
    state.drawn[before, player, colour] -= 1
    state.drawn[now, player, colour] += 1
    scratch.slots[player, before] += 1
    scratch.slots[player, now] -= 1
    scratch.left[before, colour] += 1
    scratch.left[now, colour] -= 1
