"""Checks of an edition's data that are the same in several games."""

from collections.abc import Mapping
from typing import Any

from africana_env.engine.editions import Fault


def check_counts(data: Mapping[str, Any], found: Mapping[str, Any], fault: Fault) -> None:
    """What [structure] says, field by field, is what was `found` in the file."""
    structure = data.get("structure")
    for field, count in found.items():
        said = structure.get(field) if isinstance(structure, dict) else None
        if said != count:
            fault(f"{field} is {said!r} in [structure], but the file has {count!r}", "structure", None, field)


def check_size(section: str, size: int, minimum: int, maximum: int, fault: Fault) -> None:
    """A section has from `minimum` to `maximum` entries, or cards in all of them."""
    if not minimum <= size <= maximum:
        wanted = str(minimum) if minimum == maximum else f"{minimum} to {maximum}"
        fault(f"{section}: there must be {wanted}, not {size}", section)


def check_names(data: Mapping[str, Any], section: str, fault: Fault) -> None:
    """No two entries of a section have one name."""
    names: set[str] = set()
    for index, entry in enumerate(data[section]):
        if entry["name"] in names:
            fault(f"the name {entry['name']} is used twice", section, index, "name")
        names.add(entry["name"])
