"""Travel cards: drawing them (rulebook: Draw travel cards) and what becomes of them."""

from africana_env.engine.compiler import rule
from africana_env.engine.rng import shuffle
from africana_env.games.africana.state import COLOURS, EMPTY


@rule
def draw_travel_cards(state):
    """The action: two cards."""
    take_travel_card(state, state.current_player)
    take_travel_card(state, state.current_player)


@rule
def take_travel_card(state, player):
    """One card from the pile; the discard pile is shuffled into an empty pile only now, and if both are empty there
    is no card (ruling 4)."""
    if state.travel_pile_size == 0:
        shuffle_discard_pile(state)
    if state.travel_pile_size > 0:
        state.travel_pile_size -= 1
        top = state.travel_pile_size
        state.travel[player, state.travel_pile[top]] += 1
        state.travel_pile[top] = EMPTY


@rule
def shuffle_discard_pile(state):
    """The discard pile becomes the pile.

    With the pile empty and the discard pile open, everyone can tell at this moment which cards the others hold, taken
    together: `known` remembers it for each seat, and `held` the own cards that the others may have in mind.
    """
    size = 0
    for colour in range(COLOURS):
        for _ in range(state.discard[colour]):
            state.travel_pile[size] = colour
            size += 1
        state.discard[colour] = 0
    shuffle(state, state.travel_pile, 0, size)
    state.travel_pile_size = size
    for colour in range(COLOURS):
        in_hands = 0
        for player in range(state.num_players):
            in_hands += state.travel[player, colour]
        for player in range(state.num_players):
            state.held[player, colour] = state.travel[player, colour]
            state.known[player, colour] = in_hands - state.travel[player, colour]


@rule
def give_up_travel_card(state, player, colour):
    """Take a card out of a hand for all to see.

    It counts as one held since the last shuffle, and for the others as one they knew of, if there is one of its
    colour. Cards of a colour are alike, so with two players nothing known is lost; with more, who of the others played
    a card could tell more than this remembers.
    """
    state.travel[player, colour] -= 1
    if state.held[player, colour] > 0:
        state.held[player, colour] -= 1
    for other in range(state.num_players):
        if other != player and state.known[other, colour] > 0:
            state.known[other, colour] -= 1


@rule
def travel_cards_in_hand(state, player):
    """How many travel cards a player holds (public)."""
    cards = 0
    for colour in range(COLOURS):
        cards += state.travel[player, colour]
    return cards
