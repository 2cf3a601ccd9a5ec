"""Resampling: redraw everything hidden from a seat (RULES.md, "Hidden and public").

An unseen card is equally likely in every place that it can have. Shown hands add knowledge: their owner put some of the
cards under the pile, every choice equally likely, and kept the rest; some have come up or been drawn since. Therefore
the places of shown cards are drawn first, with probabilities proportional to the ways to spread the other unseen cards
over the remaining places.

Commitments of the others are taken back, so that they decide again by the cards they now hold. Committing after this
player is consistent with everything it has seen. A random card in their place would be no sensible choice.

Every draw starts from the unseen cards in the order of their numbers. The result depends only on the seat's knowledge
and the seed.
"""

import numpy as np

from africana_env.engine.game.rng import random_below, seed_generator
from africana_env.engine.game.rule import rule
from africana_env.engine.game.state import record_dtype
from africana_env.games.afritoria.rules.cards import pile_place, shown_cards_in_pile, shown_cards_put
from africana_env.games.afritoria.rules.state import (
    EMPTY,
    HAND,
    IN_HAND_OR_PILE,
    KINDS,
    MAX_PLAYERS,
    NOT_PUT,
    PUT_BY,
    TURNED_UP,
)

ALL = (1 << HAND) - 1
"""The set of all cards of a shown hand."""
MAX_ATTEMPTS = 1000
"""Attempts to draw all shown hands; never reached in tens of thousands of positions with two or more of them."""
DRAW_RANGE = 1 << 30
"""`random_below(state, DRAW_RANGE) / DRAW_RANGE` is a random number in [0, 1)."""


resample_scratch = record_dtype([("unseen", np.int8, (KINDS,))])
"""Unseen cards of each kind that are not dealt yet."""


@rule
def resample(tables, state, seat, seed, scratch):
    """Redraw everything that `seat` cannot know, consistent with all that it has seen."""
    seed_generator(state, seed)
    gather_unseen(tables, state, seat, scratch)
    redraw_shown_hands(tables, state, seat, scratch)
    for other in range(state.num_players):
        if other != seat:
            for slot in range(state.hand_size[other]):
                if state.hand[other, slot] == EMPTY:
                    state.hand[other, slot] = draw_unseen(state, scratch)
            state.committed[other] = EMPTY
    for depth in range(state.pile_size):
        place = pile_place(state, depth)
        if state.pile[place] == EMPTY:
            state.pile[place] = draw_unseen(state, scratch)


@rule
def redraw_shown_hands(tables, state, seat, scratch):
    """Draw the places of the cards of shown hands, each hand separately, until they agree (rejection sampling).

    The more cards are placed in hands, the fewer ways there are to spread the rest. Separate draws ignore this, so the
    draws that place few cards in hands are accepted with lower probability."""
    free = 0  # unseen cards except shown ones under the pile
    for kind in range(KINDS):
        free += scratch.unseen[kind]
    most = 0  # most shown cards that can be in hands
    for other in range(state.num_players):
        if is_shown(state, seat, other):
            free -= shown_cards_in_pile(state, other)
            kept = min(count_bits(sure_cards(state, seat, other)), cards_kept(tables, state, other))
            most += min(room_in_hand(state, other), kept)
    for _ in range(MAX_ATTEMPTS):
        choices = 0
        for other in range(state.num_players):
            if is_shown(state, seat, other):
                choices |= choose_shown_cards(tables, state, seat, other, free, scratch) << (2 * HAND * other)
        kept = 0
        for other in range(state.num_players):
            if is_shown(state, seat, other):
                choice = choices >> (2 * HAND * other)
                kept += place_shown_cards(state, seat, other, choice & ALL, (choice >> HAND) & ALL, scratch)
        accepted = 1.0
        for number in range(kept, most):
            accepted *= (free - number) / free
        if none_is_missing(scratch) and random_below(state, DRAW_RANGE) < accepted * DRAW_RANGE:
            for other in range(state.num_players):
                if is_shown(state, seat, other):
                    redraw_drawn(state, seat, other, (choices >> (2 * HAND * other + HAND)) & ALL)
            return
        take_back(state, seat, scratch)


@rule
def none_is_missing(scratch):
    """Return whether at most the available cards of each kind were placed."""
    for kind in range(KINDS):
        if scratch.unseen[kind] < 0:
            return False
    return True


@rule
def take_back(state, seat, scratch):
    """Undo the draws so far."""
    for other in range(state.num_players):
        for slot in range(state.hand_size[other]):
            if other != seat and (state.hand_seen[other, slot] >> seat) & 1 == 0 and state.hand[other, slot] != EMPTY:
                scratch.unseen[state.hand[other, slot]] += 1
                state.hand[other, slot] = EMPTY
    for depth in range(state.pile_size - state.put_size, state.pile_size):
        place = pile_place(state, depth)
        if put_by(state, place) != seat and state.pile[place] != EMPTY:
            scratch.unseen[state.pile[place]] += 1
            state.pile[place] = EMPTY


@rule
def gather_unseen(tables, state, seat, scratch):
    """Count the unseen cards, and empty their places. No other player is taken to know a card there."""
    for kind in range(KINDS):
        scratch.unseen[kind] = tables.copies[state.num_players, kind] - state.in_sight[kind]
    for other in range(state.num_players):
        for slot in range(state.hand_size[other]):
            if other == seat or (state.hand_seen[other, slot] >> seat) & 1 == 1:
                scratch.unseen[state.hand[other, slot]] -= 1
            else:
                state.hand[other, slot] = EMPTY
                state.hand_seen[other, slot] = 1 << other
    for depth in range(state.pile_size):
        place = pile_place(state, depth)
        if put_by(state, place) == seat:
            scratch.unseen[state.pile[place]] -= 1
        else:
            state.pile[place] = EMPTY


@rule
def put_by(state, place):
    """Return the seat that put the card there; -1 if it was never put there."""
    if state.pile_from[place] == NOT_PUT:
        return -1
    return (state.pile_from[place] - PUT_BY) % MAX_PLAYERS


@rule
def draw_unseen(state, scratch):
    left = 0
    for kind in range(KINDS):
        left += scratch.unseen[kind]
    left = random_below(state, left)
    kind = 0
    while left >= scratch.unseen[kind]:
        left -= scratch.unseen[kind]
        kind += 1
    scratch.unseen[kind] -= 1
    return kind


@rule
def is_shown(state, seat, other):
    """Return whether `other` is not `seat` and has shown a hand."""
    return other != seat and state.shown[other, 0] != EMPTY


@rule
def cards_kept(tables, state, other):
    """Count the cards of a shown hand that were not put under the pile, including played ones."""
    cards = -shown_cards_put(tables, state, other)
    for card in range(HAND):
        cards += state.shown[other, card] != EMPTY
    return cards


@rule
def room_in_hand(state, other):
    """Count the empty slots of a hand, which hold unseen cards."""
    room = 0
    for slot in range(state.hand_size[other]):
        room += state.hand[other, slot] == EMPTY
    return room


@rule
def sure_cards(state, seat, other):
    """Return the cards of a shown hand that are still in it unless they were put under the pile, as a bit set."""
    cards = 0
    for card in range(HAND):
        sure = state.shown_fate[other, card] == IN_HAND_OR_PILE and (state.shown_drawn[other, card] >> seat) & 1 == 0
        cards |= sure << card
    return cards


@rule
def choose_shown_cards(tables, state, seat, other, free, scratch):
    """Draw the cards of a shown hand that are under the pile, and those that left it unseen.

    Return two bit sets, the second shifted by `HAND`."""
    in_pile = shown_cards_in_pile(state, other)
    drawn = shown_cards_put(tables, state, other) - in_pile
    candidates = 0
    for card in range(HAND):
        if state.shown[other, card] != EMPTY:
            gone = state.shown_fate[other, card] == TURNED_UP or (state.shown_drawn[other, card] >> seat) & 1 == 1
            drawn -= gone
            candidates |= (not gone) << card
    room, sure = room_in_hand(state, other), sure_cards(state, seat, other)
    choice, total = ALL << HAND, 0.0
    for under in range(ALL + 1):
        if under & ~candidates == 0 and count_bits(under) == in_pile:
            for away in range(ALL + 1):
                if away & ~(candidates & ~under) == 0 and count_bits(away) == drawn:
                    kept = sure & ~under & ~away
                    ways = ways_to_keep(state, other, under | kept, count_bits(kept), room, free, scratch)
                    total += ways
                    if ways > 0 and random_below(state, DRAW_RANGE) * total < ways * DRAW_RANGE:
                        choice = under | (away << HAND)
    return choice


@rule
def ways_to_keep(state, other, cards, kept, room, free, scratch):
    """Return the relative number of ways to spread the unseen cards if these `cards` are placed, `kept` in the hand."""
    possible = kept <= room
    for card in range(HAND):
        if (cards >> card) & 1 == 1:
            scratch.unseen[state.shown[other, card]] -= 1
            possible &= scratch.unseen[state.shown[other, card]] >= 0
    for card in range(HAND):
        if (cards >> card) & 1 == 1:
            scratch.unseen[state.shown[other, card]] += 1
    ways = 1.0 if possible else 0.0
    for number in range(kept):
        ways *= (room - number) / max(free, 1)
    return ways


@rule
def place_shown_cards(state, seat, other, under, away, scratch):
    """Put the shown cards in `under` under the pile, in random order, and the remaining ones into the hand.

    Cards in `away` have left. Return the number of cards put into the hand."""
    kept = sure_cards(state, seat, other) & ~under & ~away
    for depth in range(state.pile_size - state.put_size, state.pile_size):
        place = pile_place(state, depth)
        if state.pile_from[place] == PUT_BY + other and under != 0:
            card = draw_from(state, under)
            under &= ~(1 << card)
            state.pile[place] = state.shown[other, card]
            scratch.unseen[state.shown[other, card]] -= 1
    slot = 0
    for card in range(HAND):
        if (kept >> card) & 1 == 1:
            while state.hand[other, slot] != EMPTY:
                slot += 1
            state.hand[other, slot] = state.shown[other, card]
            scratch.unseen[state.shown[other, card]] -= 1
    return count_bits(kept)


@rule
def redraw_drawn(state, seat, other, away):
    """Draw which of the cards that left unseen were drawn by each of the other players, who know it."""
    for drawer in range(state.num_players):
        if drawer != seat and drawer != other:
            cards = 0
            for card in range(HAND):
                cards += (state.shown_drawn[other, card] >> drawer) & 1
                state.shown_drawn[other, card] &= ~(1 << drawer)
            for _ in range(min(cards, count_bits(away))):
                card = draw_from(state, away)
                away &= ~(1 << card)
                state.shown_drawn[other, card] |= 1 << drawer


@rule
def draw_from(state, cards):
    """Draw a card of a nonempty set."""
    skip = random_below(state, count_bits(cards))
    card = 0
    while skip > 0 or (cards >> card) & 1 == 0:
        skip -= (cards >> card) & 1
        card += 1
    return card


@rule
def count_bits(bits):
    count = 0
    while bits > 0:
        count += bits & 1
        bits >>= 1
    return count
