"""Leduc hold'em (Southey et al. 2005) for two players: a whole game in one file, without editions and drawings.

The deck has six cards: two of each of three ranks. Both players pay an ante of one chip and get a card. They bet, a
public card is turned up, and they bet again. Raises are 2 chips in the first betting round and 4 in the second, at most
two per round. A pair with the public card wins, else the higher rank; equal ranks share the pot. The returns are the
chips won, divided by the largest possible loss.

`pip install --editable .` in this folder registers the game, by the entry point in `pyproject.toml`.
"""

import numpy as np

from africana_env.engine.game.contract import Game
from africana_env.engine.game.rng import random_below, seed_generator, shuffle
from africana_env.engine.game.rule import rule
from africana_env.engine.game.spaces import ActionGroup, ActionSpace, ObservationField, ObservationSpace
from africana_env.engine.game.state import RUNNING, STATE_HEADER, TERMINATED, StateField, next_round, start_state

CARDS = 6
RANKS = 3
MAX_RAISES = 2
MAX_CHIPS = 13
"""The largest loss: the ante, two raises of 2 and two of 4."""
FOLD, CALL, RAISE = range(3)
NONE = -1

STATE_FIELDS = [
    *STATE_HEADER,
    StateField("deck", np.int16, 0, CARDS - 1, (CARDS,)),  # a card for each player, then the public card
    StateField("chips", np.int16, 1, MAX_CHIPS, (2,)),  # in the pot, by seat
    StateField("raises", np.int16, 0, MAX_RAISES, (2,)),  # by betting round
    StateField("checked", np.int16, 0, 1, (2,)),  # whether the betting round began with a call
    StateField("folded", np.int16, NONE, 1),  # the seat
]
actions = ActionSpace(
    ActionGroup("fold", "give up the pot"),
    ActionGroup("call", "match the other's chips, or check"),
    ActionGroup("raise", "put in more chips than the other"),
)
observation = ObservationSpace(
    ObservationField("own_card", (RANKS,), 1, "own card, by rank"),
    ObservationField("other_card", (RANKS,), 1, "the other's card, by rank; zeros before the showdown"),
    ObservationField("turned_up", (RANKS,), 1, "public card, by rank; zeros before"),
    ObservationField("chips", (2,), MAX_CHIPS, "chips in the pot, own first"),
    ObservationField("raises", (2,), MAX_RAISES, "raises by betting round"),
    ObservationField("checked", (2,), 1, "whether the betting round began with a call"),
    ObservationField("own_turn", (), 1, "whether it is the own turn"),
    ObservationField("over", (), 1, "whether the game is over"),
)


@rule
def reset(tables, state, num_players, seed):
    """Shuffle the cards and put in the antes."""
    start_state(state, num_players, seed)
    for card in range(CARDS):
        state.deck[card] = card
    shuffle(state, state.deck, 0, CARDS)
    state.folded = NONE
    for index in range(2):
        state.chips[index] = 1
        state.raises[index] = 0
        state.checked[index] = 0


@rule
def legal_action_mask(tables, state, mask):
    """Folding is legal only if the other has put in more chips."""
    running = state.status == RUNNING
    seat = state.current_player
    mask[FOLD] = running and state.chips[seat] < state.chips[1 - seat]
    mask[CALL] = running
    mask[RAISE] = running and state.raises[state.round_number - 1] < MAX_RAISES


@rule
def step(tables, state, action):
    """Fold, call or raise."""
    seat = state.current_player
    other = 1 - seat
    if action == FOLD:
        state.folded = seat
        state.status = TERMINATED
        return
    betting = state.round_number - 1
    answered = state.checked[betting] == 1 or state.chips[seat] < state.chips[other]
    state.chips[seat] = state.chips[other]
    state.current_player = other
    if action == RAISE:
        state.chips[seat] += 2 * state.round_number
        state.raises[betting] += 1
    elif not answered:
        state.checked[betting] = 1
    elif state.round_number == 2:
        state.status = TERMINATED
    elif next_round(state):
        state.current_player = 0


@rule
def seen(state, seat, place):
    """Return whether a seat has seen a card of the deck."""
    showdown = state.status == TERMINATED and state.folded == NONE
    return place == seat or (place == 2 and state.round_number == 2) or (place == 1 - seat and showdown)


@rule
def observe(tables, state, seat, features):
    """Write a seat's observation."""
    for index in range(3):
        place = index if index == 2 else (seat + index) % 2
        for rank in range(RANKS):
            features[index * RANKS + rank] = seen(state, seat, place) and state.deck[place] // 2 == rank
    for index in range(2):
        features[3 * RANKS + index] = state.chips[seat if index == 0 else 1 - seat]
        features[3 * RANKS + 2 + index] = state.raises[index]
        features[3 * RANKS + 4 + index] = state.checked[index]
    features[3 * RANKS + 6] = state.current_player == seat
    features[3 * RANKS + 7] = state.status != RUNNING


@rule
def strength(state, seat):
    """Return the strength of a seat's card with the public card."""
    rank = state.deck[seat] // 2
    return rank + RANKS * int(rank == state.deck[2] // 2)


@rule
def won(state):
    """Return the chips that seat 0 has won; 0 before the end."""
    if state.status != TERMINATED:
        return 0
    if state.folded != NONE:
        return int(state.chips[1]) if state.folded == 1 else -int(state.chips[0])
    lead = strength(state, 0) - strength(state, 1)
    return int(state.chips[1]) * (int(lead > 0) - int(lead < 0))


@rule
def returns(tables, state, out):
    """Write the chips won or lost, divided by the largest loss."""
    out[0] = won(state) / MAX_CHIPS
    out[1] = -out[0]


@rule
def scores(tables, state, out):
    """Write the chips won or lost."""
    out[0, 0] = won(state)
    out[1, 0] = -out[0, 0]


def state_faults(table, states):
    """Yield each possible fault of given states, and the states that have it."""
    yield "the round", states["round_number"] > 2
    yield "the deck", (np.sort(states["deck"]) != np.arange(CARDS)).any(axis=1)
    yield "the chips", states["chips"].max(axis=1) != 1 + states["raises"] @ [2, 4]


@rule
def resample(tables, state, seat, seed, scratch):
    """Shuffle the cards that the seat has not seen, sorted first so that their order leaves no trace."""
    seed_generator(state, seed)
    for last in range(CARDS - 1, 0, -1):
        for place in range(last):
            hidden = not seen(state, seat, place) and not seen(state, seat, last)
            if hidden and state.deck[place] > state.deck[last]:
                swap(state.deck, place, last)
    for last in range(CARDS - 1, 0, -1):
        if not seen(state, seat, last):
            place = random_below(state, last + 1)
            while seen(state, seat, place):
                place = random_below(state, last + 1)
            swap(state.deck, place, last)


@rule
def swap(cards, first, second):
    """Swap two cards."""
    card = cards[first]
    cards[first] = cards[second]
    cards[second] = card


GAME = Game(
    name="leduc_v0",
    title="Leduc Hold'em",
    module=__name__,
    players=range(2, 3),
    state_fields=STATE_FIELDS,
    actions=actions,
    observation=observation,
    reset=reset,
    legal_action_mask=legal_action_mask,
    step=step,
    observe=observe,
    returns=returns,
    scores=scores,
    resample=resample,
    state_faults=state_faults,
    margin_scale=1 / MAX_CHIPS,
)
