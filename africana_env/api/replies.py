"""Replies of agents that write: which action they name."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from africana_env.engine.errors import UserError, format_value

MAX_SHOWN = 80
"""Characters of a reply that an error shows."""
MAX_NAMED = 8
"""Legal actions that an error names."""
MAX_OBJECTS = 8
"""Braces from which on a reply may end in JSON."""
FENCE = "```"


class ReplyError(UserError):
    """A reply that names no legal action."""


def parse_reply(legal: Mapping[str, int], reply: Any) -> int:
    """The action that a reply names, of the legal ones by their texts: a JSON object with `action` at its end, perhaps
    in a fence, or else a text that is the action's alone. An object with more text after it names none, because that
    may take it back, and neither do numbers, which would be taken for places in a list.

    Raises `ReplyError` for a reply that names none.
    """
    if not isinstance(reply, str):
        raise ReplyError(f"a reply must be a text, not {format_value(reply)}")
    named = action_named(reply)
    for text in (named, named.strip()) if isinstance(named, str) else ():
        if text in legal:
            return legal[text]
    if not legal:
        raise ReplyError("there is nothing to decide")
    some = [*map(repr, list(legal)[:MAX_NAMED]), *(["another one"] if len(legal) > MAX_NAMED else [])]
    raise ReplyError(f"no legal action is called {format_value(named)[:MAX_SHOWN]}: use {' or '.join(some)}")


def action_named(reply: str) -> Any:
    """What a reply names: the `action` of the JSON object that ends it, or the whole reply."""
    text = reply.strip().removesuffix(FENCE).rstrip()
    if text.endswith("}"):
        for found in ending_objects(text):
            try:
                value = json.loads(found)
            except (ValueError, RecursionError):
                continue
            if isinstance(value, Mapping) and "action" in value:
                return value["action"]
    return reply


def ending_objects(text: str) -> Iterator[str]:
    """The ends of a text that may be a JSON object, the shortest first."""
    start = len(text)
    for _ in range(MAX_OBJECTS):
        start = text.rfind("{", 0, start)
        if start < 0:
            return
        yield text[start:]
