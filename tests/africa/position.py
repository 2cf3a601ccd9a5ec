"""A compiled state of Africa in the referee's terms."""

from typing import Any

from africana_env.engine.contract import Edition
from africana_env.engine.state import CUT_OFF, RUNNING
from africana_env.games.africa.rules.names import MINERAL_NAMES
from africana_env.games.africa.rules.state import (
    CAMP,
    FACE_DOWN,
    FREE,
    GOOD,
    MARKER_KINDS,
    MAX_VALUE,
    MINERAL,
    MONUMENT,
    NOMAD,
    NOTHING,
    NOWHERE,
    PUT_FIND,
    PUT_MOVED,
    SET_UP,
    TRADE,
    TURN,
)

Marker = tuple[Any, ...]

PHASES = {SET_UP: "setup", TURN: "act", PUT_FIND: "place", PUT_MOVED: "place", TRADE: "trade"}
LYING = {FREE: "empty", FACE_DOWN: "face down", CAMP: "camp"}


def kinds(edition: Edition) -> list[Marker]:
    """The markers by kind, in the order in which the state numbers them."""
    data = edition.data
    found: list[Marker] = [()] * MARKER_KINDS
    for number, entry in enumerate(data["species"]):
        found[number] = ("animal", entry["name"])
    found[NOMAD] = ("nomad",)
    found[MONUMENT] = ("monument",)
    for number, name in enumerate(MINERAL_NAMES):
        for value in range(1, MAX_VALUE + 1):
            found[MINERAL + number * MAX_VALUE + value - 1] = (name, value)
    for number, entry in enumerate(data["goods"]):
        found[GOOD + number] = ("good", entry["name"])
    return found


def markers(state: Any, edition: Edition) -> list[Marker | None]:
    """What lies face down on each space of the edition."""
    names = kinds(edition)
    return [None if kind == NOTHING else names[kind] for kind in state.face_down[: len(edition.data["spaces"])]]


def position(state: Any, edition: Edition) -> dict[str, Any]:
    """The compiled `state` as `Referee.snapshot()` would give it."""
    data, names = edition.data, kinds(edition)
    spaces = [entry["name"] for entry in data["spaces"]]
    goods = [entry["name"] for entry in data["goods"]]
    seats = range(state.num_players)
    running = state.status == RUNNING

    def of_seats(values: Any) -> list[int]:
        return [int(values[seat]) for seat in seats]

    return {
        "phase": PHASES[int(state.phase)] if running else "over",
        "player": int(state.current_player),
        "round": int(state.round_number),
        "truncated": bool(state.status == CUT_OFF),
        "actions_left": int(state.actions_left),
        "walked": bool(state.walked),
        "pending": pending(state, edition),
        "researchers": [None if where == NOWHERE else spaces[where] for where in state.location[: len(seats)]],
        "board": {
            name: LYING[content] if content in LYING else names[content]
            for name, content in zip(spaces, state.lying.tolist(), strict=False)
        },
        "face_down": {
            name: marker for name, marker in zip(spaces, markers(state, edition), strict=True) if marker is not None
        },
        "camps": of_seats(state.camps),
        "supply": int(state.supply),
        "gold": of_seats(state.minerals[0]),
        "gems": of_seats(state.minerals[1]),
        "goods": [dict(zip(goods, state.goods[seat].tolist(), strict=True)) for seat in seats],
        "points": of_seats(state.points),
        "monuments": int(edition.tables[0].monuments[state.num_players] - state.monuments_left),
    }


def pending(state: Any, edition: Edition) -> dict[str, Any] | None:
    """What the player to move has to settle."""
    names = kinds(edition)
    if state.phase == TRADE:
        return {"marker": names[GOOD + state.found_good], "space": None, "just_found": True}
    if state.phase in (PUT_FIND, PUT_MOVED):
        marker, space = names[state.lying[state.piece_space]], edition.data["spaces"][state.piece_space]["name"]
        return {"marker": marker, "space": space, "just_found": bool(state.phase == PUT_FIND)}
    return None
