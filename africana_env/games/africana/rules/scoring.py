"""Scoring (rulebook: Scoring; ruling 15)."""

import numpy as np

from africana_env.engine.game.returns import share_win
from africana_env.engine.game.rule import rule
from africana_env.games.africana.rules.draw import travel_cards_in_hand
from africana_env.games.africana.rules.state import ARTIFACT_COPIES, ARTIFACTS

SCORE_PARTS = (
    "expeditions",
    "adventures",
    "collections",
    "assistants",
    "silver",
    "travel_cards",
    "unfinished",
    "total",
)

ALIKE_POINTS = {2: 6, 3: 12}
"""Value of a collection of identical artifacts, by its size."""
DIFFERENT_POINTS = {2: 2, 4: 10}
"""Value of a collection of different artifacts, by its size."""
TWO_ASSISTANTS, MORE_ASSISTANTS = -5, -10
SILVER_PER_POINT = 10
TRAVEL_CARDS_PER_POINT = 2


def best_collections() -> np.ndarray:
    """Return the value of the best partition of every set of artifacts, `int16`, indexed by the number of each kind.

    Artifacts outside any collection count nothing."""
    sets = []
    for points, sizes in ((ALIKE_POINTS, "alike"), (DIFFERENT_POINTS, "different")):
        for size, value in points.items():
            for kinds in np.ndindex((2,) * ARTIFACTS):
                if sizes == "different" and sum(kinds) == size:
                    sets.append((kinds, value))
                elif sizes == "alike" and sum(kinds) == 1:
                    sets.append((tuple(size * kind for kind in kinds), value))
    best = np.zeros((ARTIFACT_COPIES + 1,) * ARTIFACTS, np.int16)
    while True:
        before = best.copy()
        for used, value in sets:
            rest = tuple(slice(0, ARTIFACT_COPIES + 1 - count) for count in used)
            whole = tuple(slice(count, None) for count in used)
            best[whole] = np.maximum(best[whole], best[rest] + value)
        if np.array_equal(before, best):
            return best


COLLECTIONS = best_collections()


@rule
def collections_value(artifacts):
    """Return the value of a set of artifacts, partitioned as well as possible."""
    return COLLECTIONS[artifacts[0], artifacts[1], artifacts[2], artifacts[3], artifacts[4]]


@rule
def assistants_value(finished):
    """Return the points, at most 0, for finished assistant adventures."""
    return 0 if finished < 2 else TWO_ASSISTANTS if finished == 2 else MORE_ASSISTANTS


@rule
def total_score(state, player):
    return (
        state.expedition_points[player]
        + state.adventure_points[player]
        + state.collection_points[player]
        + assistants_value(state.assistant_adventures[player])
        + state.silver[player] // SILVER_PER_POINT
        + travel_cards_in_hand(state, player) // TRAVEL_CARDS_PER_POINT
        + state.artifacts_in_front[player]
    )


@rule
def scores(tables, state, out):
    """Fill `out`, of shape (seats, score parts), with the current points."""
    for player in range(state.num_players):
        out[player, 0] = state.expedition_points[player]
        out[player, 1] = state.adventure_points[player]
        out[player, 2] = state.collection_points[player]
        out[player, 3] = assistants_value(state.assistant_adventures[player])
        out[player, 4] = state.silver[player] // SILVER_PER_POINT
        out[player, 5] = travel_cards_in_hand(state, player) // TRAVEL_CARDS_PER_POINT
        out[player, 6] = state.artifacts_in_front[player]
        out[player, 7] = total_score(state, player)


@rule
def beats(state, player, other):
    """Return whether `player` is ahead of `other`: by points, then by silver."""
    own = total_score(state, player)
    theirs = total_score(state, other)
    return own > theirs or (own == theirs and state.silver[player] > state.silver[other])


@rule
def is_winner(state, player):
    for other in range(state.num_players):
        if beats(state, other, player):
            return False
    return True


@rule
def returns(tables, state, out):
    """Fill `out` with the outcome; winners share the win."""
    winners = 0
    for player in range(state.num_players):
        if is_winner(state, player):
            winners |= 1 << player
    share_win(winners, state.num_players, out)
