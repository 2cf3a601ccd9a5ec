"""Travel cards: drawing and giving them up (rulebook: Draw travel cards)."""

from africana_env.engine.game.rng import shuffle
from africana_env.engine.game.rule import rule
from africana_env.games.africana.rules.memory import remember_draw, remember_giving_up, remember_shuffle
from africana_env.games.africana.rules.state import COLOURS, EMPTY

CARDS_DRAWN = 2


@rule
def draw_travel_cards(state):
    """Draw the cards of one action."""
    for _ in range(CARDS_DRAWN):
        take_travel_card(state, state.current_player)


@rule
def take_travel_card(state, player):
    """Draw one card, if there is any. An empty pile is first replenished from the discard pile (ruling 4)."""
    if state.travel_pile_size == 0 and cards_discarded(state) > 0:
        shuffle_discard_pile(state)
    if state.travel_pile_size > 0:
        state.travel_pile_size -= 1
        top = state.travel_pile_size
        colour = state.travel_pile[top]
        state.travel[player, colour] += 1
        state.travel_pile[top] = EMPTY
        remember_draw(state, player, colour)


@rule
def cards_discarded(state):
    """Count the discarded travel cards. Without any, no shuffle is remembered, since shuffles wipe the memory."""
    cards = 0
    for colour in range(COLOURS):
        cards += state.discard[colour]
    return cards


@rule
def shuffle_discard_pile(state):
    """Shuffle the discard pile into the empty pile."""
    size = 0
    for colour in range(COLOURS):
        for _ in range(state.discard[colour]):
            state.travel_pile[size] = colour
            size += 1
        state.discard[colour] = 0
    shuffle(state, state.travel_pile, 0, size)
    state.travel_pile_size = size
    remember_shuffle(state)


@rule
def give_up_travel_card(state, player, colour):
    """Take a card out of a hand, openly."""
    state.travel[player, colour] -= 1
    remember_giving_up(state, player, colour)


@rule
def travel_cards_in_hand(state, player):
    """Return the number of travel cards of a player, which is public."""
    cards = 0
    for colour in range(COLOURS):
        cards += state.travel[player, colour]
    return cards
