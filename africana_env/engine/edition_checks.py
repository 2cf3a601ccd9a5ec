"""Checks of an edition's data that are the same in several games."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from africana_env.engine.editions import Fault

Place = TypeVar("Place")


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


def reachable(start: Place, beside: Callable[[Place], Iterable[Place]]) -> set[Place]:
    """The places that can be reached from `start`, `beside` being those next to one."""
    found, fresh = {start}, [start]
    while fresh:
        new = {*beside(fresh.pop())} - found
        found |= new
        fresh += new
    return found
