"""Redrawing what a player cannot know (RULES.md, "Hidden and public").

Every draw starts from the unseen cards in the order of their numbers, so the result depends on what the player knows
and on the seed alone. A hand that was shown is respected: which of its cards went under the pile is drawn anew, the
others are in the hand unless cards like them have been played.
"""

from africana_env.engine.compiler import rule
from africana_env.engine.rng import random_below, seed_generator
from africana_env.games.afritoria.cards import pile_place
from africana_env.games.afritoria.state import (
    COMMIT,
    EMPTY,
    HAND,
    IN_HAND_OR_PILE,
    KINDS,
    MAX_PLAYERS,
    NOT_PUT,
    PUT_BY,
    TURNED_UP,
)

MAX_ATTEMPTS = 1000
"""At the shown hands; never reached in tens of thousands of positions with two or more of them."""


@rule
def resample(tables, state, player, seed):
    """Replace what `player` cannot know by a random draw consistent with all that this player has seen."""
    seed_generator(state, seed)
    gather_unseen(tables, state, player)
    for _ in range(MAX_ATTEMPTS):
        if redraw_shown_hands(tables, state, player):
            break
        take_back(state, player)
    for other in range(state.num_players):
        if other != player:
            for slot in range(state.hand_size[other]):
                if state.hand[other, slot] == EMPTY:
                    state.hand[other, slot] = draw_unseen(state)
            if state.phase == COMMIT and state.committed[other] != EMPTY:
                state.committed[other] = random_below(state, state.hand_size[other])
    for depth in range(state.pile_size):
        place = pile_place(state, depth)
        if state.pile[place] == EMPTY:
            state.pile[place] = draw_unseen(state)


@rule
def redraw_shown_hands(tables, state, player):
    """Whether a draw for one hand after the other came out: one may have taken what another needs."""
    for other in range(state.num_players):
        shown = other != player and state.shown[other, 0] != EMPTY
        if shown and not redraw_shown_hand(tables, state, player, other):
            return False
    return True


@rule
def take_back(state, player):
    """Undo what was drawn so far."""
    for other in range(state.num_players):
        for slot in range(state.hand_size[other]):
            if (
                other != player
                and (state.hand_seen[other, slot] >> player) & 1 == 0
                and state.hand[other, slot] != EMPTY
            ):
                state.unseen[state.hand[other, slot]] += 1
                state.hand[other, slot] = EMPTY
    for depth in range(state.pile_size - state.put_size, state.pile_size):
        place = pile_place(state, depth)
        if put_by(state, place) != player and state.pile[place] != EMPTY:
            state.unseen[state.pile[place]] += 1
            state.pile[place] = EMPTY


@rule
def gather_unseen(tables, state, player):
    """Count in `unseen` what the player cannot place, and empty the places where it may be."""
    for kind in range(KINDS):
        state.unseen[kind] = tables.copies[state.num_players, kind] - state.in_sight[kind]
    for other in range(state.num_players):
        for slot in range(state.hand_size[other]):
            if other == player or (state.hand_seen[other, slot] >> player) & 1 == 1:
                state.unseen[state.hand[other, slot]] -= 1
            else:
                state.hand[other, slot] = EMPTY
    for depth in range(state.pile_size):
        place = pile_place(state, depth)
        if put_by(state, place) == player:
            state.unseen[state.pile[place]] -= 1
        else:
            state.pile[place] = EMPTY


@rule
def put_by(state, place):
    """The seat that put the card there; -1 if nobody did."""
    if state.pile_from[place] == NOT_PUT:
        return -1
    return (state.pile_from[place] - PUT_BY) % MAX_PLAYERS


@rule
def draw_unseen(state):
    """One of the unseen cards, each as likely as the others."""
    left = 0
    for kind in range(KINDS):
        left += state.unseen[kind]
    left = random_below(state, left)
    kind = 0
    while left >= state.unseen[kind]:
        left -= state.unseen[kind]
        kind += 1
    state.unseen[kind] -= 1
    return kind


@rule
def redraw_shown_hand(tables, state, player, other):
    """Draw which cards of the hand that `other` showed last are under the pile, among all choices that agree with what
    was seen since, and put the others into its hand. Cards drawn from under the pile may be anywhere; those that came
    up in the row are known to be away."""
    cards = 0
    while cards < HAND and state.shown[other, cards] != EMPTY:
        cards += 1
    every = 1 << cards
    put = tables.show_cards - (state.to_put if state.current_player == other else 0)
    in_pile = 0
    for depth in range(state.pile_size - state.put_size, state.pile_size):
        in_pile += state.pile_from[pile_place(state, depth)] == PUT_BY + other
    turned_up = 0
    for card in range(cards):
        turned_up |= (state.shown_fate[other, card] == TURNED_UP) << card
    first = random_below(state, every)
    for number in range(every):
        away = (first + number) & (every - 1)
        if count_bits(away) == put - in_pile and turned_up & ~away == 0:
            choices = 0
            for under in range(every):
                choices += fits(state, other, under, away, in_pile)
            if choices > 0:
                choice = random_below(state, choices)
                for under in range(every):
                    if fits(state, other, under, away, in_pile):
                        if choice == 0:
                            place_shown_cards(state, other, under, away)
                            return True
                        choice -= 1
    return False


@rule
def fits(state, other, under, away, in_pile):
    """Whether the shown cards in the set `under` can be those under the pile, when those in `away` have been drawn:
    all cards that this puts somewhere are unseen, and there is room for them in the hand."""
    if under & away != 0 or count_bits(under) != in_pile:
        return False
    room = 0
    for slot in range(state.hand_size[other]):
        room += state.hand[other, slot] == EMPTY
    possible = True
    for card in range(HAND):
        if has_place(state, other, card, under, away):
            state.unseen[state.shown[other, card]] -= 1
            possible &= state.unseen[state.shown[other, card]] >= 0
            room -= 1 - ((under >> card) & 1)
    for card in range(HAND):
        if has_place(state, other, card, under, away):
            state.unseen[state.shown[other, card]] += 1
    return possible and room >= 0


@rule
def has_place(state, other, card, under, away):
    """Whether a shown card must be under the pile or in the hand."""
    if state.shown[other, card] == EMPTY or (away >> card) & 1 == 1:
        return False
    return (under >> card) & 1 == 1 or state.shown_fate[other, card] == IN_HAND_OR_PILE


@rule
def place_shown_cards(state, other, under, away):
    """Put the shown cards in the set `under` under the pile, in any order, and the others into the hand."""
    for depth in range(state.pile_size - state.put_size, state.pile_size):
        place = pile_place(state, depth)
        if state.pile_from[place] == PUT_BY + other:
            skip = random_below(state, count_bits(under))
            for card in range(HAND):
                if (under >> card) & 1 == 1:
                    if skip == 0:
                        state.pile[place] = state.shown[other, card]
                        state.unseen[state.shown[other, card]] -= 1
                        under &= ~(1 << card)
                        away |= 1 << card
                    skip -= 1
    slot = 0
    for card in range(HAND):
        if has_place(state, other, card, 0, away):
            while state.hand[other, slot] != EMPTY:
                slot += 1
            state.hand[other, slot] = state.shown[other, card]
            state.unseen[state.shown[other, card]] -= 1


@rule
def count_bits(bits):
    """How many bits are 1."""
    count = 0
    while bits > 0:
        count += bits & 1
        bits >>= 1
    return count
