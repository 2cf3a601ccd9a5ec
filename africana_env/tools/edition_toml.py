"""Editions written as TOML files for editing: one header per entry and one line per field."""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import date, time
from typing import Any


def to_toml(data: Mapping[str, Any]) -> str:
    """Return the TOML file of these data; `load_edition` reads it back."""
    return "\n".join(lines(data))


def lines(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of the file. Empty sections come first: after a header they would be fields."""
    if empty := [name for name, section in data.items() if section == []]:
        yield from (*(f"{name} = []" for name in empty), "")
    for name, section in data.items():
        entries = section if isinstance(section, list) else [section]
        for entry in entries:
            yield f"[[{name}]]" if isinstance(section, list) else f"[{name}]"
            for field, value in entry.items():
                if (name, field) != ("edition", "base"):  # the file is complete without its base
                    yield f"{toml_key(field)} = {toml_value(value)}"
            yield ""


def toml_value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{toml_key(name)} = {toml_value(inner)}" for name, inner in value.items()) + " }"
    if isinstance(value, list):
        return f"[{', '.join(map(toml_value, value))}]"
    if isinstance(value, date | time | float):
        return value.isoformat() if isinstance(value, date | time) else repr(value)
    return json.dumps(value, ensure_ascii=False)  # JSON and TOML agree on strings, whole numbers and booleans


def toml_key(name: str) -> str:
    return name if re.fullmatch("[A-Za-z0-9_-]+", name) else json.dumps(name, ensure_ascii=False)
