"""The printed components as a read-only record, filled from an edition's file."""

import numpy as np

from africana_env.engine.game.state import record_dtype
from africana_env.games.africana.rules.state import (
    ADVENTURES,
    BACKS,
    COLOURS,
    EXPEDITIONS,
    LOCATIONS,
    MAX_PLAYERS,
    SPACES,
)

MAX_ROUTES = 8  # at one location
STEPS_AHEAD = 6  # covered by `within`

_int = np.int16
_small = np.uint8
"""For most tables: many editions then fit into the fastest cache. Wrap a value in `int` before adding to it."""

tables_dtype = record_dtype(
    [
        ("start_location", _int, (MAX_PLAYERS,)),
        ("start_silver", _int, (MAX_PLAYERS,)),
        ("travel_cards", _int, (COLOURS,)),
        ("num_spaces", _int),
        ("bonus_silver", _int, (SPACES,)),
        ("bonus_cards", _int, (SPACES,)),
        ("removed", _int, (MAX_PLAYERS + 1,)),  # C cards left out, by number of players
        ("half", _small, (LOCATIONS,)),  # 0 north, 1 south
        ("symbol", _small, (LOCATIONS, COLOURS)),  # 1 where the location shows the colour
        ("shows", np.int32, (COLOURS,)),  # the locations that show a colour, a bit for each
        ("num_routes", _small, (LOCATIONS,)),
        ("route", _small, (LOCATIONS, MAX_ROUTES)),  # destinations, the first num_routes of a row
        ("distance", _small, (LOCATIONS, LOCATIONS)),  # steps of the shortest route
        # locations within a number of steps, a bit for each
        ("within", np.int32, (LOCATIONS, STEPS_AHEAD + 1)),
        # routes from a location that lead nearer to another, a bit for each
        ("nearer", _small, (LOCATIONS, LOCATIONS)),
        ("num_expeditions", _int),
        ("backs", _int, (BACKS,)),  # expeditions of each back; they are numbered A first, C last
        ("expedition_back", _small, (EXPEDITIONS,)),
        ("expedition_start", _small, (EXPEDITIONS,)),
        ("expedition_target", _small, (EXPEDITIONS,)),
        ("expedition_silver", _small, (EXPEDITIONS,)),
        ("expedition_points", _small, (EXPEDITIONS,)),
        ("num_adventures", _int),
        ("adventure_book", _small, (ADVENTURES,)),
        ("adventure_target", _small, (ADVENTURES,)),
        ("adventure_artifact", np.int8, (ADVENTURES,)),  # kind, or -1
        ("adventure_assistant", np.int8, (ADVENTURES,)),  # colour, or -1
        ("adventure_silver", _small, (ADVENTURES,)),
        ("adventure_points", _small, (ADVENTURES,)),
    ]
)
