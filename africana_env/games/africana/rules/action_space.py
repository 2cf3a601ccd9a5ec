"""The actions of Africana: their ids and their texts."""

from collections.abc import Iterator, Mapping
from typing import Any

from africana_env.engine.spaces import ActionGroup, ActionSpace
from africana_env.games.africana.rules.names import adventure_name, card_names
from africana_env.games.africana.rules.state import ADVENTURES, COLOURS, LOCATIONS, SPACES

CARD_KINDS = 2 * COLOURS + 1
"""Cards by kind: travel card of each colour, assistant of each colour, joker."""
ASSISTANT_KIND = COLOURS
JOKER_KIND = 2 * COLOURS

action_space = ActionSpace(
    ActionGroup("draw", 1, "draw two travel cards; ends the turn"),
    ActionGroup("end_turn", 1, "end the turn; as its first action: move and stand still"),
    ActionGroup("turn_page", 2, "move the top card of the book's right half onto the left (0), or back (1)"),
    ActionGroup(
        "join_expedition",
        SPACES,
        "put a marker on the expedition on this space, standing on its start",
        entities=("space",),
    ),
    ActionGroup(
        "finish_expedition",
        SPACES,
        "finish the expedition on this space, standing on its target",
        entities=("space",),
    ),
    ActionGroup(
        "discard_card",
        CARD_KINDS,
        "discard a travel card or an assistant of a colour, or the joker",
        entities=("card",),
    ),
    ActionGroup(
        "step",
        LOCATIONS * CARD_KINDS,
        "step to a location with a card; a card of another colour costs 5",
        entities=("location", "card"),
    ),
    ActionGroup(
        "buy_adventure",
        ADVENTURES,
        "buy this adventure from the top of a half of the book",
        entities=("adventure",),
    ),
    ActionGroup(
        "finish_adventure",
        ADVENTURES,
        "finish this adventure, standing on its target",
        entities=("adventure",),
    ),
    ActionGroup(
        "discard_adventure",
        ADVENTURES,
        "discard this unfinished adventure",
        entities=("adventure",),
    ),
)

ACTION = action_space.starts
"""By name, the first id of each group of actions."""


def action_texts(data: Mapping[str, Any]) -> Iterator[str]:
    """The text of every action in an edition, in the order of the ids. Actions that name a location or an
    adventure which a small edition does not have say so, and are never legal."""
    cards = card_names(data)
    locations = [entry["name"] for entry in data["locations"]]
    locations += [f"unused location {number + 1}" for number in range(len(locations), LOCATIONS)]
    adventures = [adventure_name(data, adventure) for adventure in range(len(data["adventures"]))]
    adventures += [f"{number + 1}: unused" for number in range(len(adventures), ADVENTURES)]
    yield "draw travel cards"
    yield "end turn"
    yield "turn page left"
    yield "turn page right"
    for verb in ("join", "finish"):
        for space in range(SPACES):
            yield f"{verb} expedition on space {space + 1}"
    for card in cards:
        yield f"discard {card}"
    for location in locations:
        for card in cards:
            yield f"step to {location} with {card}"
    for verb in ("buy", "finish", "discard"):
        for adventure in adventures:
            yield f"{verb} adventure {adventure}"
