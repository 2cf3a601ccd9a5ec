"""The map, the markers and the camps as a read-only record, filled from an edition's file."""

import numpy as np

from africana_env.engine.game.state import record_dtype
from africana_env.games.africa.rules.state import DIRECTIONS, MARKER_KINDS, MAX_PLAYERS, SPACES, WALKS

_int = np.int16
_small = np.uint8
"""For the map: tables fit into the fastest cache, and unsigned indices need no `natural`. Wrap a value in `int` before
adding to it, like the state's small numbers."""

tables_dtype = record_dtype(
    [
        ("num_spaces", _int),
        ("city", _int, (SPACES,)),  # 1 for a city
        ("q", np.int8, (SPACES,)),  # coordinates, see the edition's file
        ("r", np.int8, (SPACES,)),
        ("neighbour", _small, (SPACES, DIRECTIONS)),  # by direction, OFF_THE_MAP where the map ends
        ("walk_to", _small, (SPACES, WALKS)),  # by walk, the neighbours first; OFF_THE_MAP where there is no space
        ("num_neighbours", _small, (SPACES,)),
        ("next_space", _small, (SPACES, DIRECTIONS)),  # the num_neighbours of a space, then the space itself
        ("distance", _small, (SPACES, SPACES)),  # steps on an empty map
        ("markers", _int, (MARKER_KINDS,)),  # of each kind
        ("monuments", _int, (MAX_PLAYERS + 1,)),  # found until the game ends, by number of players
        ("supply", _int, (MAX_PLAYERS + 1,)),  # camps in the supply, by number of players
        ("camps", _int),  # of each player
        ("actions", _int),  # in a turn
    ]
)
