"""Fact observations of Africa: what a seat may know, with the map and the numbers of the edition."""

from typing import Any

import numpy as np

from africana_env.engine.game.facts import BoardField, FactSpace
from africana_env.engine.game.rule import natural, rule
from africana_env.engine.game.spaces import ObservationField
from africana_env.games.africa.hidden.observation import observation_space
from africana_env.games.africa.rules import state as rules

PARTNERS = rules.MAX_PLAYERS - 1
PLACES = 1 + rules.DIRECTIONS
KINDS = np.arange(rules.MARKER_KINDS)
SORTS = np.clip(KINDS - rules.NOMAD + 1, 0, rules.GOOD - rules.NOMAD + 1)
"""The sort of each kind of marker: 0 animals, then each other kind, the goods together."""
NUM_SORTS = SORTS[-1] + 1


def of_marker(name: str, shape: tuple[int, ...], maximum: int, meaning: str, **more: Any) -> BoardField:
    return BoardField(name, (rules.MARKER_KINDS, *shape), maximum, meaning, ("marker",), **more)


def to_space(name: str, number: int, thing: str, meaning: str) -> ObservationField:
    return ObservationField(name, (number,), rules.SPACES, meaning, (thing,), "space")


def neighbours(tables: Any, num_players: int) -> np.ndarray:
    """Return the neighbour of each space in each direction, or -1."""
    there = tables["neighbour"].astype(int)
    return np.where(there == rules.OFF_THE_MAP, -1, there)


def partners(tables: Any, num_players: int) -> np.ndarray:
    """Return the seat of each partner, or -1."""
    seats = np.arange(1, rules.MAX_PLAYERS)
    return np.where(seats < num_players, seats, -1)


@rule
def observe_ends(tables, state, seat, facts):
    """Fill in where walks and directions lead from the observer's researcher."""
    here = state.location[seat]
    if here == rules.NOWHERE:
        return
    facts[FACT.place_space] = here + 1
    for way in range(rules.WALKS):
        there = int(tables.walk_to[natural(here), way])
        facts[FACT.way_space + way] = 0 if there == rules.OFF_THE_MAP else there + 1
    for direction in range(rules.DIRECTIONS):
        there = facts[FACT.way_space + direction]
        facts[FACT.direction_space + direction] = there
        facts[FACT.place_space + 1 + direction] = there


fact_space = FactSpace(
    observation_space,
    board=[
        BoardField(
            "space_used",
            (rules.SPACES,),
            1,
            "whether the edition has this space",
            ("space",),
            number="num_spaces",
            values=1,
        ),
        BoardField("city", (rules.SPACES,), 1, "a city", ("space",)),
        BoardField(
            "neighbour",
            (rules.SPACES, rules.DIRECTIONS),
            rules.SPACES,
            "the space in each direction",
            ("space",),
            "space",
            read=neighbours,
        ),
        of_marker(
            "marker_sort",
            (NUM_SORTS,),
            1,
            "animal, nomad, monument, gold of 1 and 2, gems of 1 and 2, good",
            values=SORTS[:, None] == np.arange(NUM_SORTS),
        ),
        of_marker(
            "marker_species",
            (),
            rules.SPECIES,
            "its species",
            refers="species",
            values=np.where(KINDS < rules.SPECIES, KINDS, -1),
        ),
        of_marker(
            "marker_goods",
            (),
            rules.GOODS,
            "its kind of goods",
            refers="goods",
            values=np.maximum(KINDS - rules.GOOD, -1),
        ),
        of_marker("markers", (), rules.MAX_OF_A_KIND, "markers in the game"),
        BoardField(
            "last_monument",
            (1,),
            rules.MAX_OF_A_KIND,
            "monuments that end the game",
            table="monuments",
            by_players=True,
        ),
        BoardField(
            "first_supply",
            (1,),
            rules.MAX_SUPPLY,
            "camps in the supply at the start",
            table="supply",
            by_players=True,
        ),
        BoardField("actions", (1,), rules.MAX_ACTIONS, "actions in a turn"),
        BoardField("partner_seat", (PARTNERS,), rules.MAX_PLAYERS, "its seat", ("partner",), "seat", read=partners),
    ],
    ordered=("seat",),
    more=[
        to_space("way_space", rules.WALKS, "way", "where the walk ends"),
        to_space("direction_space", rules.DIRECTIONS, "direction", "the space beside"),
        to_space("place_space", PLACES, "place", "the space here or beside"),
    ],
    observe_more=observe_ends,
)
FACT = fact_space.starts
