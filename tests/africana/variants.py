"""Random editions of Africana, small, odd and harsh, for situations that are rare in the shipped one."""

from copy import deepcopy
from itertools import pairwise
from random import Random
from typing import Any

from support import assumed, edition_of

from africana_env.engine.game.contract import Edition, Game

COLOURS = ("magenta", "turquoise", "gray", "orange", "violet")
KINDS = ("Mask", "Drum", "Horn", "Head", "Stool")
OTHER_HALF = {"north": "south", "south": "north"}


def variant(game: Game, rng: Random) -> Edition:
    """Return a valid edition with a random board and cards; equal generators give equal editions."""
    return edition_of(game, _data(rng))


def rich(game: Game, edition: Edition) -> Edition:
    """Return `edition` with 50 silver for each company, for many pages, purchases and changes of colour."""
    data = deepcopy(dict(edition.data))
    for company in data["companies"]:
        company["silver"] = 50
    return edition_of(game, data)


def _data(rng: Random) -> dict[str, Any]:
    names = [f"L{number}" for number in range(rng.randint(3, 22))]
    halves = dict(zip(names, ["north", "south", *rng.choices(("north", "south"), k=len(names) - 2)], strict=True))
    travel = _travel_cards(rng)
    backs = sorted(rng.choices("ABC", (2, 2, 3), k=rng.randint(5, 34)))
    removable = min(backs.count("C"), len(backs) - 5)
    adventures = _adventures(rng, halves)
    return {
        "edition": {"name": "variant", "game": "africana", "format": 1},
        "structure": {
            "status": "assumed",
            "locations": len(names),
            "travel_cards": sum(travel.values()),
            "expeditions": {back: backs.count(back) for back in "ABC"},
            "adventures": len(adventures),
        },
        "companies": assumed({"name": name, "start": rng.choice(names), "silver": _silver(rng)} for name in "IFGE"),
        "travel_cards": assumed({"colour": colour, "count": count} for colour, count in travel.items()),
        "spaces": assumed(
            rng.choice(({"silver": rng.randint(1, 5), "travel_cards": 0}, {"silver": 0, "travel_cards": 1}))
            for _ in range(rng.randint(1, 5))
        ),
        "removals": assumed({"players": players, "cards": rng.randint(0, removable)} for players in (2, 3, 4)),
        "locations": assumed(
            {"name": name, "half": half, "symbols": rng.sample(COLOURS, rng.randint(1, 2)), "position": [0, 0]}
            for name, half in halves.items()
        ),
        "routes": assumed({"between": list(pair)} for pair in _routes(rng, names)),
        "expeditions": assumed(_expedition(rng, names, back) for back in backs),
        "adventures": assumed(adventures),
    }


def _silver(rng: Random) -> int:
    return rng.choice((0, 2, 5, 12, 40))


def _travel_cards(rng: Random) -> dict[str, int]:
    drawn = rng.choices(COLOURS, k=rng.choice((4, 6, 10, 15, 30, 60)))
    return {colour: drawn.count(colour) for colour in COLOURS}


def _routes(rng: Random, names: list[str]) -> list[tuple[str, str]]:
    ring = [*pairwise(names), (names[-1], names[0])]
    degree = dict.fromkeys(names, 2)
    routes = {frozenset(pair): pair for pair in ring}
    for _ in range(rng.randint(0, len(names))):
        one, other = rng.sample(names, 2)
        if max(degree[one], degree[other]) < 8 and frozenset((one, other)) not in routes:
            routes[frozenset((one, other))] = (one, other)
            degree[one] += 1
            degree[other] += 1
    return list(routes.values())


def _expedition(rng: Random, names: list[str], back: str) -> dict[str, Any]:
    start, target = rng.sample(names, 2)
    return {"back": back, "start": start, "target": target, "silver": rng.randint(0, 7), "points": rng.randint(0, 9)}


def _adventures(rng: Random, halves: dict[str, str]) -> list[dict[str, Any]]:
    """Return up to 15 adventures per book, with at most 4 of an artifact and 2 assistants of a colour."""
    pool: list[dict[str, Any]] = []
    for kind in KINDS:
        pool += [{"artifact": kind, "silver": rng.randint(0, 5), "points": rng.randint(0, 6)} for _ in range(4)]
    for colour in COLOURS:
        pool += [{"assistant": colour, "silver": 0, "points": 0} for _ in range(2)]
    rng.shuffle(pool)
    books = ["north", "south"] * 15
    chosen = list(zip(books, pool, strict=True))[: rng.choice((0, 3, 12, 30, 30, 30))]
    targets = {book: [name for name, half in halves.items() if half == OTHER_HALF[book]] for book in OTHER_HALF}
    return [{"book": book, "target": rng.choice(targets[book]), **what} for book, what in chosen]
