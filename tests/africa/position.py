"""Convert between compiled states of Africa and positions of the referee."""

from typing import Any

from africana_env.engine.game.contract import Edition
from africana_env.engine.game.state import CUT_OFF, RUNNING
from africana_env.games.africa.rules.board import lay
from africana_env.games.africa.rules.names import MINERAL_NAMES
from africana_env.games.africa.rules.scoring import count_goods, count_minerals
from africana_env.games.africa.rules.state import (
    CAMP,
    FACE_DOWN,
    FREE,
    GOOD,
    MARKER_KINDS,
    MAX_VALUE,
    MINERAL,
    MONUMENT,
    NO_SPACE,
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
    """Return the markers by kind, in the order of their numbers in the state."""
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
    """Return the face-down marker of each space, or None."""
    names = kinds(edition)
    return [None if kind == NOTHING else names[kind] for kind in state.face_down[: len(edition.data["spaces"])]]


def position(state: Any, edition: Edition) -> dict[str, Any]:
    """Return the compiled `state` in the form of `Referee.snapshot()`."""
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
    """Return the pending choice of the player to move, or None."""
    names = kinds(edition)
    if state.phase == TRADE:
        return {"marker": names[GOOD + state.found_good], "space": None, "just_found": True}
    if state.phase in (PUT_FIND, PUT_MOVED):
        marker, space = names[state.lying[state.piece_space]], edition.data["spaces"][state.piece_space]["name"]
        return {"marker": marker, "space": space, "just_found": bool(state.phase == PUT_FIND)}
    return None


def put_position(state: Any, edition: Edition, at: dict[str, Any]) -> None:
    """Bring the compiled `state` into the position `at`."""
    data, names = edition.data, kinds(edition)
    spaces = [entry["name"] for entry in data["spaces"]]
    pending = at["pending"]
    state.current_player, state.round_number = at["player"], at["round"]
    state.actions_left, state.walked, state.supply = at["actions_left"], at["walked"], at["supply"]
    state.phase = next(phase for phase, name in PHASES.items() if name == at["phase"])
    state.piece_space, state.found_good = NOWHERE, NOTHING
    if at["phase"] == "place":
        state.phase = PUT_FIND if pending["just_found"] else PUT_MOVED
        state.piece_space = spaces.index(pending["space"])
    elif at["phase"] == "trade":
        state.found_good = names.index(pending["marker"]) - GOOD
    put_map(state, edition, at)
    for seat in range(state.num_players):
        state.points[seat], state.camps[seat] = at["points"][seat], at["camps"][seat]
        state.minerals[:, seat] = at["gold"][seat], at["gems"][seat]
        state.goods[seat] = list(at["goods"][seat].values())
        count_goods(state, seat)
        where = at["researchers"][seat]
        state.location[seat] = NOWHERE if where is None else spaces.index(where)
        state.occupied[state.location[seat]] = where is not None
    count_minerals(state)


def put_map(state: Any, edition: Edition, at: dict[str, Any]) -> None:
    """Set the content of every space, and all counts."""
    names, contents = kinds(edition), {name: content for content, name in LYING.items()}
    for counts in (state.beside, state.places, state.occupied, state.face_down_kinds):
        counts[:] = 0
    state.lying, state.face_down = NO_SPACE, NOTHING
    for space, (name, lying) in enumerate(at["board"].items()):
        lay(edition.tables[0], state, space, names.index(lying) if lying in names else contents[lying])
        if name in at["face_down"]:
            state.face_down[space] = kind = names.index(at["face_down"][name])
            state.face_down_kinds[kind] += 1
