"""Fact observations of Afritoria: what a seat may know, with the cards and the numbers of the edition."""

from typing import Any

import numpy as np

from africana_env.engine.game.facts import BoardField, FactSpace
from africana_env.games.afritoria.hidden.observation import MAX_VALUE, observation_space
from africana_env.games.afritoria.rules import state as rules

OTHERS = rules.MAX_PLAYERS - 1
ANIMALS = np.arange(rules.KINDS) < rules.ANIMALS


def colours(tables: Any, num_players: int) -> np.ndarray:
    return np.where(ANIMALS, np.arange(rules.KINDS) // rules.STRENGTHS + 1, 0)


def strengths(tables: Any, num_players: int) -> np.ndarray:
    return np.where(ANIMALS, np.arange(rules.KINDS) % rules.STRENGTHS + 1, 0)


def values(tables: Any, num_players: int) -> np.ndarray:
    return np.where(ANIMALS, tables["value"][np.arange(rules.KINDS) % rules.STRENGTHS], 0)


def specials(tables: Any, num_players: int) -> np.ndarray:
    return np.arange(rules.KINDS)[:, None] == [rules.RANGER, rules.POACHER]


def copies(tables: Any, num_players: int) -> np.ndarray:
    return tables["copies"][num_players]


def seats(tables: Any, num_players: int) -> np.ndarray:
    numbers = np.arange(OTHERS)
    return np.where(numbers < num_players - 1, numbers + 2, 0)


_CARDS, _OTHERS = (rules.KINDS,), (OTHERS,)
fact_space = FactSpace(
    observation_space,
    board=[
        BoardField("card_colour", _CARDS, rules.COLOURS, "its colour", ("card",), "colour", colours),
        BoardField("card_strength", _CARDS, rules.STRENGTHS, "its strength", ("card",), read=strengths),
        BoardField("card_value", _CARDS, MAX_VALUE, "its points", ("card",), read=values),
        BoardField("special", (rules.KINDS, 2), 1, "ranger, poacher", ("card",), read=specials),
        BoardField("card_copies", _CARDS, rules.MAX_COPIES, "cards of the kind in the game", ("card",), read=copies),
        BoardField("hand_cards", (1,), rules.HAND, "cards in a full hand", read=lambda tables, _: tables["hand"]),
        BoardField("show_animals", (1,), rules.HAND, "animals of one colour that a hand needs to be shown"),
        BoardField("show_cards", (1,), rules.PUT_UNDER_CARDS, "cards that are then put under the pile"),
        BoardField("other_seat", _OTHERS, rules.MAX_PLAYERS, "its seat", ("other",), "seat", seats),
        BoardField("player_seat", _OTHERS, rules.MAX_PLAYERS, "its seat", ("player",), "seat", seats),
    ],
    ordered=("seat", "depth"),
)
