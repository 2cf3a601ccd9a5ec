"""Messages from the page to the server: JSON objects, checked in every part."""

import json
from typing import Any

from africana_env.engine.errors import UserError, format_value

MAX_MESSAGE = 1000
"""The largest number of characters of a message."""
KINDS: dict[str, dict[str, type]] = {
    "act": {"seen": int, "action": int},
    "undo": {"seen": int},
    "hint": {"seen": int, "bot": str},
    "new": {"seen": int, "turn": bool},
    "name": {"seen": int, "name": str},
}
"""The requests (`do`), with the types of their other entries. `seen` is the version that the person has seen: what was
meant for another position is not done."""


def read_message(text: str) -> dict[str, Any]:
    """A message with all that belongs to it and nothing else; raises `UserError` for anything else."""
    if len(text) > MAX_MESSAGE:
        raise UserError(f"a message may have at most {MAX_MESSAGE} characters, not {len(text)}")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise UserError("a message must be a JSON object") from None
    if not isinstance(message, dict) or not isinstance(message.get("do"), str) or message["do"] not in KINDS:
        raise UserError(
            f"a message must be an object with 'do', one of {', '.join(KINDS)}, unlike {format_value(message)}"
        )
    fields = KINDS[message["do"]]
    if set(message) != {"do", *fields} or any(type(message[name]) is not kind for name, kind in fields.items()):
        described = ", ".join(f"{name} ({kind.__name__})" for name, kind in fields.items())
        raise UserError(f"{message['do']} needs {described} and nothing else")
    return message
