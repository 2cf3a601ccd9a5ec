"""The actions of Africa: their ids and their texts."""

from collections.abc import Iterator, Mapping
from typing import Any

from africana_env.engine.seats import NEXT_PLAYERS
from africana_env.engine.spaces import ActionGroup, ActionSpace
from africana_env.games.africa.rules.state import DIRECTIONS, GOODS, MAX_PLAYERS, SPACES, WALKS

DIRECTION_NAMES = ("east", "northeast", "northwest", "west", "southwest", "southeast")
WALK_STEPS = (
    *((direction,) for direction in range(DIRECTIONS)),
    *((direction, direction) for direction in range(DIRECTIONS)),
    *(((direction - 1) % DIRECTIONS, direction) for direction in range(DIRECTIONS)),
)
"""By walk, the directions of its steps. Two different ones may be taken in either order."""
HERE = 0
"""The place of the own space among those of `move_piece`; direction number d follows as 1 + d."""

action_space = ActionSpace(
    ActionGroup(
        "put_researcher",
        SPACES,
        "put the researcher on this space; ends the turn",
        entities=("space",),
    ),
    ActionGroup(
        "walk",
        WALKS,
        "walk one or two steps, before an action; named by where it leads",
        ("face_down_after_walk", "sights_after_walk", "minerals_after_walk", "gain_after_walk"),
    ),
    ActionGroup("uncover", DIRECTIONS, "turn up the marker that lies in this direction"),
    ActionGroup(
        "move_piece", 1 + DIRECTIONS, "take up the animal or nomad here (0) or in a direction", ("gain_in_reach",)
    ),
    ActionGroup(
        "put_piece", SPACES, "put the animal or nomad that was found or taken up on this space", ("gain",), ("space",)
    ),
    ActionGroup("leave_piece", 1, "leave the animal or nomad where it was found"),
    ActionGroup("camp_research", 1, "set a camp and be paid for each animal, nomad and monument beside it"),
    ActionGroup("camp_minerals", 1, "set a camp and take the gold and gems beside it"),
    ActionGroup(
        "trade",
        (MAX_PLAYERS - 1) * GOODS,
        "take all goods of a kind from a player for the good just found",
        ("trade_gain",),
    ),
    ActionGroup("no_trade", 1, "keep the good just found"),
    ActionGroup("skip_action", 1, "go without the first of two actions"),
    ActionGroup("end_turn", 1, "end the turn"),
)

ACTION = action_space.starts
"""By name, the first id of each group of actions."""


def action_texts(data: Mapping[str, Any]) -> Iterator[str]:
    """The text of every action in an edition, in the order of the ids. Actions that name a space which a small edition
    does not have say so, and are never legal."""
    spaces = [entry["name"] for entry in data["spaces"]]
    spaces += [f"unused space {number + 1}" for number in range(len(spaces), SPACES)]
    for space in spaces:
        yield f"put researcher on {space}"
    for steps in WALK_STEPS:
        names = [DIRECTION_NAMES[direction] for direction in steps]
        yield f"walk {'twice ' + names[0] if steps[1:] == steps[:1] else ' and '.join(names)}"
    for direction in DIRECTION_NAMES:
        yield f"uncover {direction}"
    for place in ("here", *DIRECTION_NAMES):
        yield f"move the piece {place}"
    for space in spaces:
        yield f"put piece on {space}"
    yield "leave piece"
    yield "camp for research"
    yield "camp for minerals"
    for partner in NEXT_PLAYERS[: MAX_PLAYERS - 1]:
        for entry in data["goods"]:
            yield f"trade for {entry['name']} of {partner}"
    yield "do not trade"
    yield "skip action"
    yield "end turn"
