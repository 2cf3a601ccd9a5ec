"""Names of the components of an edition."""

from collections.abc import Mapping
from typing import Any

from africana_env.games.africa.rules.state import MAX_VALUE

MINERAL_NAMES = ("gold", "gems")
OTHER_NAMES = ("nothing", "face-down marker", "camp")
"""Contents of spaces other than open markers."""


def marker_names(data: Mapping[str, Any]) -> list[str]:
    minerals = [f"{name} {value}" for name in MINERAL_NAMES for value in range(1, MAX_VALUE + 1)]
    animals, goods = ([entry["name"] for entry in data[section]] for section in ("species", "goods"))
    return [*animals, "nomad", "monument", *minerals, *goods]
