"""Setting up (rulebook: Game Setup)."""

from africana_env.engine.game.rng import shuffle
from africana_env.engine.game.rule import rule
from africana_env.engine.game.state import start_state
from africana_env.games.africana.rules.draw import take_travel_card
from africana_env.games.africana.rules.end_of_turn import replenish_expeditions
from africana_env.games.africana.rules.memory import remember_nothing
from africana_env.games.africana.rules.state import (
    ADVENTURES,
    ARTIFACTS,
    BACKS,
    BOOK_CARDS,
    BOOKS,
    CHOOSE,
    COLOURS,
    EMPTY,
    EXPEDITIONS,
    IN_BOOK,
    MARKERS,
    MAX_PLAYERS,
    NOBODY,
    OUT_OF_GAME,
    SPACES,
    TRAVEL_CARDS,
)


@rule
def reset(tables, state, num_players, seed):
    """Set up a game for `num_players` seats (rulings 1 and 2)."""
    start_state(state, num_players, seed)
    state.phase = CHOOSE
    state.last_round = 0
    state.table_joker = 0
    state.pages_turned = 0
    state.table_travel[:] = 0
    state.table_assistants[:] = 0
    set_up_expeditions(tables, state)
    set_up_books(tables, state)
    set_up_travel_pile(tables, state)
    for player in range(MAX_PLAYERS):
        set_up_company(tables, state, player)
    for player in range(num_players):
        take_travel_card(state, player)


@rule
def set_up_expeditions(tables, state):
    """Stack A on B on C, leave out some C cards unseen, and fill the spaces."""
    start = 0
    for back in range(BACKS):
        stop = start + tables.backs[back]
        for card in range(start, stop):
            state.expedition_pile[card] = card
        shuffle(state, state.expedition_pile, start, stop)
        start = stop
    for card in range(start, EXPEDITIONS):
        state.expedition_pile[card] = EMPTY
    state.next_expedition = 0
    state.expeditions_in_game = tables.num_expeditions - tables.removed[state.num_players]
    for card in range(EXPEDITIONS):
        state.expedition_owner[card] = NOBODY
    for space in range(SPACES):
        state.space[space] = EMPTY
        state.markers[space] = 0
    replenish_expeditions(tables, state)


@rule
def set_up_books(tables, state):
    """Shuffle the cards of each book onto its right half (ruling 5)."""
    for book in range(BOOKS):
        size = 0
        for adventure in range(tables.num_adventures):
            if tables.adventure_book[adventure] == book:
                state.book[book, size] = adventure
                size += 1
        shuffle(state, state.book[book], 0, size)
        for index in range(size, BOOK_CARDS):
            state.book[book, index] = EMPTY
        state.book_size[book] = size
        state.book_left[book] = 0
        state.book_seen[book] = min(1, size)
    for adventure in range(ADVENTURES):
        state.adventure_place[adventure] = IN_BOOK if adventure < tables.num_adventures else OUT_OF_GAME


@rule
def set_up_travel_pile(tables, state):
    """Shuffle all travel cards into the pile."""
    size = 0
    for colour in range(COLOURS):
        state.discard[colour] = 0
        for _ in range(tables.travel_cards[colour]):
            state.travel_pile[size] = colour
            size += 1
    shuffle(state, state.travel_pile, 0, size)
    for index in range(size, TRAVEL_CARDS):
        state.travel_pile[index] = EMPTY
    state.travel_pile_size = size
    remember_nothing(state)


@rule
def set_up_company(tables, state, player):
    """Set place, silver and cards of a company, or clear it if no player takes the seat."""
    taken = player < state.num_players
    state.silver[player] = tables.start_silver[player] if taken else 0
    state.location[player] = tables.start_location[player] if taken else 0
    state.joker[player] = 1 if taken else 0
    state.markers_left[player] = MARKERS if taken else 0
    for colour in range(COLOURS):
        state.assistants[player, colour] = 0
        state.travel[player, colour] = 0
    for artifact in range(ARTIFACTS):
        state.artifacts[player, artifact] = 0
    state.adventures_in_front[player] = 0
    state.artifacts_in_front[player] = 0
    state.collection_points[player] = 0
    state.expedition_points[player] = 0
    state.adventure_points[player] = 0
    state.assistant_adventures[player] = 0
