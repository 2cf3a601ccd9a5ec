"""Setting up (rulebook: Preparation)."""

from africana_env.engine.game.rng import shuffle
from africana_env.engine.game.rule import rule
from africana_env.engine.game.state import start_state
from africana_env.games.afritoria.rules.cards import draw_card
from africana_env.games.afritoria.rules.refill import start_round
from africana_env.games.afritoria.rules.state import (
    CARDS,
    EMPTY,
    HAND,
    KINDS,
    MAX_PLAYERS,
    NOT_PUT,
    ROW,
    SCORE_PILE,
)


@rule
def reset(tables, state, num_players, seed):
    """Set up a game for `num_players` seats."""
    start_state(state, num_players, seed)
    state.to_put = 0
    for kind in range(KINDS):
        state.discard[kind] = 0
        state.in_sight[kind] = 0
    for player in range(MAX_PLAYERS):
        clear_seat(state, player)
    for place in range(ROW):
        state.row[place] = EMPTY
    fill_pile(tables, state)
    for player in range(num_players):
        for _ in range(tables.hand):
            draw_card(state, player)
    start_round(state)


@rule
def clear_seat(state, player):
    """Clear hand, score pile and shown hand of a seat."""
    for slot in range(HAND):
        state.hand[player, slot] = EMPTY
        state.hand_seen[player, slot] = 0
        state.shown[player, slot] = EMPTY
        state.shown_fate[player, slot] = 0
        state.shown_drawn[player, slot] = 0
    for place in range(SCORE_PILE):
        state.score_pile[player, place] = 0
    state.hand_size[player] = 0
    state.committed[player] = EMPTY
    state.score_size[player] = 0
    state.points[player] = 0


@rule
def fill_pile(tables, state):
    """Shuffle the animals, one colour per player, and the specials into the pile."""
    size = 0
    for kind in range(KINDS):
        for _ in range(tables.copies[state.num_players, kind]):
            state.pile[size] = kind
            size += 1
    shuffle(state, state.pile, 0, size)
    for place in range(size, CARDS):
        state.pile[place] = EMPTY
    for place in range(CARDS):
        state.pile_from[place] = NOT_PUT
    state.pile_first = 0
    state.pile_size = size
    state.put_size = 0


@rule
def sort_deal(tables, state):
    """Sort the hands and the row, whose order has no meaning."""
    for player in range(state.num_players):
        sort_cards(state.hand[player], state.hand_size[player])
    sort_cards(state.row, ROW)


@rule
def sort_cards(cards, number):
    """Sort the first `number` cards by kind, empty places last."""
    for place in range(1, number):
        card = cards[place]
        while place > 0 and card != EMPTY and (cards[place - 1] > card or cards[place - 1] == EMPTY):
            cards[place] = cards[place - 1]
            place -= 1
        cards[place] = card
