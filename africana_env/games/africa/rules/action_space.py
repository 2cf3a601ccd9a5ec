"""The actions of Africa: each with its text, the rule that applies it, and its place on the board."""

from collections.abc import Mapping
from typing import Any

from africana_env.engine.game.seats import NEXT_PLAYERS
from africana_env.engine.game.spaces import ActionGroup, ActionSpace
from africana_env.games.africa.rules import action_display as display
from africana_env.games.africa.rules.camps import camp_for_minerals, camp_for_research
from africana_env.games.africa.rules.discover import keep_good, leave_piece, trade, uncover
from africana_env.games.africa.rules.end_of_turn import finish_turn, skip_action
from africana_env.games.africa.rules.pieces import move_piece, put_piece
from africana_env.games.africa.rules.researcher import put_researcher, walk
from africana_env.games.africa.rules.state import DIRECTIONS, GOODS, MAX_PLAYERS, SPACES, WALKS

DIRECTION_NAMES = ("east", "northeast", "northwest", "west", "southwest", "southeast")
WALK_STEPS = (
    *((direction,) for direction in range(DIRECTIONS)),
    *((direction, direction) for direction in range(DIRECTIONS)),
    *(((direction - 1) % DIRECTIONS, direction) for direction in range(DIRECTIONS)),
)
"""Directions of the steps of each walk. Two different ones may be taken in either order."""

action_space = ActionSpace(
    ActionGroup(
        "put_researcher",
        "put the researcher on this space; ends the turn",
        {"space": SPACES},
        text="put researcher on {space}",
        apply=put_researcher,
        parts=display.space,
        effect=display.whole_turn,
    ),
    ActionGroup(
        "walk",
        "walk one or two steps, before an action; named by where it leads",
        {"way": WALKS},
        text="walk {way}",
        apply=walk,
        parts=display.end_of_walk,
        effect=display.walk_to,
        action_features=("face_down_after_walk", "sights_after_walk", "minerals_after_walk", "gain_after_walk"),
    ),
    ActionGroup(
        "uncover",
        "turn up the marker in this direction",
        {"direction": DIRECTIONS},
        text="uncover {direction}",
        apply=uncover,
        parts=display.neighbour,
    ),
    ActionGroup(
        "move_piece",
        "take up the animal or nomad here (0) or in a direction",
        {"place": 1 + DIRECTIONS},
        text="move the piece {place}",
        apply=move_piece,
        parts=display.here_or_neighbour,
        action_features=("gain_in_reach",),
    ),
    ActionGroup(
        "put_piece",
        "put the animal or nomad that was found or taken up on this space",
        {"space": SPACES},
        text="put piece on {space}",
        apply=put_piece,
        parts=display.space,
        effect=display.putting,
        action_features=("gain",),
    ),
    ActionGroup(
        "leave_piece",
        "leave the animal or nomad where it was found",
        apply=leave_piece,
        parts=display.piece_at_hand,
        effect=display.leaving,
    ),
    ActionGroup(
        "camp_research",
        "set a camp and be paid for each animal, nomad and monument beside it",
        text="camp for research",
        apply=camp_for_research,
        parts=display.here,
        effect=display.sights_beside,
    ),
    ActionGroup(
        "camp_minerals",
        "set a camp and take the gold and gems beside it",
        text="camp for minerals",
        apply=camp_for_minerals,
        parts=display.here,
        effect=display.minerals_beside,
    ),
    ActionGroup(
        "trade",
        "take all goods of a kind from a player for the good just found",
        {"partner": MAX_PLAYERS - 1, "goods": GOODS},
        text="trade for {goods} of {partner}",
        apply=trade,
        parts=display.goods_of_partner,
        action_features=("trade_gain",),
    ),
    ActionGroup("no_trade", "keep the good just found", text="do not trade", apply=keep_good),
    ActionGroup("skip_action", "go without the first of two actions", apply=skip_action),
    ActionGroup("end_turn", "end the turn", apply=finish_turn),
)

ACTION = action_space.starts
"""First id of each group of actions, by name."""


def action_names(data: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the names of the things in actions. Names of spaces that a small edition lacks say "unused"."""
    spaces = [entry["name"] for entry in data["spaces"]]
    spaces += [f"unused space {number + 1}" for number in range(len(spaces), SPACES)]
    return {
        "space": spaces,
        "way": [walk_name(steps) for steps in WALK_STEPS],
        "direction": [*DIRECTION_NAMES],
        "place": ["here", *DIRECTION_NAMES],
        "partner": [*NEXT_PLAYERS],
        "goods": [entry["name"] for entry in data["goods"]],
    }


def walk_name(steps: tuple[int, ...]) -> str:
    """Return the name of a walk: `twice east`, `east and northeast`."""
    names = [DIRECTION_NAMES[direction] for direction in steps]
    return f"twice {names[0]}" if steps[1:] == steps[:1] else " and ".join(names)
