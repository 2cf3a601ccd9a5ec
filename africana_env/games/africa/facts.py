"""Fact observations of Africa: what a seat may know, with the map and the numbers of the edition."""

from typing import Any

import numpy as np

from africana_env.engine.game.facts import BoardField, FactSpace
from africana_env.engine.game.rule import natural, rule
from africana_env.engine.game.spaces import ObservationField
from africana_env.games.africa.hidden.observation import observation_space
from africana_env.games.africa.rules import state as rules

PARTNERS = rules.MAX_PLAYERS - 1


def spaces(tables: Any, num_players: int) -> np.ndarray:
    return np.arange(rules.SPACES) < tables["num_spaces"]


def neighbours(tables: Any, num_players: int) -> np.ndarray:
    there = tables["neighbour"].astype(np.int64) + 1
    return np.where(there == rules.OFF_THE_MAP + 1, 0, there)


def sorts(tables: Any, num_players: int) -> np.ndarray:
    """The sort of each kind of marker, one-hot; species are one sort, and so are goods."""
    numbers = [*[0] * rules.SPECIES, *range(1, 3 + rules.MINERALS * rules.MAX_VALUE)]
    numbers += [numbers[-1] + 1] * rules.GOODS
    return np.array(numbers)[:, None] == np.arange(numbers[-1] + 1)


def species(tables: Any, num_players: int) -> np.ndarray:
    numbers = np.arange(rules.MARKER_KINDS)
    return np.where(numbers < rules.NOMAD, numbers + 1, 0)


def goods(tables: Any, num_players: int) -> np.ndarray:
    return np.maximum(np.arange(rules.MARKER_KINDS) - rules.GOOD + 1, 0)


def monuments(tables: Any, num_players: int) -> int:
    return tables["monuments"][num_players]


def supply(tables: Any, num_players: int) -> int:
    return tables["supply"][num_players]


def partners(tables: Any, num_players: int) -> np.ndarray:
    seats = np.arange(PARTNERS)
    return np.where(seats < num_players - 1, seats + 2, 0)


@rule
def observe_ends(tables, state, seat, facts):
    """Fill in where walks and directions lead from the observer's researcher."""
    here = state.location[seat]
    if here == rules.NOWHERE:
        return
    facts[FACT.place_space] = here + 1
    for way in range(rules.WALKS):
        there = np.int64(tables.walk_to[natural(here), way])
        facts[FACT.way_space + way] = 0 if there == rules.OFF_THE_MAP else there + 1
    for direction in range(rules.DIRECTIONS):
        facts[FACT.direction_space + direction] = facts[FACT.way_space + direction]
        facts[FACT.place_space + 1 + direction] = facts[FACT.way_space + direction]


_SORTS = 4 + rules.MINERALS * rules.MAX_VALUE
_MARKERS, _SPACES = (rules.MARKER_KINDS,), (rules.SPACES,)
fact_space = FactSpace(
    observation_space,
    board=[
        BoardField("space_used", _SPACES, 1, "whether the edition has this space", ("space",), read=spaces),
        BoardField("city", _SPACES, 1, "a city", ("space",)),
        BoardField(
            "neighbour",
            (rules.SPACES, rules.DIRECTIONS),
            rules.SPACES,
            "the space in each direction",
            ("space",),
            "space",
            neighbours,
        ),
        BoardField(
            "marker_sort",
            (rules.MARKER_KINDS, _SORTS),
            1,
            "animal, nomad, monument, gold of 1 and 2, gems of 1 and 2, good",
            ("marker",),
            read=sorts,
        ),
        BoardField("marker_species", _MARKERS, rules.SPECIES, "its species", ("marker",), "species", species),
        BoardField("marker_goods", _MARKERS, rules.GOODS, "its kind of goods", ("marker",), "goods", goods),
        BoardField("markers", _MARKERS, rules.MAX_OF_A_KIND, "markers in the game", ("marker",)),
        BoardField("last_monument", (1,), rules.MAX_OF_A_KIND, "monuments that end the game", read=monuments),
        BoardField("first_supply", (1,), rules.MAX_SUPPLY, "camps in the supply at the start", read=supply),
        BoardField("actions", (1,), rules.MAX_ACTIONS, "actions in a turn"),
        BoardField("partner_seat", (PARTNERS,), rules.MAX_PLAYERS, "its seat", ("partner",), "seat", partners),
    ],
    ordered=("seat",),
    more=[
        ObservationField("way_space", (rules.WALKS,), rules.SPACES, "where the walk ends", ("way",), "space"),
        ObservationField(
            "direction_space", (rules.DIRECTIONS,), rules.SPACES, "the space beside", ("direction",), "space"
        ),
        ObservationField(
            "place_space", (1 + rules.DIRECTIONS,), rules.SPACES, "the space here or beside", ("place",), "space"
        ),
    ],
    observe_more=observe_ends,
)
FACT = fact_space.starts
