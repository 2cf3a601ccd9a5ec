"""The state of one game of Africana, as one record.

Colours (of travel cards, assistants and symbols) are numbered 0 to 4, seats from 0. Locations, expeditions and
adventures are numbered as in the edition's file.
"""

import numpy as np

from africana_env.engine.game.state import STATE_HEADER, StateField

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
ERAS = 6  # remembered eras of the travel pile, from one shuffle to the next
TRAVEL_EVENTS = 384  # remembered events

# Kinds of cards in a hand: travel card of each colour, assistant of each colour, joker.
ASSISTANT_KIND = COLOURS  # + colour
JOKER_KIND = 2 * COLOURS
CARD_KINDS = JOKER_KIND + 1

HAND_LIMIT = 5
ADVENTURE_LIMIT = 3
MAX_HAND = 13  # within a turn: 5, a card from each of 5 spaces, 3 assistants
PAGES_COUNTED = 255
MAX_BONUS_SILVER, MAX_BONUS_CARDS = 5, 1  # of a space
MAX_ADVENTURE_SILVER, MAX_ADVENTURE_POINTS = 9, 20
MAX_SILVER = 639
MAX_POINTS = 1000
"""More than any game gives."""

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

# Numbers in `travel_events`: a seat gives up a card of a colour, a seat draws a card, the discard pile is shuffled.
GIVEN_UP = 0  # + COLOURS * seat + colour
DRAWN = GIVEN_UP + COLOURS * MAX_PLAYERS  # + seat
SHUFFLED = DRAWN + MAX_PLAYERS

_int = np.int16
_small = np.int8
"""For most fields: half the size makes large batches faster."""

STATE_FIELDS = [
    *STATE_HEADER,
    StateField("phase", _int, 0, len(PHASE_NAMES) - 1),
    StateField("last_round", _int, 0, 1),
    # companies
    StateField("silver", _int, 0, MAX_SILVER, (MAX_PLAYERS,)),
    StateField("location", _small, 0, LOCATIONS - 1, (MAX_PLAYERS,)),
    StateField("joker", _small, 0, 1, (MAX_PLAYERS,)),
    StateField("markers_left", _small, 0, MARKERS, (MAX_PLAYERS,)),  # company markers not on an expedition
    StateField("assistants", _small, 0, ADVENTURES, (MAX_PLAYERS, COLOURS)),
    StateField("travel", _small, 0, TRAVEL_CARDS, (MAX_PLAYERS, COLOURS)),  # hidden from the others
    # public memory of the travel cards, see memory.py
    StateField("era", _int, 0, ERAS - 1),  # shuffles of the discard pile in `travel_events`
    # draws, cards given up and shuffles, in order
    StateField("travel_events", _small, EMPTY, SHUFFLED, (TRAVEL_EVENTS,)),
    StateField("num_travel_events", _int, 0, TRAVEL_EVENTS),
    # cards drawn in each era; hidden from the others
    StateField("drawn", _small, 0, TRAVEL_CARDS, (ERAS, MAX_PLAYERS, COLOURS)),
    # cards played in this action
    StateField("table_travel", _small, 0, TRAVEL_CARDS, (COLOURS,)),
    StateField("table_assistants", _small, 0, ADVENTURES, (COLOURS,)),
    StateField("table_joker", _int, 0, 1),
    StateField("pages_turned", _int, 0, PAGES_COUNTED),
    # travel cards
    # hidden; the next card is travel_pile[travel_pile_size - 1]
    StateField("travel_pile", _small, EMPTY, COLOURS - 1, (TRAVEL_CARDS,)),
    StateField("travel_pile_size", _int, 0, TRAVEL_CARDS),
    StateField("discard", _small, 0, TRAVEL_CARDS, (COLOURS,)),
    # expeditions
    # hidden from next_expedition on; removed C cards last
    StateField("expedition_pile", _small, EMPTY, EXPEDITIONS - 1, (EXPEDITIONS,)),
    StateField("next_expedition", _int, 0, EXPEDITIONS),
    StateField("expeditions_in_game", _int, 0, EXPEDITIONS),  # pile, spaces and finished
    StateField("space", _small, EMPTY, EXPEDITIONS - 1, (SPACES,)),  # the expedition there, or EMPTY
    StateField("markers", _small, 0, (1 << MAX_PLAYERS) - 1, (SPACES,)),  # bit per seat
    StateField("expedition_owner", _small, NOBODY, MAX_PLAYERS - 1, (EXPEDITIONS,)),  # who finished it, or NOBODY
    # books: a line of cards each, the left half (bottom to top), then the right half (top to bottom)
    StateField("book", _small, EMPTY, ADVENTURES - 1, (BOOKS, BOOK_CARDS)),  # hidden from book_seen on
    StateField("book_size", _int, 0, BOOK_CARDS, (BOOKS,)),
    StateField("book_left", _int, 0, BOOK_CARDS, (BOOKS,)),  # cards on the left half
    # cards from the start of the line that have been on top
    StateField("book_seen", _int, 0, BOOK_CARDS, (BOOKS,)),
    StateField("adventure_place", _small, IN_BOOK, OUT_OF_GAME, (ADVENTURES,)),
    # counts of cards in front of and beneath the company cards, for fast scoring
    StateField("adventures_in_front", _small, 0, ADVENTURES, (MAX_PLAYERS,)),
    StateField("artifacts_in_front", _small, 0, ADVENTURES, (MAX_PLAYERS,)),
    StateField("expedition_points", _int, 0, MAX_POINTS, (MAX_PLAYERS,)),
    StateField("adventure_points", _int, 0, MAX_POINTS, (MAX_PLAYERS,)),
    StateField("artifacts", _small, 0, ARTIFACT_COPIES, (MAX_PLAYERS, ARTIFACTS)),
    StateField("collection_points", _int, 0, MAX_POINTS, (MAX_PLAYERS,)),
    StateField("assistant_adventures", _small, 0, ADVENTURES, (MAX_PLAYERS,)),
]
