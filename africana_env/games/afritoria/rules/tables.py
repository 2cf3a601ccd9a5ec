"""The cards as a read-only record, filled from an edition's file."""

import numpy as np

from africana_env.engine.game.state import record_dtype
from africana_env.games.afritoria.rules.state import KINDS, MAX_PLAYERS, STRENGTHS

_int = np.int16

tables_dtype = record_dtype(
    [
        ("value", _int, (STRENGTHS,)),  # points of an animal, by its strength
        ("copies", _int, (MAX_PLAYERS + 1, KINDS)),  # cards of a kind, by number of players
        ("hand", _int),  # cards in a hand
        ("show_animals", _int),  # animals of one colour that a hand needs to be shown
        ("show_cards", _int),  # cards that are then put under the pile
    ]
)
