"""Where the cards and markers of Africana lie."""

import numpy as np

from africana_env.engine.game.zones import NOBODY, OWNER, Stock, Zone, bits, cards, counts, owners
from africana_env.games.africana.rules.state import ADVENTURES, EXPEDITIONS, IN_BOOK, MARKERS, MAX_PLAYERS


def still_to_come(states):
    """The places of the expedition pile from which no card has been drawn."""
    return np.arange(EXPEDITIONS) >= states["next_expedition"][:, None]


STOCKS = (
    Stock(
        "the travel cards",
        lambda table, num_players: table.travel_cards,
        (
            Zone("travel", counts, seats=0, seen_by=OWNER),
            Zone("table_travel", counts),
            Zone("travel_pile", cards, size="travel_pile_size", seen_by=NOBODY),
            Zone("discard", counts),
        ),
    ),
    Stock(
        "the expeditions",
        lambda table, num_players: np.arange(EXPEDITIONS) < table.num_expeditions,
        (
            Zone("expedition_pile", cards, counted=still_to_come, seen_by=NOBODY),
            Zone("space", cards),
            Zone("expedition_owner", owners),
        ),
    ),
    Stock(
        "the markers",
        lambda table, num_players: MARKERS * (np.arange(MAX_PLAYERS) < num_players),
        (Zone("markers", bits), Zone("markers_left", counts)),
    ),
    Stock(
        "the adventures",
        lambda table, num_players: np.ones(ADVENTURES),  # those that the edition does not have are out of the game
        (
            Zone("book", cards, size="book_size", seen_by=NOBODY),
            Zone("adventure_place", owners, nobody=IN_BOOK),
        ),
    ),
)
