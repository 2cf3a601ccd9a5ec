"""What every player can remember of the travel cards.

Draws, cards given up with their colours, and the composition of each travel pile are public. At a shuffle, only the
hands are hidden; together they are all other cards. An *era* lasts from one shuffle to the next; the first begins with
the game.
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
"""A shuffle, then each card is drawn at most once and given up at most once."""


@rule
def remember_nothing(state):
    """Clear the memory, as before the first card is drawn."""
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
    """Begin an era. If it may not fit, forget everything before except the current hands."""
    if state.era + 1 == ERAS or state.num_travel_events + MAX_EVENTS_OF_AN_ERA > TRAVEL_EVENTS:
        remember_hands_alone(state)
    remember(state, SHUFFLED)
    state.era += 1


@rule
def remember_hands_alone(state):
    """Rewrite the memory as if the game began with the current hands."""
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
    """Return the cards of a colour held since the last shuffle, if older ones are given up first."""
    return max(0, state.travel[player, colour] - state.drawn[state.era, player, colour])


@rule
def known_of_others(state, player, colour):
    """Return the cards of a colour that a player knows to be in the others' hands together.

    They are the cards held at the last shuffle minus those given up since."""
    known = 0
    for other in range(state.num_players):
        if other != player:
            known += state.travel[other, colour] - state.drawn[state.era, other, colour]
    return max(0, known)
