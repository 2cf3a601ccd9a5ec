"""Fact observations of Africana: what a seat may know, and the map, cards and spaces of the edition."""

from typing import Any

import numpy as np

from africana_env.engine.game.facts import BoardField, FactSpace
from africana_env.games.africana.hidden.observation import (
    MAX_EXPEDITION_POINTS,
    MAX_EXPEDITION_SILVER,
    observation_space,
)
from africana_env.games.africana.rules import state as rules

SORTS = np.repeat([0, 1, 2], [rules.COLOURS, rules.COLOURS, 1])
"""Travel card, assistant or joker, by kind of card."""


def of_card(name: str, shape: tuple[int, ...], maximum: int, meaning: str, **more: Any) -> BoardField:
    return BoardField(name, (rules.CARD_KINDS, *shape), maximum, meaning, ("card",), **more)


def of_space(name: str, maximum: int, meaning: str, **more: Any) -> BoardField:
    return BoardField(name, (rules.SPACES,), maximum, meaning, ("space",), number="num_spaces", **more)


def of_expedition(name: str, maximum: int, meaning: str, refers: str = "") -> BoardField:
    return BoardField(name, (rules.EXPEDITIONS,), maximum, meaning, ("expedition",), refers, number="num_expeditions")


def of_adventure(name: str, maximum: int, meaning: str, refers: str = "") -> BoardField:
    return BoardField(name, (rules.ADVENTURES,), maximum, meaning, ("adventure",), refers, number="num_adventures")


def books(tables: Any, num_players: int) -> np.ndarray:
    """Return the book of the half of each location."""
    return np.where(tables["num_routes"] > 0, tables["half"].astype(int), -1)


def routes(tables: Any, num_players: int) -> np.ndarray:
    """Return whether a route joins two locations."""
    return tables["distance"] == 1


fact_space = FactSpace(
    observation_space,
    [
        BoardField(
            "location_book",
            (rules.LOCATIONS,),
            rules.BOOKS,
            "the book of its half",
            ("location",),
            "book",
            read=books,
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
            "copies", (rules.COLOURS,), rules.TRAVEL_CARDS, "its travel cards", ("colour",), table="travel_cards"
        ),
        of_card("card_sort", (3,), 1, "travel card, assistant or joker", values=SORTS[:, None] == np.arange(3)),
        of_card(
            "card_colour", (), rules.COLOURS, "its colour", refers="colour", values=[*range(rules.COLOURS)] * 2 + [-1]
        ),
        of_space("space_used", 1, "whether the edition has this space", values=1),
        of_space("bonus_silver", rules.MAX_BONUS_SILVER, "silver for joining"),
        of_space("bonus_cards", rules.MAX_BONUS_CARDS, "travel cards for joining"),
        BoardField("removed", (1,), rules.EXPEDITIONS, "C cards left out", by_players=True),
        of_expedition("expedition_back", rules.BACKS, "its back", "back"),
        of_expedition("expedition_start", rules.LOCATIONS, "where it starts", "location"),
        of_expedition("expedition_target", rules.LOCATIONS, "where it ends", "location"),
        of_expedition("expedition_silver", MAX_EXPEDITION_SILVER, "its silver"),
        of_expedition("expedition_points", MAX_EXPEDITION_POINTS, "its points"),
        of_adventure("adventure_book", rules.BOOKS, "its book", "book"),
        of_adventure("adventure_target", rules.LOCATIONS, "where it is finished", "location"),
        of_adventure("adventure_artifact", rules.ARTIFACTS, "the artifact that it gives", "artifact"),
        of_adventure("adventure_assistant", rules.COLOURS, "the colour of the assistant that it gives", "colour"),
        of_adventure("adventure_silver", rules.MAX_ADVENTURE_SILVER, "its silver"),
        of_adventure("adventure_points", rules.MAX_ADVENTURE_POINTS, "its points"),
    ],
    ordered=("seat", "back", "book"),
)
