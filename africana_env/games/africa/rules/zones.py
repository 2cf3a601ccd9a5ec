"""Zones of the markers and camps of Africa."""

import numpy as np

from africana_env.engine.game.zones import EMPTY, NOBODY, Stock, Zone, cards, counts
from africana_env.games.africa.rules.state import (
    CAMP,
    GOODS,
    MARKER_KINDS,
    MAX_VALUE,
    MINERAL,
    MINERALS,
    NO_SPACE,
)

_players_minerals = MINERAL + np.arange(MINERALS)
_players_goods = MINERAL + MINERALS + np.arange(GOODS)
COUNTED_AS = np.array([*range(MINERAL), *np.repeat(_players_minerals, MAX_VALUE), *_players_goods])
"""Kinds of markers without the value of gold and gems, which is unknown for markers that a player has."""

_as_marker = np.array([*COUNTED_AS, *[EMPTY] * (NO_SPACE + 1 - MARKER_KINDS)])
_as_camp = np.where(np.arange(NO_SPACE + 1) == CAMP, 0, EMPTY)


def printed_markers(table, num_players):
    return np.bincount(COUNTED_AS, table.markers)


def printed_camps(table, num_players):
    return [table.supply[num_players] + table.camps * num_players]


STOCKS = (
    Stock(
        "the markers of a kind",
        printed_markers,
        (
            Zone("lying", cards, _as_marker),
            Zone("face_down", cards, _as_marker, seen_by=NOBODY),
            Zone("minerals", counts, _players_minerals[:, None], seats=1),
            Zone("goods", counts, _players_goods, seats=0),
        ),
    ),
    Stock(
        "the camps",
        printed_camps,
        (Zone("lying", cards, _as_camp), Zone("camps", counts, 0, seats=0), Zone("supply", counts, 0)),
    ),
)
