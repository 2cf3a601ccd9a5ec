"""Moving cards: the pile, hands with who knows their cards, and score piles."""

from africana_env.engine.game.rule import natural, rule
from africana_env.games.afritoria.rules.state import (
    ANIMALS,
    CARDS,
    EMPTY,
    HAND,
    MAX_PLAYERS,
    NOT_PUT,
    PUT_BY,
    PUT_EARLIER_BY,
    STRENGTHS,
)


@rule
def everyone(state):
    """Return the bits of all seats."""
    return (1 << state.num_players) - 1


@rule
def pile_place(state, depth):
    """Return the place in the ring of the card at a depth; 0 is the top."""
    place = state.pile_first + depth
    return natural(place if place < CARDS else place - CARDS)


@rule
def draw_card(state, player):
    """Draw the top card of the pile, which must not be empty. A seat that put it under the pile knows it."""
    place = natural(state.pile_first)
    seen = 1 << player
    put_by = state.pile_from[place]
    if put_by != NOT_PUT:
        owner = natural((put_by - PUT_BY) % MAX_PLAYERS)
        seen |= 1 << owner
        state.put_size -= 1
        if put_by < PUT_EARLIER_BY and owner != player:
            note_drawn(state, owner, player, state.pile[place])
    add_to_hand(state, player, state.pile[place], seen)
    take_top_off(state)


@rule
def note_drawn(state, owner, player, kind):
    """Note that `player` drew a card of the hand that `owner` showed last, and so knows where it went."""
    found, bit = -1, 1 << player
    for card in range(HAND):
        if state.shown[owner, card] == kind and state.shown_drawn[owner, card] & bit == 0:
            surer = found < 0 or state.shown_fate[owner, card] < state.shown_fate[owner, natural(found)]
            found = card if surer else found
    state.shown_drawn[owner, natural(found)] |= bit


@rule
def set_fate(state, player, card, fate):
    """Note the fate of a card of a shown hand.

    Cards of a kind are alike: seats noted as having drawn this one are now noted for another of a lower fate."""
    state.shown_fate[player, card] = fate
    for other in range(HAND):
        if state.shown[player, other] == state.shown[player, card] and state.shown_fate[player, other] < fate:
            moved = state.shown_drawn[player, card] & ~state.shown_drawn[player, other]
            state.shown_drawn[player, card] &= ~moved
            state.shown_drawn[player, other] |= moved


@rule
def shown_cards_put(tables, state, player):
    """Return the number of cards of a player's last shown hand that were put under the pile."""
    return tables.show_cards - (state.to_put if state.current_player == player else 0)


@rule
def shown_cards_in_pile(state, player):
    """Return how many of these are still in the pile."""
    cards = 0
    for depth in range(natural(state.pile_size - state.put_size), natural(state.pile_size)):
        cards += state.pile_from[pile_place(state, depth)] == PUT_BY + player
    return cards


@rule
def take_top_off(state):
    """Remove the top card of the pile."""
    place = natural(state.pile_first)
    state.pile[place] = EMPTY
    state.pile_from[place] = NOT_PUT
    state.pile_first = place + 1 if place + 1 < CARDS else 0
    state.pile_size -= 1


@rule
def add_to_hand(state, player, kind, seen):
    """Add a card to a hand, known to the seats in `seen`."""
    slot = natural(state.hand_size[player])
    state.hand[player, slot] = kind
    state.hand_seen[player, slot] = seen
    state.hand_size[player] = slot + 1


@rule
def remove_from_hand(state, player, slot):
    """Remove a card from a hand; the last card takes its slot."""
    last = natural(state.hand_size[player] - 1)
    state.hand[player, slot] = state.hand[player, last]
    state.hand_seen[player, slot] = state.hand_seen[player, last]
    state.hand[player, last] = EMPTY
    state.hand_seen[player, last] = 0
    state.hand_size[player] = last


@rule
def place_in_hand(state, player, kind):
    """Return the slot of a card of this kind in a hand: of several, the one with the largest `hand_seen`."""
    found = -1
    for slot in range(state.hand_size[player]):
        better_known = found < 0 or state.hand_seen[player, slot] > state.hand_seen[player, found]
        if state.hand[player, slot] == kind and better_known:
            found = slot
    return natural(found)


@rule
def colour_of(kind):
    """Return the colour of an animal; `COLOURS` for a special."""
    return natural(kind) // STRENGTHS


@rule
def strength_of(kind):
    """Return the strength of an animal, from 0."""
    return natural(kind) % STRENGTHS


@rule
def is_animal(kind):
    """Return whether a kind is an animal, not a special or `EMPTY`."""
    return 0 <= kind < ANIMALS


@rule
def put_on_score_pile(tables, state, player, kind):
    """Put an animal on top of a score pile."""
    size = natural(state.score_size[player])
    state.score_pile[player, size] = kind + 1
    state.score_size[player] = size + 1
    state.points[player] += tables.value[strength_of(kind)]


@rule
def take_off_score_pile(tables, state, player):
    """Remove the top card of a score pile and return it."""
    size = natural(state.score_size[player] - 1)
    kind = state.score_pile[player, size] - 1
    state.score_pile[player, size] = 0
    state.score_size[player] = size
    state.points[player] -= tables.value[strength_of(kind)]
    return kind
