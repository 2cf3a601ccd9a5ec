"""Random editions of Africa, small, odd and harsh, for situations that are rare in the shipped ones."""

from copy import deepcopy
from random import Random
from typing import Any

from support import assumed, edition_of

from africana_env.engine.game.contract import Edition, Game
from africana_env.games.africa.edition import NEIGHBOURS

CITIES = 5
FEWER_OF_TWO = 2
"""Camps and monuments missing in a game of two, in the referee's rules for any edition."""


def variant(game: Game, rng: Random) -> Edition:
    """Return a valid edition with a random map and markers; equal generators give equal editions."""
    return edition_of(game, _data(rng))


def changed(game: Game, edition: Edition, **sections: dict[str, Any]) -> Edition:
    """Return `edition` with changed fields in its single-entry sections."""
    data = deepcopy(dict(edition.data))
    for section, fields in sections.items():
        data[section].update(fields)
    return edition_of(game, data)


def _data(rng: Random) -> dict[str, Any]:
    counts = _counts(rng)
    places = _map(rng, sum(counts.values()) + CITIES)
    cities = set(rng.sample(range(len(places)), CITIES))
    monuments = counts["monuments"]
    supply = rng.randint(FEWER_OF_TWO, 12)
    return {
        "edition": {"name": "variant", "game": "africa", "format": 1},
        "structure": {
            "status": "assumed",
            "spaces": len(places),
            "cities": CITIES,
            "markers": sum(counts.values()),
        },
        "turn": {"actions": rng.choice((1, 2, 2)), "status": "assumed"},
        "camps": {
            "supply": supply,
            "supply_of_two": supply - FEWER_OF_TWO,
            "per_player": rng.randint(0, 4),
            "status": "assumed",
        },
        "monuments": {"count": monuments, "last_of_two": monuments - FEWER_OF_TWO, "status": "assumed"},
        "nomads": {"count": counts["nomads"], "status": "assumed"},
        "species": assumed({"name": name, "count": counts[name]} for name in SPECIES),
        "minerals": assumed({"kind": kind, "value": value, "count": counts[kind, value]} for kind, value in MINERALS),
        "goods": assumed({"name": name, "count": counts[name]} for name in GOODS),
        "spaces": assumed(
            {"name": f"S{number}", "q": q, "r": r, **({"city": True} if number in cities else {})}
            for number, (q, r) in enumerate(places)
        ),
    }


SPECIES = ("ape", "bat", "cat", "dog", "eel")
GOODS = ("pot", "mat", "bow", "hat", "rug")
LATEST = 6
"""A ragged map grows from one of its latest places."""
MINERALS = (("gold", 1), ("gold", 2), ("gems", 1), ("gems", 2))


def _counts(rng: Random) -> dict[Any, int]:
    """Return the number of markers by kind, at most 96 in all."""
    most = rng.choice((2, 5, 9))
    counts: dict[Any, int] = {name: rng.randint(0, most) for name in (*SPECIES, "nomads")}
    counts |= {mineral: rng.randint(0, min(most, 6)) for mineral in MINERALS}
    counts |= {name: rng.randint(0, min(most, 5)) for name in GOODS}
    counts["monuments"] = rng.randint(FEWER_OF_TWO + 1, 11)
    while sum(counts.values()) > 96:
        largest = max(counts, key=lambda kind: counts[kind])
        counts[largest] -= 1
    return counts


def _shut_in(places: list[tuple[int, int]]) -> bool:
    """Return whether all neighbours of the latest places are places."""
    return all((q + east, r + south) in places for q, r in places[-LATEST:] for east, south in NEIGHBOURS)


def _map(rng: Random, size: int) -> list[tuple[int, int]]:
    """Return connected places, ragged or compact."""
    places = [(0, 0)]
    recent = rng.random() < 0.5
    while len(places) < size:
        q, r = rng.choice(places[-LATEST:] if recent else places)
        east, south = rng.choice(NEIGHBOURS)
        place = q + east, r + south
        if place not in places and max(map(abs, place)) <= 40:
            places.append(place)
            recent = recent and not _shut_in(places)
    rng.shuffle(places)
    return places
