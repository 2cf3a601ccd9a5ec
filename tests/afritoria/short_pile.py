"""A position of Afritoria with shown hands and a short pile, and the exact probabilities of the cards under it."""

from collections import Counter
from itertools import combinations, product
from math import comb
from typing import Any

import numpy as np
from afritoria.eager import EASILY_SHOWN
from afritoria.lockstep import GAME, hand_of, pile_of

from africana_env import Batch
from africana_env.games.afritoria.rules.action_space import ACTION
from africana_env.games.afritoria.rules.cards import take_top_off
from africana_env.games.afritoria.rules.refill import discard_rest
from africana_env.games.afritoria.rules.state import CARDS, COMMIT, IN_HAND_OR_PILE, MAY_BE_PLAYED, OFFER, PUT_BY

Under = tuple[tuple[int, ...], ...]
"""For each seat that has shown its hand, the three cards under the pile, sorted."""


def after_shows_and_a_round(players: int, seed: int) -> Any:
    """Return a position in which all seats except 0 have shown their hands and played a card like one of them.

    The pile has little more than the cards that they put there. Not every seed allows it."""
    batch = Batch(GAME, 1, players, EASILY_SHOWN)
    batch.reset(seed)
    state = batch._states[0]
    discard_rest(state)
    while state.pile_size > 5 * players:
        kind = state.pile[state.pile_first]
        state.discard[kind] += 1
        state.in_sight[kind] += 1
        take_top_off(state)
    state.phase, state.current_player = OFFER, 0  # as if the hands had just been filled
    batch._view()
    batch.step([ACTION.keep_hand])
    while state.phase != COMMIT:
        batch.step([ACTION.show_hand if state.phase == OFFER else int(batch.action_mask[0].argmax())])
    for seat in range(players):
        cards = [kind for kind in hand_of(state, seat) if seat == 0 or kind in state.shown[seat]]
        batch.step([ACTION.commit + cards[0]])
    while state.phase not in (COMMIT, OFFER):
        batch.step([int(batch.action_mask[0].argmax())])
    for seat in range(1, players):
        assert MAY_BE_PLAYED in state.shown_fate[seat]
        assert pile_of(state)[1].count(PUT_BY + seat) == 3
    return batch.states[0]


def chances_under_the_pile(state: Any) -> dict[Under, float]:
    """Return the exact probabilities for seat 0.

    All placements of the unseen cards are equally likely: three cards of each shown hand under the pile, its unplayed
    cards in the hand, all others anywhere."""
    others = range(1, state.num_players)
    unseen = Counter(dict(enumerate(map(int, EASILY_SHOWN.tables[0].copies[state.num_players] - state.in_sight))))
    unseen -= Counter(hand_of(state, 0))
    room = {}
    for seat in others:
        known = [kind for kind, seen in zip(hand_of(state, seat), state.hand_seen[seat], strict=False) if seen & 1]
        unseen -= Counter(known)
        room[seat] = len(hand_of(state, seat)) - len(known)
    found: Counter[Under] = Counter()
    for choice in product(combinations(range(6), 3), repeat=len(others)):
        placed, ways, shown_under = Counter[int](), 1, []
        anywhere = unseen.total() - 3 * len(others)
        kept = {}
        for seat, under in zip(others, choice, strict=True):
            cards = state.shown[seat].tolist()
            sure = state.shown_fate[seat] == IN_HAND_OR_PILE
            kept[seat] = [cards[card] for card in range(6) if sure[card] and card not in under]
            shown_under.append(tuple(sorted(cards[card] for card in under)))
            placed += Counter(shown_under[-1]) + Counter(kept[seat])
            anywhere -= len(kept[seat])
        for seat in others:
            free = room[seat] - len(kept[seat])
            ways *= comb(anywhere, free) if free >= 0 else 0
            anywhere -= free
        if placed <= unseen:
            found[tuple(shown_under)] += ways
    return {under: ways / found.total() for under, ways in found.items() if ways}


def under_the_pile(states: Any) -> Counter[Under]:
    """Count the cards under the pile in resampled states."""
    first = states[0]
    places = [[place for place in range(CARDS) if first.pile_from[place] == PUT_BY + seat] for seat in range(1, 4)]
    columns = [np.sort(states["pile"][:, there]).tolist() for there in places if there]
    return Counter(tuple(map(tuple, row)) for row in zip(*columns, strict=True))
