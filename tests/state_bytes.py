"""The bytes of a saved game, taken apart and put together anew, with a right checksum."""

import hashlib
import json
from typing import Any


def parts(state: bytes) -> tuple[dict[str, Any], bytes]:
    """What stands beside the game, and its record."""
    line, _, record = state[32:].partition(b"\n")
    return json.loads(line), record


def signed(head: dict[str, Any], record: bytes) -> bytes:
    """The bytes of a game with these parts."""
    return with_checksum(json.dumps(head).encode() + b"\n" + record)


def with_checksum(body: bytes) -> bytes:
    """The bytes of a game of which all but the checksum is `body`."""
    return hashlib.sha256(body).digest() + body
