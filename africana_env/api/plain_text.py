"""JSON data as lines of text, shorter and easier to read than JSON."""

from collections.abc import Mapping, Sequence
from typing import Any

NOTHING = "-"


def plain_text(data: Mapping[str, Any], indent: str = "") -> str:
    """Return `data` as lines: a line for each flat value, otherwise its parts below, indented. Lists hold only flat
    values."""
    return "\n".join(
        f"{indent}{words(name)}:\n{plain_text(value, indent + '  ')}"
        if isinstance(value, Mapping) and any(map(is_nested, value.values()))
        else f"{indent}{words(name)}: {in_line(value)}"
        for name, value in data.items()
    )


def is_nested(value: Any) -> bool:
    return isinstance(value, Mapping | list)


def in_line(value: Any) -> str:
    """Return a flat value as text."""
    if isinstance(value, Mapping):
        return ", ".join(f"{words(name)}: {in_line(part)}" for name, part in value.items()) or NOTHING
    if isinstance(value, list):
        return ", ".join(map(in_line, value)) or NOTHING
    if value is None:
        return NOTHING
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def words(name: str) -> str:
    """Return a name with spaces. Player names stay, since replies must spell them."""
    return name if name.startswith("player_") else name.replace("_", " ")


def entry_lines(entries: Sequence[Mapping[str, Any]]) -> str:
    """Return entries as lines of values between semicolons, under a line of the names."""
    columns = list(dict.fromkeys(name for entry in entries for name in entry))
    lines = [columns, *([in_line(entry.get(name)) for name in columns] for entry in entries)]
    return "\n".join("; ".join(line) for line in lines)
