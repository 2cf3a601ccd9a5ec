"""Eras for the cards that the others gave up, where `hands.py` has drawn none that fit.

What came before the last shuffle is then forgotten, but for what the hands held at that moment: those of the others
taken together, as everybody knows them. That leaves two eras, before and since, and mostly eras can be drawn. Where
not even so, each card gets an era in turn, and where none is left for it, cards before it change theirs. As the hands
that there are fit, so can all cards: the eras are a flow from the slots of a seat to the cards of a colour, and the
changes an augmenting path (Ford and Fulkerson, "Maximal flow through a network", Canad. J. Math. 1956). A card may then
be given up before the draw that brought it, within the era.
"""

from africana_env.engine.compiler import rule
from africana_env.games.africana.hidden.slots import SLOTS, take_back, trace_era
from africana_env.games.africana.rules.state import COLOURS, DRAWN, EMPTY, ERAS, MAX_PLAYERS, SHUFFLED, TRAVEL_EVENTS

BEFORE, SINCE = 0, 1

# As long as there are two eras, the places of the third in `travel_pile` hold distances: how many cards have to change
# their era until a seat has a slot left in the era that is wanted, or a colour a card in the other.
OF_SEAT = 2 * COLOURS
OF_COLOUR = OF_SEAT + MAX_PLAYERS
FAR = 100


@rule
def forget_before_last_shuffle(state, seat):
    """As if the game began with what the hands held at the last shuffle, and that was shuffled at once. The cards of
    the others are taken back."""
    take_back(state, seat)
    pile = state.travel_pile
    last = state.era
    for colour in range(COLOURS):
        older = -given_up_before(state, seat, colour, last)
        for era in range(last):
            older += int(pile[era * COLOURS + colour])
        newer = pile[last * COLOURS + colour]
        drawn = state.drawn[last, seat, colour]
        state.drawn[:, seat, colour] = 0
        state.drawn[BEFORE, seat, colour] = state.travel[seat, colour] - drawn
        state.drawn[SINCE, seat, colour] = drawn
        pile[BEFORE * COLOURS + colour] = older
        pile[SINCE * COLOURS + colour] = newer
    era, first = 0, 0
    for index in range(state.num_travel_events):
        event = state.travel_events[index]
        if event == SHUFFLED:
            era += 1
            first = index + 1
        elif event >= DRAWN:
            if era < last:
                pile[SLOTS + (event - DRAWN) * ERAS] += 1
        elif era < last:
            pile[SLOTS + event // COLOURS * ERAS] -= 1
        elif event // COLOURS == seat:
            state.drawn[BEFORE, seat, event % COLOURS] += 1
    begin_at_last_shuffle(state, first)


@rule
def given_up_before(state, seat, colour, last):
    """The cards of a colour that the others gave up in eras before the last one."""
    era, cards = 0, 0
    for index in range(state.num_travel_events):
        event = state.travel_events[index]
        if event == SHUFFLED:
            era += 1
        elif era < last and event < DRAWN and event % COLOURS == colour and event // COLOURS != seat:
            cards += 1
    return cards


@rule
def begin_at_last_shuffle(state, first):
    """Rewrite the events before the one of number `first`, which follows the last shuffle: every seat draws as many
    cards as it has slots."""
    number = 0
    for player in range(state.num_players):
        for _ in range(state.travel_pile[SLOTS + player * ERAS]):
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
def fit_eras(state, seat):
    """Give every card that the others gave up one of the two eras, so that all fit."""
    take_back(state, seat)
    era = BEFORE
    for index in range(state.num_travel_events):
        event = state.travel_events[index]
        if event == SHUFFLED:
            era = SINCE
        elif event >= DRAWN and event - DRAWN != seat:
            state.travel_pile[SLOTS + (event - DRAWN) * ERAS + era] += 1
    for index in range(state.num_travel_events):
        event = state.travel_events[index]
        if event < DRAWN and event // COLOURS != seat:
            player, colour = event // COLOURS, event % COLOURS
            if trace_era(state, player, colour, SINCE) == 0.0:
                make_room(state, seat, player, colour)


@rule
def make_room(state, seat, player, colour):
    """Give a card an era where `player` has slots left in one alone, and the colour has cards in the other alone."""
    pile = state.travel_pile
    with_slots = BEFORE if pile[SLOTS + player * ERAS + BEFORE] > 0 else SINCE
    with_cards = SINCE - with_slots
    measure(state, seat, with_slots, with_cards)
    of_seat = pile[OF_SEAT + player] <= pile[OF_COLOUR + colour]
    era = with_cards if of_seat else with_slots
    seat_now, colour_now = player, colour
    while pile[OF_SEAT + seat_now if of_seat else OF_COLOUR + colour_now] > 0:
        if of_seat:
            colour_now = next_colour(state, seat_now, with_cards)
            change(state, seat_now, colour_now, with_cards, with_slots)
        else:
            seat_now = next_seat(state, seat, colour_now, with_slots)
            change(state, seat_now, colour_now, with_slots, with_cards)
        of_seat = not of_seat
    state.drawn[era, player, colour] += 1
    pile[era * COLOURS + colour] -= 1
    pile[SLOTS + player * ERAS + era] -= 1


@rule
def measure(state, seat, with_slots, with_cards):
    """Fill in the distances, over cards of all but `seat`, which knows where its own came from."""
    pile = state.travel_pile
    for player in range(MAX_PLAYERS):
        pile[OF_SEAT + player] = 0 if player != seat and pile[SLOTS + player * ERAS + with_cards] > 0 else FAR
    for colour in range(COLOURS):
        pile[OF_COLOUR + colour] = 0 if pile[with_slots * COLOURS + colour] > 0 else FAR
    for _ in range(MAX_PLAYERS + COLOURS):
        for player in range(state.num_players):
            if player == seat:
                continue
            for colour in range(COLOURS):
                if state.drawn[with_cards, player, colour] > 0:
                    pile[OF_SEAT + player] = min(pile[OF_SEAT + player], pile[OF_COLOUR + colour] + 1)
                if state.drawn[with_slots, player, colour] > 0:
                    pile[OF_COLOUR + colour] = min(pile[OF_COLOUR + colour], pile[OF_SEAT + player] + 1)


@rule
def next_colour(state, player, era):
    """The colour of which a card of `player` that came from this era changes it."""
    distance = state.travel_pile[OF_SEAT + player] - 1
    for colour in range(COLOURS):
        if state.drawn[era, player, colour] > 0 and state.travel_pile[OF_COLOUR + colour] == distance:
            return colour
    return 0


@rule
def next_seat(state, seat, colour, era):
    """The seat, another than `seat`, whose card of a colour that came from this era changes it."""
    distance = state.travel_pile[OF_COLOUR + colour] - 1
    for player in range(state.num_players):
        is_other = player != seat and state.drawn[era, player, colour] > 0
        if is_other and state.travel_pile[OF_SEAT + player] == distance:
            return player
    return 0


@rule
def change(state, player, colour, before, now):
    """A card that a player gave up came not from the era `before`, but from the era `now`."""
    pile = state.travel_pile
    state.drawn[before, player, colour] -= 1
    state.drawn[now, player, colour] += 1
    pile[SLOTS + player * ERAS + before] += 1
    pile[SLOTS + player * ERAS + now] -= 1
    pile[before * COLOURS + colour] += 1
    pile[now * COLOURS + colour] -= 1
