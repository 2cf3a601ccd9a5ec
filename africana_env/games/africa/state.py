"""Everything that makes up one game of Africa, as one record.

Spaces, species and goods are numbered as in the edition's file, seats from 0. What lies on a space is a number, too:
below `MARKER_KINDS` a marker by its kind, above it what is no marker.
"""

import numpy as np

from africana_env.engine.state import STATE_HEADER, record_dtype

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
GOODS_OF_A_KIND = 5

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

# What is counted beside every space: the animals of each species, the free spaces, and what only helps to judge it.
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

state_dtype = record_dtype(
    [
        *STATE_HEADER,
        ("phase", _int),
        ("walked", _int),  # 1 from the walk to the action that follows it
        ("actions_left", _int),  # in this turn
        ("piece_space", _int),  # where the piece lies that is to be put, or NOWHERE
        ("found_good", _int),  # while a trade is possible with it, else NOTHING
        ("supply", _int),  # camps
        ("monuments_left", _int),  # until the game ends
        # players
        ("points", _int, (MAX_PLAYERS,)),
        ("camps", _int, (MAX_PLAYERS,)),
        ("location", _int, (MAX_PLAYERS,)),  # of the researcher, or NOWHERE
        ("minerals", _int, (MINERALS, MAX_PLAYERS)),  # markers of gold and gems
        ("goods", _int, (MAX_PLAYERS, GOODS)),
        # what both would bring if the game ended now, see scoring.py
        ("mineral_points", _int, (MINERALS, MAX_PLAYERS)),
        ("goods_points", _int, (MAX_PLAYERS,)),
        # the map; one more entry for OFF_THE_MAP
        ("lying", _small, (SPACES + 1,)),  # what lies on a space, as everyone sees it
        ("occupied", _small, (SPACES + 1,)),  # 1 where a researcher stands
        ("face_down", _small, (SPACES,)),  # hidden from everyone: the kind of the face-down marker, else NOTHING
        ("face_down_kinds", _int, (MARKER_KINDS,)),  # how many of each kind lie face down
        # kept to judge places without a search, see board.py
        ("beside", _small, (COUNTS, SPACES)),
        ("places", _int, (PIECES, DIRECTIONS + 1)),  # free spaces by how many of a kind lie beside them
    ]
)
