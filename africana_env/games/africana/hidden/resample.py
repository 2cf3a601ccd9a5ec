"""Resampling: redraw everything hidden from a seat (rulings, "Hidden").

Every draw starts from the unseen cards in the order of their numbers. The result depends only on the seat's knowledge
and the seed.
"""

from africana_env.engine.game.rng import seed_generator, shuffle
from africana_env.engine.game.rule import rule
from africana_env.games.africana.hidden.hands import resample_hands
from africana_env.games.africana.rules.state import BACKS, BOOKS, COLOURS, EMPTY, IN_BOOK, NOBODY, SPACES, TRAVEL_CARDS


@rule
def resample(tables, state, seat, seed, scratch):
    """Redraw everything that `seat` cannot know, consistent with all that it has seen."""
    seed_generator(state, seed)
    resample_hands(state, seat, scratch)
    resample_travel_pile(tables, state)
    resample_expeditions(tables, state)
    for book in range(BOOKS):
        resample_book(tables, state, book)


@rule
def resample_travel_pile(tables, state):
    """Shuffle the travel pile, which holds all cards that are nowhere else."""
    size = 0
    for colour in range(COLOURS):
        elsewhere = state.discard[colour] + state.table_travel[colour]
        for seat in range(state.num_players):
            elsewhere += state.travel[seat, colour]
        for _ in range(tables.travel_cards[colour] - elsewhere):
            state.travel_pile[size] = colour
            size += 1
    for index in range(size, TRAVEL_CARDS):
        state.travel_pile[index] = EMPTY
    shuffle(state, state.travel_pile, 0, size)


@rule
def resample_expeditions(tables, state):
    """Shuffle the unseen expeditions of each back, including the C cards left out of the game."""
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
    for space in range(SPACES):
        if state.space[space] == card:
            return True
    return False


@rule
def resample_book(tables, state, book):
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
