"""The state of one game of Africa, as one record.

Spaces, species and goods are numbered as in the edition's file, seats from 0. The content of a space is a number: a
kind of marker below `MARKER_KINDS`, something else from there on.
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
"""Walks: one step in each direction, two steps, and one step in each direction plus one in the previous direction."""
MAX_ACTIONS = 2  # in a turn
MAX_OF_A_KIND = 20
"""Most markers of a kind in an edition."""
MAX_OF_A_MINERAL = 10
"""Most markers of one mineral and value in an edition."""
MAX_SUPPLY = 20
"""Most camps in the supply of an edition."""
MAX_FIRST_CAMPS = 4
"""Most camps that a player begins with."""
GOODS_OF_A_KIND = 5
MAX_CAMPS = SPACES
MAX_POINTS = 2000
"""More than any game gives."""

# Kinds of markers: animals and nomads, which move; monuments; minerals; goods.
ANIMAL = 0  # + species
NOMAD = ANIMAL + SPECIES
MONUMENT = NOMAD + 1
MINERAL = MONUMENT + 1  # + MAX_VALUE * (0 gold, 1 gems) + value - 1
GOOD = MINERAL + MINERALS * MAX_VALUE  # + good
MARKER_KINDS = GOOD + GOODS

# Other contents of a space.
FREE = MARKER_KINDS
FACE_DOWN = FREE + 1
CAMP = FREE + 2
NO_SPACE = FREE + 3  # there is no such space

OFF_THE_MAP = SPACES
"""The neighbour of a space at the edge of the map; `lying` there is `NO_SPACE`."""

# Counts of neighbours of every space: animals of each species, free spaces, and further ones.
FREE_BESIDE = NOMAD
"""A nomad scores free neighbours as an animal scores its species, so the first counts are the kinds that move."""
PIECES = NOMAD + 1
"""Kinds that move."""
FACE_DOWN_BESIDE = PIECES
SIGHTS_BESIDE = PIECES + 1  # animals, nomads and monuments, which research scores
MINERALS_BESIDE = PIECES + 2
COUNTS = PIECES + 3

# Phases: set-up; walking or acting; putting a found piece, or a moved one; trading.
SET_UP, TURN, PUT_FIND, PUT_MOVED, TRADE = range(5)
PHASE_NAMES = ("set-up", "turn", "put a find", "put a moved piece", "trade")

NOTHING = -1
NOWHERE = -1

_int = np.int16
_small = np.int8
"""For the map, most of a state: half the size made batches of thousands a third faster."""

STATE_FIELDS = [
    *STATE_HEADER,
    StateField("phase", _int, 0, len(PHASE_NAMES) - 1),
    StateField("walked", _int, 0, 1),  # 1 between a walk and its action
    StateField("actions_left", _int, 0, MAX_ACTIONS),  # in this turn
    StateField("piece_space", _int, NOWHERE, SPACES - 1),  # space of the piece to put, or NOWHERE
    StateField("found_good", _int, NOTHING, GOODS - 1),  # while it can be traded, else NOTHING
    StateField("supply", _int, 0, MAX_CAMPS),  # camps
    StateField("monuments_left", _int, 0, SPACES),  # until the game ends
    # players
    StateField("points", _int, 0, MAX_POINTS, (MAX_PLAYERS,)),
    StateField("camps", _int, 0, MAX_CAMPS, (MAX_PLAYERS,)),
    StateField("location", _int, NOWHERE, SPACES - 1, (MAX_PLAYERS,)),  # of the researcher, or NOWHERE
    StateField("minerals", _int, 0, SPACES, (MINERALS, MAX_PLAYERS)),  # markers of gold and gems
    StateField("goods", _int, 0, GOODS_OF_A_KIND, (MAX_PLAYERS, GOODS)),
    # points for both if the game ended now, see scoring.py
    StateField("mineral_points", _int, 0, MAX_POINTS, (MINERALS, MAX_PLAYERS)),
    StateField("goods_points", _int, 0, MAX_POINTS, (MAX_PLAYERS,)),
    # the map; one more entry for OFF_THE_MAP
    StateField("lying", _small, 0, NO_SPACE, (SPACES + 1,)),  # visible content of a space
    StateField("occupied", _small, 0, 1, (SPACES + 1,)),  # 1 where a researcher stands
    # hidden from all: the kind of the face-down marker, else NOTHING
    StateField("face_down", _small, NOTHING, MARKER_KINDS - 1, (SPACES,)),
    StateField("face_down_kinds", _int, 0, SPACES, (MARKER_KINDS,)),  # how many of each kind lie face down
    # counts of neighbours, see board.py
    StateField("beside", _small, 0, DIRECTIONS, (COUNTS, SPACES)),
    # number of free spaces by count of a kind
    StateField("places", _int, 0, SPACES, (PIECES, DIRECTIONS + 1)),
]
