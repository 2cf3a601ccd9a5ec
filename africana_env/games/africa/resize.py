"""Drawing other sizes and mixes than those of the printed game, for editions out of distribution."""

from collections.abc import Mapping
from typing import Any

from africana_env.engine.draws import Draws
from africana_env.engine.edition_data import assumed

SPACES = (60, 85)
CITIES = (5, 8)
MONUMENTS = (6, 12)
LAST_OF_TWO = 2
"""Monuments that are left when a game of two players ends."""
GOODS = (2, 5)
"""Of a kind."""
MAX_OF_A_KIND = 8
"""Markers of any other kind."""
SUPPLY = (6, 14)
FIRST_CAMPS = (1, 3)


def resize_edition(data: Mapping[str, Any], draws: Draws) -> dict[str, Any]:
    """Data with less land, more cities, and other mixes of markers and camps."""
    cities = draws.within(*CITIES)
    size = draws.within(*SPACES)
    monuments = draws.within(*MONUMENTS)
    goods = [draws.within(*GOODS) for _ in data["goods"]]
    kinds = [data["nomads"], *data["species"], *data["minerals"]]
    counts = [1] * len(kinds)
    while sum(counts) < size - cities - monuments - sum(goods):
        counts[draws.choice([kind for kind, count in enumerate(counts) if count < MAX_OF_A_KIND])] += 1
    nomads, *others = [assumed(entry, count=count) for entry, count in zip(kinds, counts, strict=True)]
    supply = draws.within(*SUPPLY)
    return {
        **data,
        "structure": assumed(data["structure"], spaces=size, cities=cities, markers=size - cities),
        "camps": assumed(data["camps"], supply=supply, supply_of_two=supply - 2, per_player=draws.within(*FIRST_CAMPS)),
        "monuments": assumed(data["monuments"], count=monuments, last_of_two=monuments - LAST_OF_TWO),
        "goods": [assumed(entry, count=count) for entry, count in zip(data["goods"], goods, strict=True)],
        "nomads": nomads,
        "species": others[: len(data["species"])],
        "minerals": others[len(data["species"]) :],
        "spaces": resized_spaces(data["spaces"], size, cities),
    }


def resized_spaces(spaces: list[dict[str, Any]], size: int, cities: int) -> list[dict[str, Any]]:
    """The first `size` spaces, of which `cities` are cities. Where they lie is still to be drawn."""
    resized = []
    for number, entry in enumerate(spaces[:size]):
        resized.append({"name": entry["name"], "q": entry["q"], "r": entry["r"], "status": "assumed"})
        if number < cities:
            resized[-1]["city"] = True
    return resized
