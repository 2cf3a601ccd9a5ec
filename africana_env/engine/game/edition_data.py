"""The data of editions: dictionaries as in a TOML file."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from africana_env.engine.process.errors import format_value

NOTES = ("status", "source")
"""Fields that any entry may have and that no rule reads."""
MAX_NAME = 40
"""Longest name, which goes into action texts and drawings; the shipped editions need 16 characters."""


def _refuse(self: Any, *arguments: Any, **named: Any) -> Any:
    raise TypeError("the data of an edition are shared and cannot be changed: change a copy.deepcopy of them")


class ReadOnlyDict(dict):
    """A dictionary that cannot be changed. Pickles and deep copies are ordinary dictionaries."""

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[type, tuple[dict]]:
        return dict, (dict(self),)


class ReadOnlyList(list):
    """A list that cannot be changed. Pickles and deep copies are ordinary lists."""

    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse
    append = clear = extend = insert = pop = remove = reverse = sort = _refuse

    def __reduce__(self) -> tuple[type, tuple[list]]:
        return list, (list(self),)


def frozen(value: Any) -> Any:
    """Return a copy of an edition's value that cannot be changed."""
    if isinstance(value, dict):
        return ReadOnlyDict({name: frozen(inner) for name, inner in value.items()})
    return ReadOnlyList(map(frozen, value)) if isinstance(value, list) else value


@dataclass(frozen=True)
class Column:
    """The type of a field: a word, a whole number in a range, true or false, or a list of words."""

    kind: type
    minimum: int = 0
    maximum: int = 0
    words: tuple[str, ...] = ()
    """The allowed words; empty: any."""
    optional: bool = False
    section: str = ""
    """The section whose names the words are; empty: none."""
    drawn: bool = False
    """Whether it only serves drawings and texts: no rule reads it."""

    def fault(self, value: Any) -> str | None:
        """Return what is wrong with `value`, or None."""
        if self.kind is int:
            if not isinstance(value, int) or isinstance(value, bool) or not self.minimum <= value <= self.maximum:
                return f"must be a whole number from {self.minimum} to {self.maximum}, not {format_value(value)}"
            return None
        if self.kind is bool:
            return None if isinstance(value, bool) else f"must be true or false, not {format_value(value)}"
        if self.kind is list:
            if not isinstance(value, list) or not self.minimum <= len(value) <= self.maximum:
                return f"must be a list of {self.minimum} to {self.maximum} values, not {format_value(value)}"
            return None
        if not isinstance(value, str) or not value.isprintable() or not 1 <= len(value) <= MAX_NAME:
            return f"must be a text in quotes, of 1 to {MAX_NAME} characters in one line, not {format_value(value)}"
        if self.words and value not in self.words:
            return f"must be one of {', '.join(self.words)}, not {format_value(value)}"
        return None


def is_known(entry: Mapping[str, Any], field: str) -> bool:
    """Return whether a field of an entry is documented."""
    status = entry.get("status")
    return (status.get(field) if isinstance(status, dict) else status) == "documented"


def drawn_fields(sections: Mapping[str, Mapping[str, Column]]) -> set[str]:
    """Return the fields that only serve drawings and texts."""
    return {field for columns in sections.values() for field, column in columns.items() if column.drawn}


def assumed(entry: Mapping[str, Any], **fields: Any) -> dict[str, Any]:
    """Return an entry with new values in these fields, marked as assumed."""
    new = {**entry, **fields}
    names = [name for name in new if name not in NOTES]
    known = entry["status"]
    status = {name: known[name] if isinstance(known, Mapping) else known for name in names}
    return {**new, "status": status | dict.fromkeys(fields, "assumed")}


def with_values(entry: Mapping[str, Any], **fields: Any) -> dict[str, Any]:
    """Return an entry with these values, those that differ marked as assumed."""
    return assumed(entry, **{name: value for name, value in fields.items() if entry[name] != value})


def statuses(data: Mapping[str, Any]) -> list[Any]:
    """Return the status of each entry of an edition."""
    entries = [entry for section in data.values() for entry in (section if isinstance(section, list) else [section])]
    return [entry.get("status") for entry in entries if isinstance(entry, Mapping)]


def assumed_note(data: Mapping[str, Any]) -> str:
    """Return a warning for editions that are not fully documented, else an empty text."""
    known = [status for status in statuses(data) if status is not None]
    number = sum("assumed" in (status.values() if isinstance(status, Mapping) else [status]) for status in known)
    return f"{number} of {len(known)} entries are assumed at least in part: not the printed game" if number else ""


def digest(data: Mapping[str, Any]) -> str:
    """Return a digest of an edition's data. Comments, layout and sources do not count."""

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: plain(inner) for key, inner in value.items() if key not in (*NOTES, "sources", "about")}
        return [plain(inner) for inner in value] if isinstance(value, list) else value

    head = data.get("edition")
    head = {key: value for key, value in head.items() if key != "base"} if isinstance(head, dict) else {}
    text = json.dumps(plain({**data, "edition": head}), sort_keys=True, default=str)  # dates become texts
    return hashlib.sha256(text.encode()).hexdigest()[:16]
