"""What every player can remember of the travel cards.

Who draws and who gives up a card of which colour is open, and so is what each travel pile was made of: at a shuffle the
pile is empty, so the hands then held, taken together, are all that does not lie open. The time from one shuffle to the
next is an *era*; the first begins with the game.
"""

from africana_env.engine.game.rule import rule
from africana_env.games.africana.rules.state import (
    COLOURS,
    DRAWN,
    EMPTY,
    ERAS,
    GIVEN_UP,
    MAX_PLAYERS,
    SHUFFLED,
    TRAVEL_CARDS,
    TRAVEL_EVENTS,
)

MAX_EVENTS_OF_AN_ERA = 2 * TRAVEL_CARDS + 1
"""A shuffle, then every card of the pile is drawn once, and every card given up once at most."""


@rule
def remember_nothing(state):
    """As before the first card is drawn."""
    state.era = 0
    state.num_travel_events = 0
    state.travel_events[:] = EMPTY
    state.drawn[:] = 0


@rule
def remember_draw(state, player, colour):
    remember(state, DRAWN + player)
    state.drawn[state.era, player, colour] += 1


@rule
def remember_giving_up(state, player, colour):
    remember(state, GIVEN_UP + COLOURS * player + colour)


@rule
def remember_shuffle(state):
    """Where the next era might not find room, all that came before is forgotten but what each hand holds."""
    if state.era + 1 == ERAS or state.num_travel_events + MAX_EVENTS_OF_AN_ERA > TRAVEL_EVENTS:
        remember_hands_alone(state)
    remember(state, SHUFFLED)
    state.era += 1


@rule
def remember_hands_alone(state):
    """As if the game began with what each hand holds."""
    remember_nothing(state)
    for player in range(MAX_PLAYERS):
        for colour in range(COLOURS):
            for _ in range(state.travel[player, colour]):
                remember_draw(state, player, colour)


@rule
def remember(state, event):
    state.travel_events[state.num_travel_events] = event
    state.num_travel_events += 1


@rule
def held_since_shuffle(state, player, colour):
    """The cards of a colour that a player has held since the last shuffle, if of two alike the older is given up."""
    return max(0, state.travel[player, colour] - state.drawn[state.era, player, colour])


@rule
def known_of_others(state, player, colour):
    """The cards of a colour that a player knows to be in the others' hands, taken together: those that they held at the
    last shuffle, less those that they have given up since."""
    known = 0
    for other in range(state.num_players):
        if other != player:
            known += state.travel[other, colour] - state.drawn[state.era, other, colour]
    return max(0, known)
