"""Perfect recall: a digest of everything that a seat has seen and done since the deal."""

from hashlib import blake2b

DIGEST = 16
"""Bytes."""
NOTHING = -1
"""In place of an action: another seat acted."""


def recall(memory: bytes, seen: bytes, view: bytes, action: int) -> bytes:
    """Return the memory of a seat after an action, a digest of its different observations and its own actions in
    between. `memory` and `seen` are its memory and observation before the action, `view` its observation now. `action`
    is its own action or `NOTHING`. Actions of others that change nothing for the seat leave no trace. Before the deal a
    seat has an empty memory and sees zeros."""
    if action == NOTHING and view == seen:
        return memory
    done = b"" if action == NOTHING else action.to_bytes(2)
    return blake2b(memory + done + view, digest_size=DIGEST).digest()
