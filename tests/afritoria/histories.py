"""All games that follow from a deal, in editions small enough to enumerate."""

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

import numpy as np
from afritoria.lockstep import GAME, hand_of, pile_of

from africana_env import Batch, load_edition
from africana_env.games.afritoria.rules.cards import pile_place

MINI = {"num_players": 2, "edition": "mini"}


def layers(states: np.ndarray) -> Iterator[tuple[Batch, np.ndarray, np.ndarray]]:
    """Yield all positions of `mini` after 0, 1, 2 and so on decisions from `states`, with their parents and actions.

    A parent is an index into the previous layer, in the first layer into `states`."""
    parents, actions = np.arange(len(states)), np.zeros(len(states), np.int64)
    while len(states):
        batch = Batch(GAME, len(states), **MINI)
        batch.set_states(states)
        yield batch, parents, actions
        parents, actions = np.nonzero(batch.action_mask)
        if len(parents):
            following = Batch(GAME, len(parents), observe=False, **MINI)
            following.set_states(batch.states[parents])
            following.step(actions)
            states = following.states
        else:
            states = states[:0]


def count_histories(states: np.ndarray) -> np.ndarray:
    """Return the number of games that follow from each of `states`."""
    counts = np.zeros(len(states), np.int64)
    origins = np.arange(len(states))
    for batch, parents, _ in layers(states):
        origins = origins[parents]
        np.add.at(counts, origins[~batch.running], 1)
    return counts


def deal(cards: Sequence[int]) -> np.ndarray:
    """Return the deal of `mini` with these cards: two hands of two, the row of two and the pile, from the top."""
    batch = Batch(GAME, 1, observe=False, **MINI)
    batch.reset(0)
    state = batch._states[0]
    state.hand[:2, :2] = np.reshape(cards[:4], (2, 2))
    state.row[:2] = cards[4:6]
    state.in_sight[:] = 0
    state.in_sight[list(cards[4:6])] = 1
    for depth, kind in enumerate(cards[6:]):
        state.pile[pile_place(state, depth)] = kind
    return batch.states


def all_deals() -> np.ndarray:
    """Return every deal of `mini`, without regard to the order of cards in a hand or the row."""
    kinds = np.flatnonzero(load_edition(GAME, "mini").tables[0].copies[2]).tolist()
    return np.concatenate(
        [deal(cards) for cards in permutations(kinds) if all(cards[at] < cards[at + 1] for at in (0, 2, 4))]
    )


def possible_deals(state: Any, seat: int) -> np.ndarray:
    """Return all deals that agree with the hand of `seat` and the row; the deal `state` is one of them."""
    other = 1 - seat
    size = int(state.hand_size[other])
    unknown = hand_of(state, other) + pile_of(state)[0]
    deals = []
    for cards in permutations(unknown):
        if list(cards[:size]) == sorted(cards[:size]):
            possible = state.copy()
            possible.hand[other, :size] = cards[:size]
            for depth, kind in enumerate(cards[size:]):
                possible.pile[pile_place(possible, depth)] = kind
            deals.append(possible)
    return np.array(deals, GAME.state_dtype)


def where_the_cards_are(state: Any) -> tuple:
    """Return the sorted hands and the pile."""
    hands = [tuple(sorted(hand_of(state, seat))) for seat in range(state.num_players)]
    return (*hands, tuple(pile_of(state)[0]))
