"""Zones of the cards of Afritoria."""

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
    """Return the played animals that have won nothing yet and are not discarded yet.

    A game that its caller ended can have such animals in any phase; other ended games have none."""
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


STOCKS = (Stock("the number of cards of a kind", printed_cards, (*IN_SIGHT, *HIDDEN)),)
