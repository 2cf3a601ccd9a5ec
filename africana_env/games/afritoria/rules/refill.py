"""The end of a round (rulebook: Fill up your hand; rulings 1 and 8 to 10)."""

from africana_env.engine.game.rule import natural, rule
from africana_env.engine.game.state import TERMINATED, next_round
from africana_env.games.afritoria.rules.cards import (
    colour_of,
    draw_card,
    is_animal,
    pile_place,
    place_in_hand,
    remove_from_hand,
    set_fate,
    take_top_off,
)
from africana_env.games.afritoria.rules.state import (
    COLOURS,
    COMMIT,
    COMPETING,
    EMPTY,
    HAND,
    IN_HAND_OR_PILE,
    KINDS,
    MAX_PLAYERS,
    NOT_PLAYED,
    NOT_PUT,
    OFFER,
    OUT,
    PUT_BY,
    PUT_EARLIER_BY,
    PUT_UNDER,
    ROW,
    TURNED_UP,
)


@rule
def end_round(tables, state):
    """Discard the cards that were not won, refill the hands, then offer to show them."""
    discard_rest(state)
    for player in range(state.num_players):
        while state.hand_size[player] < tables.hand and state.pile_size > 0:
            draw_card(state, player)
    if state.pile_size >= tables.show_cards:  # showing does not change this
        state.current_player = 0
        state.phase = OFFER
    else:
        start_next_round(state)


@rule
def discard_rest(state):
    """Discard played animals that won nothing, and the rest of the row (ruling 8)."""
    for player in range(state.num_players):
        kind = state.played[player]
        if state.standing[player] == COMPETING:
            state.standing[player] = OUT
        if state.standing[player] == OUT and is_animal(kind):
            state.discard[natural(kind)] += 1
    for place in range(ROW):
        if state.row[place] != EMPTY:
            state.discard[natural(state.row[place])] += 1
            state.row[place] = EMPTY


@rule
def next_offer(state):
    """Ask the next seat whether it shows the hand; after the last one, begin the next round.

    Everyone is asked, since asking only some would reveal their hands (ruling 9).
    """
    if state.current_player + 1 < state.num_players:
        state.current_player += 1
        state.phase = OFFER
    else:
        start_next_round(state)


@rule
def may_show(tables, state, player):
    """Return whether the hand has enough animals of one colour."""
    counts = 0  # four bits per colour; a special counts as a fifth colour
    for slot in range(state.hand_size[player]):
        counts += 1 << (4 * colour_of(state.hand[player, slot]))
    for colour in range(COLOURS):
        if (counts >> (4 * colour)) & 15 >= tables.show_animals:
            return True
    return False


@rule
def show_hand(tables, state):
    """Show the hand to all. Its cards put under the pile are then hidden."""
    player = natural(state.current_player)
    for depth in range(state.pile_size - state.put_size, state.pile_size):
        place = pile_place(state, depth)
        if state.pile_from[place] == PUT_BY + player:
            state.pile_from[place] = PUT_EARLIER_BY + player
    shown = 0
    for kind in range(KINDS):  # sorted, so that the order shows nothing
        for slot in range(state.hand_size[player]):
            if state.hand[player, slot] == kind:
                state.hand_seen[player, slot] = 1 << player
                state.shown[player, shown] = kind
                state.shown_fate[player, shown] = IN_HAND_OR_PILE
                state.shown_drawn[player, shown] = 0
                shown += 1
    state.to_put = tables.show_cards
    state.phase = PUT_UNDER


@rule
def put_under(tables, state, kind):
    """Put a card of the hand under the pile; after the last one, draw the same number from the top."""
    player = natural(state.current_player)
    remove_from_hand(state, player, place_in_hand(state, player, kind))
    place = pile_place(state, state.pile_size)
    state.pile[place] = kind
    state.pile_from[place] = PUT_BY + player
    state.pile_size += 1
    state.put_size += 1
    state.to_put -= 1
    if state.to_put == 0:
        for _ in range(tables.show_cards):
            draw_card(state, player)
        next_offer(state)


@rule
def start_next_round(state):
    """Begin the next round, or end the game if the pile is empty (ruling 10)."""
    if state.pile_size == 0:
        state.status = TERMINATED
    elif next_round(state):
        start_round(state)


@rule
def start_round(state):
    """Fill the row while the pile lasts (ruling 1); seat 0 commits first."""
    for player in range(MAX_PLAYERS):
        state.played[player] = EMPTY
        state.standing[player] = NOT_PLAYED
    for place in range(state.num_players):
        if state.pile_size > 0:
            first = natural(state.pile_first)
            kind = state.pile[first]
            state.row[place] = kind
            state.in_sight[natural(kind)] += 1
            put_by = state.pile_from[first]
            if put_by != NOT_PUT:
                state.put_size -= 1
            if PUT_BY <= put_by < PUT_EARLIER_BY:
                turn_up(state, natural(put_by - PUT_BY), kind)
            take_top_off(state)
    state.colour = 0
    state.current_player = 0
    state.phase = COMMIT


@rule
def turn_up(state, player, kind):
    """Note that a card of the hand shown last came up in the row from under the pile.

    If a card like it may have been played, it was another one."""
    found = -1
    for card in range(HAND):
        if state.shown[player, card] == kind:
            likelier = found < 0 or state.shown_fate[player, card] < state.shown_fate[player, natural(found)]
            found = card if likelier else found
    set_fate(state, player, natural(found), TURNED_UP)
