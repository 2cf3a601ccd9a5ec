"""Drawing other sizes and mixes than those of the printed game, for editions out of distribution."""

from collections.abc import Mapping
from typing import Any

from africana_env.engine.draws import Draws
from africana_env.engine.edition_data import assumed
from africana_env.games.africana.edition import BACK_LETTERS, HALVES

LOCATIONS = (6, 9)
"""In a half, at least and at most."""
BOOK_CARDS = (11, 14)
BACKS = {"A": (4, 8), "B": (4, 8), "C": (12, 16)}
TRAVEL_CARDS = (5, 12)
"""Of a colour."""
MORE_SILVER = 3
"""What companies start with in addition, at most."""


def resize_edition(data: Mapping[str, Any], draws: Draws) -> dict[str, Any]:
    """Data with a smaller map, fewer expeditions and adventures, and other mixes of travel cards and backs."""
    starts = {entry["start"] for entry in data["companies"]}
    backs = {back: draws.within(*BACKS[back]) for back in BACK_LETTERS}
    counts = [draws.within(*TRAVEL_CARDS) for _ in data["travel_cards"]]
    locations, adventures = [], []
    for half in HALVES:
        entries = [entry for entry in data["locations"] if entry["half"] == half]
        others = [entry["name"] for entry in entries if entry["name"] not in starts]
        chosen = {*starts, *draws.shuffled(others)[: draws.within(*LOCATIONS) - len(entries) + len(others)]}
        locations += [entry for entry in entries if entry["name"] in chosen]
        book = [entry for entry in data["adventures"] if entry["book"] == half]
        left_out = {*draws.shuffled(range(len(book)))[draws.within(*BOOK_CARDS) :]}
        adventures += [entry for number, entry in enumerate(book) if number not in left_out]
    silver = draws.within(0, MORE_SILVER)
    return {
        **data,
        "structure": assumed(
            data["structure"],
            locations=len(locations),
            travel_cards=sum(counts),
            expeditions=backs,
            adventures=len(adventures),
        ),
        "companies": [assumed(entry, silver=entry["silver"] + silver) for entry in data["companies"]],
        "travel_cards": [
            assumed(entry, count=count) for entry, count in zip(data["travel_cards"], counts, strict=True)
        ],
        "locations": locations,
        "expeditions": data["expeditions"][: sum(backs.values())],
        "adventures": adventures,
    }
