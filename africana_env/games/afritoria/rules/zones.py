"""Where the cards of Afritoria lie."""

import numpy as np

from africana_env.engine.game.state import RUNNING
from africana_env.engine.game.zones import NOBODY, OWNER, Stock, Zone, cards, counts
from africana_env.games.afritoria.rules.state import (
    ANIMALS,
    COMPETING,
    EMPTY,
    OUT,
    PICK,
    RANGER_TAKES,
    STEAL,
)


def wait_for_the_end_of_the_round(states):
    """The played animals that won nothing so far and are not discarded yet. A game that was given up has ended with
    them, any other without, in whatever phase."""
    elsewhere = (states["row"] != EMPTY).sum(axis=1) + states["discard"].sum(axis=1) + states["score_size"].sum(axis=1)
    left = (states["status"] == RUNNING) | (states["in_sight"].sum(axis=1) > elsewhere)
    phase, standing = states["phase"], states["standing"]
    in_dispute = left & ((phase == RANGER_TAKES) | (phase == STEAL) | (phase == PICK))
    return in_dispute[:, None] & ((standing == COMPETING) | (standing == OUT)) & (states["played"] < ANIMALS)


IN_SIGHT = (
    Zone("played", cards, counted=wait_for_the_end_of_the_round),
    Zone("row", cards),
    Zone("discard", counts),
    Zone("score_pile", cards, np.arange(-1, ANIMALS), size="score_size", seats=0),
)
HIDDEN = (
    Zone("hand", cards, size="hand_size", seats=0, seen_by=OWNER),
    Zone("pile", cards, seen_by=NOBODY),
)


def printed_cards(table, num_players):
    return table.copies[num_players]


STOCKS = (
    Stock(
        "the number of cards of a kind",
        printed_cards,
        (*IN_SIGHT, *HIDDEN),
    ),
)
