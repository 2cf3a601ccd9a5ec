"""Saved games of environments, as bytes: a checksum, a head, and the game's record. The head is a line of JSON with
everything that the environment knows besides the game. The bytes may come from anywhere and are not trusted."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from africana_env.engine.batch.batch import Batch
from africana_env.engine.batch.state_check import check_states
from africana_env.engine.editions.edition_sets import EditionSet
from africana_env.engine.game.state import RUNNING
from africana_env.engine.process.errors import UserError, format_value

FORMAT = 2
CHECKSUM_BYTES = hashlib.sha256().digest_size
MAX_REWARD = 1e9
"""More than any game gives."""


def identity_of(batch: Batch) -> dict[str, Any]:
    """Return the arguments that must agree between the environments that save and load a state."""
    return {
        "format": FORMAT,
        "game": batch.game.name,
        "state size": batch.game.state_dtype.itemsize,
        "edition": batch.editions.digest,
        "players": batch.num_players,
        "max_rounds": batch.max_rounds,
        "reward": batch.reward_scheme,
    }


def pack_state(head: Mapping[str, Any], record: bytes) -> bytes:
    """Return the bytes of a game."""
    body = json.dumps(head).encode() + b"\n" + record
    return hashlib.sha256(body).digest() + body


def unpack_state(state: Any, identity: Mapping[str, Any]) -> tuple[dict[str, Any], bytes]:
    """Return the head and the record of a game from bytes. Raises `UserError` if they are damaged or do not have this
    `identity`."""
    try:
        body = state[CHECKSUM_BYTES:]
        if not isinstance(state, bytes) or hashlib.sha256(body).digest() != state[:CHECKSUM_BYTES]:
            raise no_state()
        line, _, record = body.partition(b"\n")
        head = json.loads(line)
        found = {key: head[key] for key in identity}
    except (ValueError, RecursionError, TypeError, KeyError, IndexError):
        raise no_state() from None
    for key, here in identity.items():
        if found[key] != here:
            raise UserError(
                f"not a state of this environment: its {key} is {format_value(found[key])}, here it is {here!r}"
            )
    return head, record


def read_states(head: Mapping[str, Any], record: bytes, batch: Batch) -> np.ndarray:
    """Return a game's record as a state for `batch` with its edition, `head["drawn"]`, shape `(1,)`. Raises `UserError`
    if the rules cannot go on from it."""
    number = len(batch.editions) if isinstance(batch.editions, EditionSet) else 1
    if len(record) != batch.game.state_dtype.itemsize or not is_int(head.get("drawn"), number - 1):
        raise no_state()
    states = np.frombuffer(record, batch.game.state_dtype)
    check_states(batch.game, batch.live.at(head["drawn"]).tables, batch.num_players, states)
    return states


def check_head(head: Mapping[str, Any], agents: Sequence[str], num_actions: int, state: Any) -> None:
    """Raise `UserError` unless the head fits the game `state`: actions, rewards, remaining agents and the agent to
    move."""
    actions: Any = head.get("actions", "")
    left: Any = head.get("agents")
    selection = head.get("selection")
    right = (
        (actions is None or are_ints(actions, num_actions - 1))
        and isinstance(left, list)
        and left == [agent for agent in agents if agent in left]
        and all(are_amounts(head.get(key), left) for key in ("rewards", "cumulative"))
        and selection in (left or agents)
        and head.get("skipped", "") in (None, *agents)
    )
    if right and state["status"] == RUNNING:
        right = left == list(agents) and selection == agents[state["current_player"]]
    if not right:
        raise no_state()


def no_state() -> UserError:
    """Return the error for bytes that are no saved state."""
    return UserError("not a state: it must be bytes from get_state()")


def is_int(value: Any, maximum: int) -> bool:
    """Return whether `value` is a whole number from 0 to `maximum`."""
    return type(value) is int and 0 <= value <= maximum


def are_ints(values: Any, maximum: int) -> bool:
    """Return whether `values` is a list of whole numbers from 0 to `maximum`."""
    return isinstance(values, list) and all(is_int(value, maximum) for value in values)


def are_amounts(value: Any, agents: Sequence[str]) -> bool:
    """Return whether `value` is a dictionary of an amount for each agent."""
    if not isinstance(value, dict) or list(value) != list(agents):
        return False
    return all(map(is_amount, value.values()))


def is_amount(value: Any) -> bool:
    """Return whether `value` may be a reward."""
    return type(value) in (int, float) and -MAX_REWARD <= value <= MAX_REWARD
