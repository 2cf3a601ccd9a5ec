"""Parses replies of agents that write: which action they name."""

import json
import re
import string
from collections.abc import Mapping
from typing import Any

from africana_env.engine.process.errors import UserError, format_value

MAX_SHOWN = 80
"""Characters of a reply in an error."""
MAX_NAMED = 8
"""Legal actions named in an error."""
MAX_OBJECTS = 100
"""Most JSON objects searched in a reply, and most actions they may name."""
FORM = 'in one JSON object, {"action": "..."}, or alone'
OBJECT = re.compile(r'\{\s*"')
ACTION = re.compile(r'\{\s*"action"')
SIGNS = string.whitespace + string.punctuation + "\u00a0\u2013\u2014\u2018\u2019…•“”«»"
"""Characters allowed around the text of an action: punctuation, emphasis, quotes and list marks."""


class ReplyError(UserError):
    """A reply that names no legal action."""


def parse_reply(legal: Mapping[str, int], reply: Any) -> int:
    """Return the action that a reply names, from the legal actions by text. A reply names it as `action` of a JSON
    object, with or without text around it, or is the text itself. Case and `SIGNS` around it are ignored if the match
    is unique. Among several objects with actions the last one counts, and no other may name a different legal action.
    Numbers are refused: they would be read as places in a list.

    Raises `ReplyError` if the reply names no legal action.
    """
    if not isinstance(reply, str):
        raise ReplyError(f"a reply must be a text, not {format_value(reply)}")
    if not legal:
        raise ReplyError("there is nothing to decide")
    named = actions_named(reply) or [reply]
    found = [action_called(legal, name) for name in named]
    if found[-1] is None:
        some = [*map(repr, list(legal)[:MAX_NAMED]), *(["another one"] if len(legal) > MAX_NAMED else [])]
        wrong = f"no legal action is called {format_value(named[-1])[:MAX_SHOWN]}"
        raise ReplyError(f"{wrong}: use {' or '.join(some)}, {FORM}")
    if {*found} - {found[-1], None}:
        raise ReplyError(f"the reply names several actions: use one, {FORM}")
    return found[-1]


def action_called(legal: Mapping[str, int], name: Any) -> int | None:
    """Return the legal action with this name, exactly or without case and surrounding signs. None unless there is
    exactly one."""
    if not isinstance(name, str):
        return None
    for text in (name, name.strip()):
        if text in legal:
            return legal[text]
    plain = plain_name(name)
    alike = [action for text, action in legal.items() if plain_name(text) == plain]
    return alike[0] if plain and len(alike) == 1 else None


def plain_name(text: str) -> str:
    """Return a name without case and surrounding signs."""
    return text.strip(SIGNS).casefold()


def actions_named(reply: str) -> list[Any]:
    """Return the values of `action` in the JSON objects of a text, in order, those of inner objects first. Empty if an
    object is broken or has an action only within another object, or if there are too many."""
    named: list[Any] = []

    def note(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        named.extend(value for key, value in pairs if key == "action")
        return dict(pairs)

    decoder, place = json.JSONDecoder(object_pairs_hook=note), 0
    for _ in range(MAX_OBJECTS):
        begin = OBJECT.search(reply, place)
        if begin is None:
            return named if len(named) <= MAX_OBJECTS else []
        before = len(named)
        try:
            value, place = decoder.raw_decode(reply, begin.start())
        except json.JSONDecodeError as error:
            if ACTION.match(reply, begin.start()):  # its action is unknown
                return []
            del named[before:]
            place = error.pos  # not the next brace: no part of the text is read twice
            continue
        except (ValueError, RecursionError):  # huge numbers, deeply nested objects
            return []
        if len(named) > before and "action" not in value:
            return []
    return []
