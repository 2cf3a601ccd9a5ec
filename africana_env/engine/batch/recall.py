"""Perfect recall: all that a seat has been shown and has done since the deal."""

from hashlib import blake2b

DIGEST = 16
"""Bytes."""
NOTHING = -1
"""In place of an action: another seat acted."""


def recall(memory: bytes, seen: bytes, view: bytes, action: int) -> bytes:
    """The digest of all that a seat has been shown and has done: of every observation that differs from the one before,
    with the own actions in between. `memory` is that before an action, `seen` the observation then, `view` that now;
    `action` is what the seat did, or `NOTHING`. An action of others that changes nothing for the seat
    leaves no trace. Before the deal a seat has an empty memory and sees zeros."""
    if action == NOTHING and view == seen:
        return memory
    done = b"" if action == NOTHING else action.to_bytes(2)
    return blake2b(memory + done + view, digest_size=DIGEST).digest()
