"""The data of editions: dictionaries like those of a TOML file."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

NOTES = ("status", "source")
"""Fields that any entry may have and that no rule reads."""
MAX_NAME = 40
"""Characters of a name, which goes into action texts and drawings; the shipped editions need 16."""


def is_known(entry: Mapping[str, Any], field: str) -> bool:
    """Whether a field of an entry is documented, or tells where on the drawing something is."""
    status = entry.get("status")
    return field == "position" or (status.get(field) if isinstance(status, dict) else status) == "documented"


def assumed(entry: Mapping[str, Any], **fields: Any) -> dict[str, Any]:
    """An entry of an edition's file with other values in these fields, marked as assumed."""
    new = {**entry, **fields}
    names = [name for name in new if name not in NOTES]
    known = entry["status"]
    status = {name: known[name] if isinstance(known, Mapping) else known for name in names}
    return {**new, "status": status | dict.fromkeys(fields, "assumed")}


def digest(data: Mapping[str, Any]) -> str:
    """What identifies the data of an edition: comments, layout and sources do not count."""

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: plain(inner) for key, inner in value.items() if key not in (*NOTES, "sources", "about")}
        return [plain(inner) for inner in value] if isinstance(value, list) else value

    head = data.get("edition")
    head = {key: value for key, value in head.items() if key != "base"} if isinstance(head, dict) else {}
    text = json.dumps(plain({**data, "edition": head}), sort_keys=True, default=str)  # dates are texts
    return hashlib.sha256(text.encode()).hexdigest()[:16]
