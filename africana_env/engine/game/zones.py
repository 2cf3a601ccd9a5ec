"""Zones: the state fields that hold the cards and pieces of a game. The check of saved states follows from them."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

EVERYONE, OWNER, NOBODY = "everyone", "its owner", "nobody"
"""Who sees a zone. A seat may know single cards in a zone that it does not see."""

EMPTY = -1
"""The kind of an entry without a card."""


class Zone(NamedTuple):
    """A state field that holds cards."""

    field: str
    holds: Callable[["Zone", np.ndarray], tuple[Any, Any]]
    """The meaning of the entries: `cards`, `counts`, `owners` or `bits`."""
    kinds: Any = None
    """For `cards`, the kind of each entry, `EMPTY` for no card; for `counts`, the kind of each place. By default the
    entries, or the places on the last axis, are the kinds."""
    nobody: int = EMPTY
    """For `owners`, the entry of a card that lies elsewhere."""
    size: str = ""
    """The field with the number of cards: they fill the first entries, the others are empty."""
    seats: int | None = None
    """The axis of the field that goes by seat."""
    counted: Callable[[np.ndarray], np.ndarray] | None = None
    """`counted(states)`: which entries count; by default all."""
    seen_by: str = EVERYONE


class Stock(NamedTuple):
    """Cards or pieces of one sort. Each lies in one of the zones."""

    name: str
    """As in `something is wrong with the travel cards`."""
    printed: Callable[[Any, int], Any]
    """`printed(table, num_players)`: the number of cards of each kind."""
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
    """Every bit of an entry is a piece of the seat with this number."""
    seats = np.arange(8)
    return seats, values[..., None] >> seats & 1


def count_kinds(zones: Sequence[Zone], states: np.ndarray, number: int) -> np.ndarray:
    """Return how many cards of each of `number` kinds the zones hold together, shape (states, kinds)."""
    return _count(zones, _read(zones, states), states, number)


def stock_faults(stock: Stock, table: Any, states: np.ndarray) -> Iterator[np.ndarray]:
    """Yield where states of one edition and one number of players have the cards of a stock in wrong places, or too
    many or few of them: `bool`, the states along the first axis."""
    players = int(states["num_players"][0])
    printed = np.asarray(stock.printed(table, players))
    contents = _read(stock.zones, states)
    for zone, (_, amounts) in zip(stock.zones, contents, strict=True):
        if zone.size:
            yield (amounts > 0) != (np.arange(amounts.shape[-1]) < states[zone.size][..., None])
        if zone.seats is not None:
            yield np.moveaxis(amounts, zone.seats + 1, 1)[:, players:] > 0
    yield _count(stock.zones, contents, states, len(printed)) != printed


def _read(zones: Sequence[Zone], states: np.ndarray) -> list[tuple[Any, Any]]:
    """Return the kinds in each zone, and how many of each lie there."""
    return [zone.holds(zone, states[zone.field]) for zone in zones]


def _count(zones: Sequence[Zone], contents: list[tuple[Any, Any]], states: np.ndarray, number: int) -> np.ndarray:
    columns = number + 1  # the last for `EMPTY`
    rows = np.arange(0, columns * len(states), columns)
    places, weights = [], []
    for zone, (kinds, amounts) in zip(zones, contents, strict=True):
        if zone.counted is not None:
            amounts = amounts * zone.counted(states)
        row = rows.reshape(-1, *[1] * (amounts.ndim - 1))
        places.append(np.add(row, kinds % columns, out=np.empty(amounts.shape, np.intp)).ravel())
        weights.append(amounts.ravel())
    found = np.bincount(np.concatenate(places), np.concatenate(weights), columns * len(states))
    return found.reshape(len(states), columns)[:, :number]
