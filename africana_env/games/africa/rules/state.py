"""Everything that makes up one game of Africa, as one record.

Spaces, species and goods are numbered as in the edition's file, seats from 0. What lies on a space is a number, too:
below `MARKER_KINDS` a marker by its kind, above it what is no marker.
"""

import numpy as np

from africana_env.engine.game.state import STATE_HEADER, StateField

MAX_PLAYERS = 5
SPACES = 101
DIRECTIONS = 6
SPECIES = 5
GOODS = 5
MINERALS = 2  # gold, gems
MAX_VALUE = 2  # of a mineral
WALKS = 3 * DIRECTIONS
"""Spaces that a walk can lead to: by direction, those one step away, two steps away, and in between: two steps away in
this direction and in the one before."""
MAX_ACTIONS = 2  # in a turn
MAX_OF_A_KIND = 20
"""Markers of a kind that an edition may have."""
MAX_OF_A_MINERAL = 10
"""Markers of one mineral and value that an edition may have."""
MAX_SUPPLY = 20
"""Camps that the supply may have."""
MAX_FIRST_CAMPS = 4
"""Camps that a player may begin with."""
GOODS_OF_A_KIND = 5
MAX_CAMPS = SPACES
MAX_POINTS = 2000
"""More than any game brings."""

# Kinds of markers: those that can be moved, then the other that research pays for, then minerals, then goods.
ANIMAL = 0  # + species
NOMAD = ANIMAL + SPECIES
MONUMENT = NOMAD + 1
MINERAL = MONUMENT + 1  # + MAX_VALUE * (0 gold, 1 gems) + value - 1
GOOD = MINERAL + MINERALS * MAX_VALUE  # + good
MARKER_KINDS = GOOD + GOODS

# What else can lie on a space.
FREE = MARKER_KINDS
FACE_DOWN = FREE + 1
CAMP = FREE + 2
NO_SPACE = FREE + 3  # there is no such space

OFF_THE_MAP = SPACES
"""The neighbour of a space where the map ends; `lying` there is `NO_SPACE`."""

# What is counted beside every space: the animals of each species, the free spaces, and what only helps to value it.
FREE_BESIDE = NOMAD
"""A nomad is paid for these as an animal is for its species, so the kinds that can be moved are the first counts."""
PIECES = NOMAD + 1
"""Kinds that can be moved."""
FACE_DOWN_BESIDE = PIECES
SIGHTS_BESIDE = PIECES + 1  # animals, nomads and monuments: what research pays for
MINERALS_BESIDE = PIECES + 2
COUNTS = PIECES + 3

# Phases: set-up; walking or acting; where to put a piece that was found, or moved from where it lay; a trade.
SET_UP, TURN, PUT_FIND, PUT_MOVED, TRADE = range(5)
PHASE_NAMES = ("set-up", "turn", "put a find", "put a moved piece", "trade")

NOTHING = -1
NOWHERE = -1

_int = np.int16
_small = np.int8
"""For the map, by far the most of a state: half the size made batches of thousands a third faster."""

STATE_FIELDS = [
    *STATE_HEADER,
    StateField("phase", _int, 0, len(PHASE_NAMES) - 1),
    StateField("walked", _int, 0, 1),  # 1 from the walk to the action that follows it
    StateField("actions_left", _int, 0, MAX_ACTIONS),  # in this turn
    StateField("piece_space", _int, NOWHERE, SPACES - 1),  # where the piece lies that is to be put, or NOWHERE
    StateField("found_good", _int, NOTHING, GOODS - 1),  # while a trade is possible with it, else NOTHING
    StateField("supply", _int, 0, MAX_CAMPS),  # camps
    StateField("monuments_left", _int, 0, SPACES),  # until the game ends
    # players
    StateField("points", _int, 0, MAX_POINTS, (MAX_PLAYERS,)),
    StateField("camps", _int, 0, MAX_CAMPS, (MAX_PLAYERS,)),
    StateField("location", _int, NOWHERE, SPACES - 1, (MAX_PLAYERS,)),  # of the researcher, or NOWHERE
    StateField("minerals", _int, 0, SPACES, (MINERALS, MAX_PLAYERS)),  # markers of gold and gems
    StateField("goods", _int, 0, GOODS_OF_A_KIND, (MAX_PLAYERS, GOODS)),
    # what both would bring if the game ended now, see scoring.py
    StateField("mineral_points", _int, 0, MAX_POINTS, (MINERALS, MAX_PLAYERS)),
    StateField("goods_points", _int, 0, MAX_POINTS, (MAX_PLAYERS,)),
    # the map; one more entry for OFF_THE_MAP
    StateField("lying", _small, 0, NO_SPACE, (SPACES + 1,)),  # what lies on a space, as everyone sees it
    StateField("occupied", _small, 0, 1, (SPACES + 1,)),  # 1 where a researcher stands
    # hidden from everyone: the kind of the face-down marker, else NOTHING
    StateField("face_down", _small, NOTHING, MARKER_KINDS - 1, (SPACES,)),
    StateField("face_down_kinds", _int, 0, SPACES, (MARKER_KINDS,)),  # how many of each kind lie face down
    # kept to value places without a search, see board.py
    StateField("beside", _small, 0, DIRECTIONS, (COUNTS, SPACES)),
    # free spaces by how many of a kind lie beside them
    StateField("places", _int, 0, SPACES, (PIECES, DIRECTIONS + 1)),
]
