"""Travel cards: drawing them (rulebook: Draw travel cards) and what becomes of them."""

from africana_env.engine.game.rng import shuffle
from africana_env.engine.game.rule import rule
from africana_env.games.africana.rules.memory import remember_draw, remember_giving_up, remember_shuffle
from africana_env.games.africana.rules.state import COLOURS, EMPTY

CARDS_DRAWN = 2


@rule
def draw_travel_cards(state):
    """The action."""
    for _ in range(CARDS_DRAWN):
        take_travel_card(state, state.current_player)


@rule
def take_travel_card(state, player):
    """One card from the pile; the discard pile is shuffled into an empty pile only now, and if both are empty there
    is no card (ruling 4)."""
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
    """How many travel cards the discard pile has. Without one there is nothing to shuffle, and no shuffle to remember:
    a few that did not happen would wipe the memory."""
    cards = 0
    for colour in range(COLOURS):
        cards += state.discard[colour]
    return cards


@rule
def shuffle_discard_pile(state):
    """The discard pile becomes the pile."""
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
    """Take a card out of a hand for all to see."""
    state.travel[player, colour] -= 1
    remember_giving_up(state, player, colour)


@rule
def travel_cards_in_hand(state, player):
    """How many travel cards a player holds (public)."""
    cards = 0
    for colour in range(COLOURS):
        cards += state.travel[player, colour]
    return cards
