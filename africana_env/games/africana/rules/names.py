"""Names of the components of an edition."""

from collections.abc import Mapping
from typing import Any


def colour_names(data: Mapping[str, Any]) -> list[str]:
    return [entry["colour"] for entry in data["travel_cards"]]


def card_names(data: Mapping[str, Any]) -> list[str]:
    colours = colour_names(data)
    return [f"{colour} travel card" for colour in colours] + [f"{colour} assistant" for colour in colours] + ["joker"]


def adventure_name(data: Mapping[str, Any], adventure: int) -> str:
    """Return the number of an adventure, from 1, and its face."""
    entry = data["adventures"][adventure]
    what = entry["artifact"] if "artifact" in entry else f"{entry['assistant']} assistant"
    return f"{adventure + 1}: {what} at {entry['target']}"
