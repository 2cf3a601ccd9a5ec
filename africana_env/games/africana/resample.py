"""Redrawing what a player cannot know (rulings, "Hidden").

Every draw starts from the unseen cards in the order of their numbers, so the result depends on what the player knows
and on the seed alone. With three or four players, which of the others holds a card that is known to be in their hands
(see `draw.shuffle_discard_pile`) is drawn by the sizes of the hands alone, without regard to who drew cards since.
"""

from africana_env.engine.compiler import rule
from africana_env.engine.rng import seed_generator, shuffle
from africana_env.games.africana.draw import travel_cards_in_hand
from africana_env.games.africana.state import BACKS, BOOKS, COLOURS, EMPTY, IN_BOOK, NOBODY, SPACES, TRAVEL_CARDS

KNOWN_MARK = COLOURS
"""Added to the colour of a card that the player knows to be in one of the others' hands."""


@rule
def resample(tables, state, player, seed):
    """Replace what `player` cannot know by a random draw consistent with all that this player has seen."""
    seed_generator(state, seed)
    resample_travel_cards(tables, state, player)
    resample_expeditions(tables, state)
    for book in range(BOOKS):
        resample_book(tables, state, book)


@rule
def resample_travel_cards(tables, state, player):
    """The others' hands and the travel pile."""
    pile = state.travel_pile
    unseen = 0
    for colour in range(COLOURS):
        seen = state.discard[colour] + state.table_travel[colour] + state.travel[player, colour]
        for _ in range(tables.travel_cards[colour] - seen - state.known[player, colour]):
            pile[unseen] = colour
            unseen += 1
    shuffle(state, pile, 0, unseen)
    # Above the pile, for the hands: the rest of the unseen cards, and the known ones, marked.
    total = unseen
    for colour in range(COLOURS):
        for _ in range(state.known[player, colour]):
            pile[total] = KNOWN_MARK + colour
            total += 1
    shuffle(state, pile, state.travel_pile_size, total)
    deal_hands(state, player)
    for index in range(state.travel_pile_size, TRAVEL_CARDS):
        pile[index] = EMPTY


@rule
def deal_hands(state, player):
    """Give the others as many cards as they hold from above the pile, and the knowledge that goes with them."""
    top = state.travel_pile_size
    for other in range(state.num_players):
        if other != player:
            cards = travel_cards_in_hand(state, other)
            state.travel[other, :] = 0
            state.held[other, :] = 0
            for _ in range(cards):
                card = state.travel_pile[top]
                top += 1
                state.travel[other, card % KNOWN_MARK] += 1
                if card >= KNOWN_MARK:
                    state.held[other, card - KNOWN_MARK] += 1
    for other in range(state.num_players):
        if other != player:
            for colour in range(COLOURS):
                held = state.held[player, colour] + state.known[player, colour] - state.held[other, colour]
                state.known[other, colour] = held


@rule
def resample_expeditions(tables, state):
    """The expedition pile within each back, and with it the C cards left out of the game."""
    start = state.next_expedition
    for card in range(tables.num_expeditions):
        if state.expedition_owner[card] == NOBODY and not lies_open(state, card):
            state.expedition_pile[start] = card
            start += 1
    start = 0
    for back in range(BACKS):
        stop = start + tables.backs[back]
        shuffle(state, state.expedition_pile, max(start, state.next_expedition), stop)
        start = stop


@rule
def lies_open(state, card):
    """Whether the expedition lies on a space."""
    for space in range(SPACES):
        if state.space[space] == card:
            return True
    return False


@rule
def resample_book(tables, state, book):
    """The cards of a book that nobody has seen."""
    seen = state.book_seen[book]
    line = state.book[book]
    index = seen
    for adventure in range(tables.num_adventures):
        if tables.adventure_book[adventure] == book and state.adventure_place[adventure] == IN_BOOK:
            hidden = True
            for other in range(seen):
                if line[other] == adventure:
                    hidden = False
            if hidden:
                line[index] = adventure
                index += 1
    shuffle(state, line, seen, state.book_size[book])
