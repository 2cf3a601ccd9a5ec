"""The actions of Africana: each with its text, the rule that applies it, and its place on the board."""

from collections.abc import Mapping
from typing import Any

from africana_env.engine.game.spaces import ActionGroup, ActionSpace
from africana_env.games.africana.rules import action_display as display
from africana_env.games.africana.rules.buy import buy_adventure, turn_page
from africana_env.games.africana.rules.end_of_turn import discard_adventure, discard_card, draw, end_action
from africana_env.games.africana.rules.move import finish_adventure, finish_expedition, join_expedition, step_to
from africana_env.games.africana.rules.names import adventure_name, card_names
from africana_env.games.africana.rules.state import ADVENTURES, CARD_KINDS, LOCATIONS, SPACES

action_space = ActionSpace(
    ActionGroup(
        "draw",
        "draw two travel cards; ends the turn",
        text="draw travel cards",
        apply=draw,
        parts=display.travel_pile,
        effect=display.cards_drawn,
    ),
    ActionGroup("end_turn", "end the turn; as its first action: move and stand still", apply=end_action),
    ActionGroup(
        "turn_page",
        "move the top card of the book's right half onto the left (0), or back (1)",
        {"way": 2},
        text="turn page {way}",
        apply=turn_page,
        parts=display.page_turned,
        effect=display.page_price,
    ),
    ActionGroup(
        "join_expedition",
        "put a marker on the expedition on this space, standing on its start",
        {"space": SPACES},
        text="join expedition on space {space}",
        apply=join_expedition,
        parts=display.space,
        effect=display.joining,
    ),
    ActionGroup(
        "finish_expedition",
        "finish the expedition on this space, standing on its target",
        {"space": SPACES},
        text="finish expedition on space {space}",
        apply=finish_expedition,
        parts=display.space,
        effect=display.finishing_expedition,
    ),
    ActionGroup(
        "discard_card",
        "discard a travel card or an assistant of a colour, or the joker",
        {"card": CARD_KINDS},
        text="discard {card}",
        apply=discard_card,
        parts=display.card_in_hand,
    ),
    ActionGroup(
        "step",
        "step to a location with a card; a card of another colour costs 5",
        {"location": LOCATIONS, "card": CARD_KINDS},
        text="step to {location} with {card}",
        apply=step_to,
        parts=display.location_and_card,
        effect=display.colour_change,
    ),
    ActionGroup(
        "buy_adventure",
        "buy this adventure from the top of a half of the book",
        {"adventure": ADVENTURES},
        text="buy adventure {adventure}",
        apply=buy_adventure,
        parts=display.page_of,
        effect=display.adventure_price,
    ),
    ActionGroup(
        "finish_adventure",
        "finish this adventure, standing on its target",
        {"adventure": ADVENTURES},
        text="finish adventure {adventure}",
        apply=finish_adventure,
        parts=display.adventure,
        effect=display.finishing_adventure,
    ),
    ActionGroup(
        "discard_adventure",
        "discard this unfinished adventure",
        {"adventure": ADVENTURES},
        text="discard adventure {adventure}",
        apply=discard_adventure,
        parts=display.adventure,
    ),
)

ACTION = action_space.starts
"""First id of each group of actions, by name."""


def action_names(data: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the names of the things in actions. Names of things that a small edition lacks say "unused"."""
    locations = [entry["name"] for entry in data["locations"]]
    locations += [f"unused location {number + 1}" for number in range(len(locations), LOCATIONS)]
    adventures = [adventure_name(data, adventure) for adventure in range(len(data["adventures"]))]
    adventures += [f"{number + 1}: unused" for number in range(len(adventures), ADVENTURES)]
    return {
        "way": ["left", "right"],
        "space": [str(space + 1) for space in range(SPACES)],
        "card": card_names(data),
        "location": locations,
        "adventure": adventures,
    }
