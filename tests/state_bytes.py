"""Takes the bytes of a saved game apart, and assembles others with a right checksum."""

import hashlib
import json
from typing import Any


def parts(state: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the head and the record of a game."""
    line, _, record = state[32:].partition(b"\n")
    return json.loads(line), record


def signed(head: dict[str, Any], record: bytes) -> bytes:
    return with_checksum(json.dumps(head).encode() + b"\n" + record)


def with_checksum(body: bytes) -> bytes:
    """Return the bytes of a game with `body` after its checksum."""
    return hashlib.sha256(body).digest() + body
