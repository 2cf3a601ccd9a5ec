"""Replies of agents that write: which action they name."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from africana_env.engine.errors import UserError, format_value

MAX_SHOWN = 80
"""Characters of a reply that an error shows."""
MAX_NAMED = 8
"""Legal actions that an error names."""
MAX_OBJECTS = 8
"""Braces from which on a reply may end in JSON."""
FENCE = re.compile(r"```(?:json)?\s*(\{.*?\})\s*```", re.DOTALL)


class ReplyError(UserError):
    """A reply that names no legal action."""


def parse_reply(legal: Mapping[str, int], reply: Any) -> int:
    """The action that a reply names, of the legal ones by their texts: a JSON object with `action`, alone, in a fence
    or at the end of the reply, or else a text that is the action's alone. Numbers name none: they would be taken for
    places in a list.

    Raises `ReplyError` for a reply that names none.
    """
    if not isinstance(reply, str):
        raise ReplyError(f"a reply must be a text, not {format_value(reply)}")
    named = action_named(reply)
    if isinstance(named, str) and named.strip() in legal:
        return legal[named.strip()]
    some = [*map(repr, list(legal)[:MAX_NAMED]), *(["another one"] if len(legal) > MAX_NAMED else [])]
    raise ReplyError(f"no legal action is called {format_value(named)[:MAX_SHOWN]}: use {' or '.join(some)}")


def action_named(reply: str) -> Any:
    """What a reply names: the `action` of the last JSON object in it, or the whole reply."""
    for found in [reply, *reversed(FENCE.findall(reply)), *ending_objects(reply)]:
        try:
            value = json.loads(found)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, Mapping) and "action" in value:
            return value["action"]
    return reply


def ending_objects(reply: str) -> Iterator[str]:
    """The ends of a reply that may be a JSON object, the shortest first."""
    end = reply.rfind("}") + 1
    starts = [match.start() for match in re.finditer(r"\{", reply[:end])]
    return (reply[start:end] for start in reversed(starts[-MAX_OBJECTS:]))
