"""Fact observations of Africana: what a seat may know, and the map, cards and spaces of the edition."""

from collections.abc import Callable
from typing import Any

import numpy as np

from africana_env.engine.game.facts import BoardField, FactSpace
from africana_env.games.africana.hidden.observation import (
    MAX_EXPEDITION_POINTS,
    MAX_EXPEDITION_SILVER,
    observation_space,
)
from africana_env.games.africana.rules import state as rules

OF_LOCATION, OF_CARD = ("location",), ("card",)
OF_SPACE, OF_EXPEDITION, OF_ADVENTURE = ("space",), ("expedition",), ("adventure",)


def reference(table: str, number: str = "") -> Callable[[Any, int], np.ndarray]:
    """Return a `read` for references to the things whose numbers, or -1, are in a table. Only the first `number` of its
    entries are used."""

    def read(tables: Any, num_players: int) -> np.ndarray:
        values = tables[table].astype(np.int64) + 1
        return values if not number else np.where(np.arange(len(values)) < tables[number], values, 0)

    return read


def book_of(tables: Any, num_players: int) -> np.ndarray:
    """The book of each location's half."""
    return np.where(tables["num_routes"] > 0, tables["half"] + 1, 0)


def routes(tables: Any, num_players: int) -> np.ndarray:
    """Whether a route joins two locations."""
    return tables["distance"] == 1


def copies(tables: Any, num_players: int) -> np.ndarray:
    return tables["travel_cards"]


def spaces(tables: Any, num_players: int) -> np.ndarray:
    return np.arange(rules.SPACES) < tables["num_spaces"]


def removed(tables: Any, num_players: int) -> int:
    return tables["removed"][num_players]


def card_sorts(tables: Any, num_players: int) -> np.ndarray:
    """Travel card, assistant or joker, one-hot for each kind of card."""
    sorts = np.repeat([0, 1, 2], [rules.COLOURS, rules.COLOURS, 1])
    return sorts[:, None] == np.arange(3)


def card_colours(tables: Any, num_players: int) -> np.ndarray:
    colours = np.arange(1, rules.COLOURS + 1)
    return np.concatenate([colours, colours, [0]])


fact_space = FactSpace(
    observation_space,
    [
        BoardField(
            "location_book", (rules.LOCATIONS,), rules.BOOKS, "the book of its half", OF_LOCATION, "book", book_of
        ),
        BoardField(
            "symbol",
            (rules.LOCATIONS, rules.COLOURS),
            1,
            "whether the location shows the colour",
            ("location", "colour"),
        ),
        BoardField(
            "route",
            (rules.LOCATIONS, rules.LOCATIONS),
            1,
            "whether a route joins them",
            ("location", "location"),
            read=routes,
        ),
        BoardField(
            "copies", (rules.COLOURS,), rules.TRAVEL_CARDS, "its travel cards in the game", ("colour",), read=copies
        ),
        BoardField("card_sort", (rules.CARD_KINDS, 3), 1, "travel card, assistant or joker", OF_CARD, read=card_sorts),
        BoardField("card_colour", (rules.CARD_KINDS,), rules.COLOURS, "its colour", OF_CARD, "colour", card_colours),
        BoardField("space_used", (rules.SPACES,), 1, "whether the edition has this space", OF_SPACE, read=spaces),
        BoardField("bonus_silver", (rules.SPACES,), 5, "silver for joining", OF_SPACE),
        BoardField("bonus_cards", (rules.SPACES,), 1, "travel cards for joining", OF_SPACE),
        BoardField("removed", (1,), rules.EXPEDITIONS, "C cards left out", read=removed),
        BoardField(
            "expedition_back",
            (rules.EXPEDITIONS,),
            rules.BACKS,
            "its back",
            OF_EXPEDITION,
            "back",
            reference("expedition_back", "num_expeditions"),
        ),
        BoardField(
            "expedition_start",
            (rules.EXPEDITIONS,),
            rules.LOCATIONS,
            "where it starts",
            OF_EXPEDITION,
            "location",
            reference("expedition_start", "num_expeditions"),
        ),
        BoardField(
            "expedition_target",
            (rules.EXPEDITIONS,),
            rules.LOCATIONS,
            "where it ends",
            OF_EXPEDITION,
            "location",
            reference("expedition_target", "num_expeditions"),
        ),
        BoardField("expedition_silver", (rules.EXPEDITIONS,), MAX_EXPEDITION_SILVER, "its silver", OF_EXPEDITION),
        BoardField("expedition_points", (rules.EXPEDITIONS,), MAX_EXPEDITION_POINTS, "its points", OF_EXPEDITION),
        BoardField(
            "adventure_book",
            (rules.ADVENTURES,),
            rules.BOOKS,
            "its book",
            OF_ADVENTURE,
            "book",
            reference("adventure_book", "num_adventures"),
        ),
        BoardField(
            "adventure_target",
            (rules.ADVENTURES,),
            rules.LOCATIONS,
            "where it is finished",
            OF_ADVENTURE,
            "location",
            reference("adventure_target", "num_adventures"),
        ),
        BoardField(
            "adventure_artifact",
            (rules.ADVENTURES,),
            rules.ARTIFACTS,
            "the artifact that it gives",
            OF_ADVENTURE,
            "artifact",
            reference("adventure_artifact", "num_adventures"),
        ),
        BoardField(
            "adventure_assistant",
            (rules.ADVENTURES,),
            rules.COLOURS,
            "the colour of the assistant that it gives",
            OF_ADVENTURE,
            "colour",
            reference("adventure_assistant", "num_adventures"),
        ),
        BoardField("adventure_silver", (rules.ADVENTURES,), 9, "its silver", OF_ADVENTURE),
        BoardField("adventure_points", (rules.ADVENTURES,), 20, "its points", OF_ADVENTURE),
    ],
    ordered=("seat", "back", "book"),
)
