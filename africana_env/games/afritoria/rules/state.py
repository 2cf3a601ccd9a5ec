"""The state of one game of Afritoria, as one record.

A card is a number, its kind: an animal of a colour, colour by colour and weakest first, then ranger and poacher. Cards
of a kind are alike. Seats count from 0.
"""

import numpy as np

from africana_env.engine.game.state import STATE_HEADER, StateField

MAX_PLAYERS = 4
COLOURS = 4
STRENGTHS = 11
ANIMALS = COLOURS * STRENGTHS
RANGER = ANIMALS
POACHER = ANIMALS + 1
KINDS = ANIMALS + 2
COPIES = 2  # of an animal
SPECIALS = 4  # rangers; as many poachers
HAND = 6
ROW = MAX_PLAYERS
CARDS = ANIMALS * COPIES + 2 * SPECIALS
PUT_UNDER_CARDS = 3
MAX_COPIES = max(COPIES, SPECIALS)
MAX_POINTS = 1000
"""More than any game gives."""
SCORE_PILE = 26
"""Most cards in a score pile: one per round, and a round takes one card of the pile per player."""

# Phases of a round.
COMMIT, RANGER_TAKES, STEAL, PICK, OFFER, PUT_UNDER = range(6)
PHASE_NAMES = ("commit", "ranger takes", "steal", "pick", "offer to show", "put under")

# Standing of a played card.
NOT_PLAYED, COMPETING, WON, OUT = range(4)

EMPTY = -1
NOBODY = -1

# Who put a card under the pile: no seat; a seat (+ seat) by the hand it showed last; a seat (+ seat) by an earlier one.
NOT_PUT = 0
PUT_BY = 1
PUT_EARLIER_BY = PUT_BY + MAX_PLAYERS

# Fate of a card of the hand that a seat showed last: in the hand or under the pile; perhaps played; or turned up in the
# row from under the pile.
IN_HAND_OR_PILE, MAY_BE_PLAYED, TURNED_UP = range(1, 4)

_int = np.int16
_small = np.int8
"""For most fields: half the size makes large batches faster."""

STATE_FIELDS = [
    *STATE_HEADER,
    StateField("phase", _int, 0, len(PHASE_NAMES) - 1),
    StateField("colour", _int, 0, COLOURS),  # whose animals are picking; in the phase PICK
    StateField("to_put", _int, 0, PUT_UNDER_CARDS),  # cards still to put under the pile
    # hands: the first hand_size cards; hidden from all except the seats in hand_seen
    StateField("hand", _small, EMPTY, KINDS - 1, (MAX_PLAYERS, HAND)),
    # a bit for every seat that knows the card
    StateField("hand_seen", _small, 0, (1 << MAX_PLAYERS) - 1, (MAX_PLAYERS, HAND)),
    StateField("hand_size", _small, 0, HAND, (MAX_PLAYERS,)),
    # place of the committed card in the hand, or EMPTY; hidden
    StateField("committed", _small, EMPTY, HAND - 1, (MAX_PLAYERS,)),
    # open cards
    StateField("played", _small, EMPTY, KINDS - 1, (MAX_PLAYERS,)),  # this round's card, or EMPTY
    StateField("standing", _small, NOT_PLAYED, OUT, (MAX_PLAYERS,)),
    StateField("row", _small, EMPTY, KINDS - 1, (ROW,)),  # or EMPTY
    StateField("discard", _small, 0, MAX_COPIES, (KINDS,)),
    # kinds + 1, the bottom first; 0 above the top
    StateField("score_pile", _small, 0, ANIMALS, (MAX_PLAYERS, SCORE_PILE)),
    StateField("score_size", _small, 0, SCORE_PILE, (MAX_PLAYERS,)),
    StateField("points", _int, 0, MAX_POINTS, (MAX_PLAYERS,)),
    StateField("in_sight", _small, 0, MAX_COPIES, (KINDS,)),  # played, in the row, discarded and scored
    # the pile, a ring: the top card is pile[pile_first]
    StateField("pile", _small, EMPTY, KINDS - 1, (CARDS,)),  # hidden except from the seat that put the card there
    StateField("pile_from", _small, NOT_PUT, PUT_EARLIER_BY + MAX_PLAYERS - 1, (CARDS,)),  # who put it there
    StateField("pile_first", _int, 0, CARDS - 1),
    StateField("pile_size", _int, 0, CARDS),
    StateField("put_size", _int, 0, CARDS),  # cards at the bottom of the pile that players put there
    # the last hand that each seat has shown
    StateField("shown", _small, EMPTY, KINDS - 1, (MAX_PLAYERS, HAND)),  # or EMPTY
    StateField("shown_fate", _small, 0, TURNED_UP, (MAX_PLAYERS, HAND)),  # 0 for no card
    # a bit for every other seat that has drawn the card from the pile
    StateField("shown_drawn", _small, 0, (1 << MAX_PLAYERS) - 1, (MAX_PLAYERS, HAND)),
]
