"""Everything that makes up one game of Africana, as one record.

Colours (of travel cards, assistants and symbols) are numbered 0 to 4, seats from 0, locations, expeditions and
adventures as in the edition's file.
"""

import numpy as np

from africana_env.engine.state import STATE_HEADER, record_dtype

MAX_PLAYERS = 4
COLOURS = 5
LOCATIONS = 22
EXPEDITIONS = 34
BACKS = 3  # A, B, C
SPACES = 5
ADVENTURES = 30
BOOK_CARDS = 15
BOOKS = 2  # north, south
ARTIFACTS = 5
ARTIFACT_COPIES = 4
TRAVEL_CARDS = 60
MARKERS = 4  # company markers of a player

HAND_LIMIT = 5
ADVENTURE_LIMIT = 3
MAX_HAND = 13  # within a turn: 5, a card from each of 5 spaces, 3 assistants
PAGES_COUNTED = 255

# Phases of a turn.
CHOOSE, BUY, MOVE, DISCARD_CARDS, DISCARD_ADVENTURES = range(5)
PHASE_NAMES = ("choose", "buy", "move", "discard cards", "discard adventures")

# Where an adventure is: in a book, in front of a seat, beneath a seat's company card, or out of the game.
IN_BOOK = 0
IN_FRONT = 1  # + seat
BENEATH = IN_FRONT + MAX_PLAYERS  # + seat
OUT_OF_GAME = BENEATH + MAX_PLAYERS

NOBODY = -1
EMPTY = -1

_int = np.int16
_small = np.int8
"""For what takes up most of a state: half the size makes large batches faster."""

state_dtype = record_dtype(
    [
        *STATE_HEADER,
        ("phase", _int),
        ("last_round", _int),
        # companies
        ("silver", _int, (MAX_PLAYERS,)),
        ("location", _small, (MAX_PLAYERS,)),
        ("joker", _small, (MAX_PLAYERS,)),
        ("markers_left", _small, (MAX_PLAYERS,)),  # company markers not on an expedition
        ("assistants", _small, (MAX_PLAYERS, COLOURS)),
        ("travel", _small, (MAX_PLAYERS, COLOURS)),  # hidden from the others
        # what the last shuffle of the discard pile told, see draw.py
        ("held", _small, (MAX_PLAYERS, COLOURS)),  # cards in hand since then; hidden like the hand
        ("known", _small, (MAX_PLAYERS, COLOURS)),  # cards that this seat knows to be in the others' hands
        # cards played in this action
        ("table_travel", _small, (COLOURS,)),
        ("table_assistants", _small, (COLOURS,)),
        ("table_joker", _int),
        ("pages_turned", _int),
        # travel cards
        ("travel_pile", _small, (TRAVEL_CARDS,)),  # hidden; the next card is travel_pile[travel_pile_size - 1]
        ("travel_pile_size", _int),
        ("discard", _small, (COLOURS,)),
        # expeditions
        ("expedition_pile", _small, (EXPEDITIONS,)),  # hidden from next_expedition on; removed C cards last
        ("next_expedition", _int),
        ("expeditions_in_game", _int),  # pile, spaces and finished
        ("space", _small, (SPACES,)),  # the expedition there, or EMPTY
        ("markers", _small, (SPACES,)),  # bit per seat
        ("expedition_owner", _small, (EXPEDITIONS,)),  # who finished it, or NOBODY
        # books: one line of cards each, the left half first (bottom to top), then the right half (top to bottom)
        ("book", _small, (BOOKS, BOOK_CARDS)),  # hidden from book_seen on
        ("book_size", _int, (BOOKS,)),
        ("book_left", _int, (BOOKS,)),  # cards on the left half
        ("book_seen", _int, (BOOKS,)),  # cards that have been on top once, from the start of the line
        ("adventure_place", _small, (ADVENTURES,)),
        # counts of what lies in front of and beneath the company cards, kept to score without a search
        ("adventures_in_front", _small, (MAX_PLAYERS,)),
        ("artifacts_in_front", _small, (MAX_PLAYERS,)),
        ("expedition_points", _int, (MAX_PLAYERS,)),
        ("adventure_points", _int, (MAX_PLAYERS,)),
        ("artifacts", _small, (MAX_PLAYERS, ARTIFACTS)),
        ("collection_points", _int, (MAX_PLAYERS,)),
        ("assistant_adventures", _small, (MAX_PLAYERS,)),
    ]
)
