"""Replies of agents that write: which action they name."""

import json
import re
import string
from collections.abc import Mapping
from typing import Any

from africana_env.engine.process.errors import UserError, format_value

MAX_SHOWN = 80
"""Characters of a reply that an error shows."""
MAX_NAMED = 8
"""Legal actions that an error names."""
MAX_OBJECTS = 100
"""JSON objects that are looked for in a reply, and actions that they may name."""
FORM = 'in one JSON object, {"action": "..."}, or alone'
OBJECT = re.compile(r'\{\s*"')
ACTION = re.compile(r'\{\s*"action"')
SIGNS = string.whitespace + string.punctuation + "\u00a0\u2013\u2014\u2018\u2019…•“”«»"
"""What may stand around the text of an action: punctuation, emphasis, quotes, and marks of lists."""


class ReplyError(UserError):
    """A reply that names no legal action."""


def parse_reply(legal: Mapping[str, int], reply: Any) -> int:
    """The action that a reply names, of the legal ones by their texts: by `action` of a JSON object with or without
    words around it, or as the whole text. Case and `SIGNS` around an action's text are passed over where one action
    alone is called so. Where several objects name actions, the last one counts, and no other may name another legal
    action. Numbers name none, because they would be taken for places in a list.

    Raises `ReplyError` for a reply that names none.
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
    """The legal action of this name, exactly or but for case and the signs around it; None if there is none, or more
    than one."""
    if not isinstance(name, str):
        return None
    for text in (name, name.strip()):
        if text in legal:
            return legal[text]
    plain = plain_name(name)
    alike = [action for text, action in legal.items() if plain_name(text) == plain]
    return alike[0] if plain and len(alike) == 1 else None


def plain_name(text: str) -> str:
    """A name without what does not tell it from others."""
    return text.strip(SIGNS).casefold()


def actions_named(reply: str) -> list[Any]:
    """What the JSON objects in a text name as `action`, in their order; an object's own comes after that of objects
    within it. None if an object
    names an action only within another one or is broken, or where there are too many."""
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
            if ACTION.match(reply, begin.start()):  # what it was to name is not known
                return []
            del named[before:]
            place = error.pos  # not the next brace: no part of the text is read twice
            continue
        except (ValueError, RecursionError):  # numbers of thousands of digits, objects nested deeply
            return []
        if len(named) > before and "action" not in value:
            return []
    return []
