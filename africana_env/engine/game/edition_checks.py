"""Checks of an edition's data that several games share."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from africana_env.engine.game.edition_data import NOTES, Column
from africana_env.engine.process.errors import format_value

STATUSES = ("documented", "assumed")
MAX_ENTRIES = 500
"""Most entries of a section."""
MAX_FAULTS = 100
"""Most faults reported at once."""
Fault = Callable[..., None]
"""`fault(reason, section, entry, field)`: report a fault. Entries count from 0; the last three arguments are
optional."""


def section_faults(
    data: Mapping[str, Any], sections: Mapping[str, Mapping[str, Column]], single: Collection[str]
) -> Iterator[tuple[Any, ...]]:
    """Yield the arguments of a `Fault` for everything wrong with an edition's sections and the status of [structure].
    Each section must exist and its entries must fit their columns. Those in `single` have one entry."""
    known = (*sections, "edition", "sources", "structure")
    for name in data:
        if name not in known:
            yield f"unknown section [[{name}]]; known are {', '.join(known)}", name
    for name, columns in sections.items():
        entries = [data.get(name)] if name in single else data.get(name)
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            title = f"[{name}]" if name in single else f"[[{name}]]"
            yield f"section {title} is missing", name if name in data else None
        elif len(entries) > MAX_ENTRIES:
            yield f"section [[{name}]] has {len(entries)} entries, at most {MAX_ENTRIES} are possible", name
        else:
            for index, entry in enumerate(entries):
                for field, reason in _entry_faults(entry, columns):
                    yield (f"[{name}] {reason}", name, None, field) if name in single else (reason, name, index, field)
    structure = data.get("structure")
    if isinstance(structure, dict):
        for field, reason in _status_faults(structure):
            yield f"[structure] {reason}", "structure", None, field
    yield from _source_faults(data, (*sections, "structure"))


def _source_faults(data: Mapping[str, Any], sections: Iterable[str]) -> Iterator[tuple[Any, ...]]:
    known = data.get("sources")
    sources = list(known) if isinstance(known, dict) else []
    for name in sections:
        section = data.get(name)
        entries = enumerate(section) if isinstance(section, list) else [(None, section)]
        for index, entry in entries:
            if not isinstance(entry, dict):
                continue
            if "source" in entry and entry["source"] not in sources:
                reason = f"source must be one of [sources], {', '.join(sources)}, not {format_value(entry['source'])}"
                yield reason, name, index, "source"
            status = entry.get("status")
            if "source" not in entry and "documented" in (status.values() if isinstance(status, dict) else [status]):
                yield "documented data must name their source", name, index


def _entry_faults(entry: Mapping[str, Any], columns: Mapping[str, Column]) -> list[tuple[str | None, str]]:
    faults: list[tuple[str | None, str]] = []
    for field, column in columns.items():
        if field not in entry:
            if not column.optional:
                faults.append((None, f"{field} is missing"))
        elif reason := column.fault(entry[field]):
            faults.append((field, f"{field} {reason}"))
    for field in entry:
        if field not in columns and field not in NOTES:
            faults.append((field, f"unknown field {field}; known are {', '.join((*columns, *NOTES))}"))
    return faults + _status_faults(entry)


def _status_faults(entry: Mapping[str, Any]) -> list[tuple[str | None, str]]:
    status = entry.get("status")
    fields = [field for field in entry if field not in NOTES]
    if isinstance(status, dict):
        if sorted(status) == sorted(fields) and all(word in STATUSES for word in status.values()):
            return []
        return [("status", f"status must say {' or '.join(STATUSES)} for each of {', '.join(fields)}")]
    if status in STATUSES:
        return []
    return [("status" if "status" in entry else None, f"status must be {' or '.join(STATUSES)}")]


Place = TypeVar("Place")


def check_counts(data: Mapping[str, Any], found: Mapping[str, Any], fault: Fault) -> None:
    """Report fields of [structure] that differ from the values `found` in the file."""
    structure = data.get("structure")
    for field, count in found.items():
        said = structure.get(field) if isinstance(structure, dict) else None
        if said != count:
            fault(f"{field} is {said!r} in [structure], but the file has {count!r}", "structure", None, field)


def check_size(section: str, size: int, minimum: int, maximum: int, fault: Fault) -> None:
    """Report a section whose `size` is not from `minimum` to `maximum`."""
    if not minimum <= size <= maximum:
        wanted = str(minimum) if minimum == maximum else f"{minimum} to {maximum}"
        fault(f"{section}: there must be {wanted}, not {size}", section)


def check_names(data: Mapping[str, Any], section: str, fault: Fault) -> None:
    """Report names that occur twice in a section."""
    names: set[str] = set()
    for index, entry in enumerate(data[section]):
        if entry["name"] in names:
            fault(f"the name {entry['name']} is used twice", section, index, "name")
        names.add(entry["name"])


def reachable(start: Place, beside: Callable[[Place], Iterable[Place]]) -> set[Place]:
    """Return the places that can be reached from `start`, where `beside` gives the neighbours of a place."""
    found, fresh = {start}, [start]
    while fresh:
        new = {*beside(fresh.pop())} - found
        found |= new
        fresh += new
    return found
