"""Zones of the cards and markers of Africana."""

import numpy as np

from africana_env.engine.game.zones import NOBODY, OWNER, Stock, Zone, bits, cards, counts, owners
from africana_env.games.africana.rules.state import ADVENTURES, EXPEDITIONS, IN_BOOK, MARKERS, MAX_PLAYERS


def still_to_come(states):
    """Return the places of the expedition pile that still hold a card."""
    return np.arange(EXPEDITIONS) >= states["next_expedition"][:, None]


def printed_travel_cards(table, num_players):
    return table.travel_cards


def printed_expeditions(table, num_players):
    return np.arange(EXPEDITIONS) < table.num_expeditions


def markers_of_players(table, num_players):
    return MARKERS * (np.arange(MAX_PLAYERS) < num_players)


def all_adventures(table, num_players):
    """Return all adventures. Those that the edition lacks count as out of the game."""
    return np.ones(ADVENTURES)


STOCKS = (
    Stock(
        "the travel cards",
        printed_travel_cards,
        (
            Zone("travel", counts, seats=0, seen_by=OWNER),
            Zone("table_travel", counts),
            Zone("travel_pile", cards, size="travel_pile_size", seen_by=NOBODY),
            Zone("discard", counts),
        ),
    ),
    Stock(
        "the expeditions",
        printed_expeditions,
        (
            Zone("expedition_pile", cards, counted=still_to_come, seen_by=NOBODY),
            Zone("space", cards),
            Zone("expedition_owner", owners),
        ),
    ),
    Stock(
        "the markers",
        markers_of_players,
        (Zone("markers", bits), Zone("markers_left", counts)),
    ),
    Stock(
        "the adventures",
        all_adventures,
        (
            Zone("book", cards, size="book_size", seen_by=NOBODY),
            Zone("adventure_place", owners, nobody=IN_BOOK),
        ),
    ),
)
