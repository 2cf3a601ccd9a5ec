"""Everything that makes up one game of Afritoria, as one record.

A card is a number, its kind: an animal of a colour, colour by colour and weakest first, then ranger and poacher. Cards
of a kind are alike. Seats count from 0.
"""

import numpy as np

from africana_env.engine.state import STATE_HEADER, record_dtype

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
SCORE_PILE = 26
"""Cards that a score pile can hold: one a round, which uses up as many cards of the pile as there are players."""

# Phases of a round.
COMMIT, RANGER_TAKES, STEAL, PICK, OFFER, PUT_UNDER = range(6)
PHASE_NAMES = ("commit", "ranger takes", "steal", "pick", "offer to show", "put under")

# What has become of a played card.
NOT_PLAYED, COMPETING, WON, OUT = range(4)

EMPTY = -1
NOBODY = -1

# Who put a card under the pile: nobody, a seat that showed its hand (+ seat), and has shown another since (+ seat).
NOT_PUT = 0
PUT_BY = 1
PUT_EARLIER_BY = PUT_BY + MAX_PLAYERS

# What has become of a card of the hand that a seat showed last: it is in the hand or under the pile; or a card like it
# was played that may be this one; it was put under the pile and came up in the row.
IN_HAND_OR_PILE, MAY_BE_PLAYED, TURNED_UP = range(1, 4)

_int = np.int16
_small = np.int8
"""For what takes up most of a state: half the size makes large batches faster."""

state_dtype = record_dtype(
    [
        *STATE_HEADER,
        ("phase", _int),
        ("colour", _int),  # whose animals are picking; in the phase PICK
        ("to_put", _int),  # cards still to put under the pile
        # hands: the first hand_size cards; hidden from all but those in hand_seen
        ("hand", _small, (MAX_PLAYERS, HAND)),
        ("hand_seen", _small, (MAX_PLAYERS, HAND)),  # a bit for every seat that knows the card to be there
        ("hand_size", _small, (MAX_PLAYERS,)),
        ("committed", _small, (MAX_PLAYERS,)),  # place of the committed card in the hand, or EMPTY; hidden
        # what lies open
        ("played", _small, (MAX_PLAYERS,)),  # this round's card, or EMPTY
        ("standing", _small, (MAX_PLAYERS,)),  # what has become of it
        ("row", _small, (ROW,)),  # or EMPTY
        ("discard", _small, (KINDS,)),
        ("score_pile", _small, (MAX_PLAYERS, SCORE_PILE)),  # kinds + 1, the bottom first; 0 above the top
        ("score_size", _small, (MAX_PLAYERS,)),
        ("points", _int, (MAX_PLAYERS,)),
        ("in_sight", _small, (KINDS,)),  # played, in the row, discarded and scored
        # the pile, a ring: the top card is pile[pile_first]
        ("pile", _small, (CARDS,)),  # hidden, but for those who put the card there
        ("pile_from", _small, (CARDS,)),  # who put it there
        ("pile_first", _int),
        ("pile_size", _int),
        ("put_size", _int),  # cards at the bottom of the pile that somebody put there
        # the last hand that each seat has shown
        ("shown", _small, (MAX_PLAYERS, HAND)),  # or EMPTY
        ("shown_fate", _small, (MAX_PLAYERS, HAND)),  # 0 for no card
        # room for resample, zeros otherwise
        ("unseen", _small, (KINDS,)),
    ]
)
