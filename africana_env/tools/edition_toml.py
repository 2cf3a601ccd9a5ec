"""Writing the data of an edition as the TOML file that people edit: a header and a line for each field of an entry."""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import date, time
from typing import Any


def to_toml(data: Mapping[str, Any]) -> str:
    """The file of an edition with these data; `load_edition` reads the same from it."""
    return "\n".join(lines(data))


def lines(data: Mapping[str, Any]) -> Iterator[str]:
    """The lines of the file. Sections without entries come first: behind a header they would be fields."""
    if empty := [name for name, section in data.items() if section == []]:
        yield from (*(f"{name} = []" for name in empty), "")
    for name, section in data.items():
        entries = section if isinstance(section, list) else [section]
        for entry in entries:
            yield f"[[{name}]]" if isinstance(section, list) else f"[{name}]"
            for field, value in entry.items():
                if (name, field) != ("edition", "base"):  # all sections are here
                    yield f"{toml_key(field)} = {toml_value(value)}"
            yield ""


def toml_value(value: Any) -> str:
    """A value in one line."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{toml_key(name)} = {toml_value(inner)}" for name, inner in value.items()) + " }"
    if isinstance(value, list):
        return f"[{', '.join(map(toml_value, value))}]"
    if isinstance(value, date | time | float):
        return value.isoformat() if isinstance(value, date | time) else repr(value)
    return json.dumps(value, ensure_ascii=False)  # texts, whole numbers and truth values are written in the same way


def toml_key(name: str) -> str:
    """A name of a field, in quotes where it must be."""
    return name if re.fullmatch("[A-Za-z0-9_-]+", name) else json.dumps(name, ensure_ascii=False)
