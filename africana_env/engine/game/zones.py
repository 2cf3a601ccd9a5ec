"""Zones: the fields of a state in which the cards and pieces of a game lie. A game declares them once; the check of
states from outside follows from it."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

EVERYONE, OWNER, NOBODY = "everyone", "its owner", "nobody"
"""Who sees a zone. A seat may know of single cards in a zone that it does not see."""

EMPTY = -1
"""The kind of nothing."""


class Zone(NamedTuple):
    """A field of the state, and how cards lie in it."""

    field: str
    holds: Callable[["Zone", np.ndarray], tuple[Any, Any]]
    """`cards`, `counts`, `owners` or `bits`: what the entries mean."""
    kinds: Any = None
    """For `cards`, the kind for every entry, `EMPTY` for no card; for `counts`, the kinds by place. By default entries,
    or places on the last axis, are kinds."""
    nobody: int = EMPTY
    """For `owners`, the entry of a card that lies elsewhere."""
    size: str = ""
    """The field that says how many entries, from the first, hold a card; the others hold none."""
    seats: int | None = None
    """The axis of the field that goes by seat."""
    counted: Callable[[np.ndarray], np.ndarray] | None = None
    """`counted(states)`: which entries count; by default all."""
    seen_by: str = EVERYONE


class Stock(NamedTuple):
    """Cards or pieces, of which the zones together hold as many as there are."""

    name: str
    """As in `something is wrong with the travel cards`."""
    printed: Callable[[Any, int], Any]
    """`printed(table, num_players)`: how many of each kind there are."""
    zones: Sequence[Zone]


def cards(zone: Zone, values: np.ndarray) -> tuple[Any, Any]:
    """Every entry is a card."""
    kinds = values if zone.kinds is None else zone.kinds[values]
    return kinds, kinds != EMPTY


def counts(zone: Zone, values: np.ndarray) -> tuple[Any, Any]:
    """Every entry is a number of cards of one kind."""
    return np.arange(values.shape[-1]) if zone.kinds is None else zone.kinds, values


def owners(zone: Zone, values: np.ndarray) -> tuple[Any, Any]:
    """The entry of every card says who has it."""
    return np.arange(values.shape[-1]), values != zone.nobody


def bits(zone: Zone, values: np.ndarray) -> tuple[Any, Any]:
    """Every bit of an entry is a piece of the seat of this number."""
    seats = np.arange(8)
    return seats, values[..., None] >> seats & 1


def count_kinds(zone: Zone, states: np.ndarray, number: int) -> np.ndarray:
    """How many of each of `number` kinds a zone holds, shape (states, kinds)."""
    kinds, amounts = zone.holds(zone, states[zone.field])
    if zone.counted is not None:
        amounts = amounts * zone.counted(states)
    columns = number + 1  # the last for nothing
    first = (np.arange(len(states)) * columns).reshape(-1, *[1] * (amounts.ndim - 1))
    places = np.broadcast_to(first + kinds % columns, amounts.shape)
    found = np.bincount(places.ravel(), amounts.ravel(), len(states) * columns)
    return found.reshape(len(states), columns)[:, :number].astype(np.int64)


def is_disordered(zone: Zone, states: np.ndarray) -> np.ndarray:
    """In which states cards lie beyond the size of a zone, or with seats that nobody takes; `bool`, one per state."""
    filled = zone.holds(zone, states[zone.field])[1] > 0
    wrong = np.zeros(len(states), np.bool_)
    if zone.size:
        wrong |= somewhere(filled != (np.arange(filled.shape[-1]) < states[zone.size][..., None]))
    if zone.seats is not None:
        wrong |= somewhere(np.moveaxis(filled, zone.seats + 1, 1)[:, int(states["num_players"][0]) :])
    return wrong


def is_incomplete(stock: Stock, table: Any, states: np.ndarray) -> np.ndarray:
    """In which states of one edition, for one number of players, the zones of a stock do not hold what there is;
    `bool`, one per state."""
    printed = np.asarray(stock.printed(table, int(states["num_players"][0])))
    found = np.sum([count_kinds(zone, states, len(printed)) for zone in stock.zones], axis=0)
    disordered = [is_disordered(zone, states) for zone in stock.zones]
    return somewhere(found != printed) | np.any(disordered, axis=0)


def somewhere(wrong: np.ndarray) -> np.ndarray:
    """In which rows something is true, `bool`, one per row."""
    return np.asarray(wrong.reshape(len(wrong), -1).any(axis=1))
