"""An observation as text."""

from typing import Any

import numpy as np

from africana_env.engine.game.contract import Edition
from africana_env.engine.game.words import Fields, counts, one_of, players_of, turn_of
from africana_env.games.afritoria.hidden.observation import POINTS_SHOWN
from africana_env.games.afritoria.rules.names import STANDINGS, kind_names
from africana_env.games.afritoria.rules.state import COLOURS, MAX_PLAYERS, PHASE_NAMES, RANGER, STRENGTHS


def view(edition: Edition, fields: Fields) -> dict[str, Any]:
    """See `Presentation.view`."""
    names, colours = kind_names(edition.data), [entry["name"] for entry in edition.data["colours"]]
    seen = turn_of(fields, PHASE_NAMES)
    if fields["dispute"].any():
        seen["colour_that_picks"] = one_of(colours, fields["dispute"])
    seen["your_hand"] = counts(names, fields["hand"])
    if fields["committed"].any():
        seen["your_committed_card"] = names[card_of(fields["committed"])]
    return {
        **seen,
        "row": counts(names, fields["row"]),
        "players": players(names, fields),
        "pile": int(fields["pile_size"][0]),
        "put_under_the_pile": put_under_the_pile(names, fields),
        "discarded": counts(names, fields["discard"]),
        "unseen": counts(names, fields["unseen"]),
    }


def card_of(features: np.ndarray) -> int:
    """Return the kind of a card from its features: colour, strength, ranger, poacher."""
    if features[COLOURS + STRENGTHS :].any():
        return RANGER + int(features[COLOURS + STRENGTHS :].argmax())
    return STRENGTHS * int(features[:COLOURS].argmax()) + int(features[COLOURS : COLOURS + STRENGTHS].argmax())


def players(names: list[str], fields: Fields) -> dict[str, dict[str, Any]]:
    """Return the observer's knowledge of each player."""
    found = {}
    for number, player in enumerate(players_of(fields)):
        pile = fields["score_pile"][number]
        seen: dict[str, Any] = {
            "points": POINTS_SHOWN * int(fields["hundreds"][number]) + int(fields["points"][number]),
            "cards_in_hand": int(fields["hand_size"][number]),
            "score_pile_from_the_top": [names[kind - 1] for kind in pile[pile > 0][::-1]],
        }
        if fields["played"][number].any():
            seen["played"] = names[card_of(fields["played"][number])]
        if standing := one_of(STANDINGS[1:], fields["standing"][number]):
            seen["the_played_animal"] = standing
        if number:
            seen["known_to_be_in_hand"] = counts(names, fields["known"][number - 1])
            seen["knows_of_your_hand"] = counts(names, fields["known_of_own"][number - 1])
        if fields["shown"][number].any() or fields["shown_played"][number].any() or fields["shown_drawn"][number]:
            played = [names[kind - 1] for kind in fields["shown_played"][number] if kind]
            seen["of_the_hand_shown_last"] = {
                "in_hand_or_under_the_pile_or_drawn_from_there": counts(names, fields["shown"][number]),
                "the_same_or_played": sorted(played),
                "drawn_by_others": int(fields["shown_drawn"][number]),
            }
        found[player] = seen
    return found


def put_under_the_pile(names: list[str], fields: Fields) -> dict[str, dict[str, Any]]:
    """Return the cards put under the pile that are still there, by their places from the top."""
    order = players_of(fields)
    found = {}
    for depth in np.flatnonzero(fields["pile_from"]):
        owner = int(fields["pile_from"][depth]) - 1
        card: dict[str, Any] = {"by": order[owner % MAX_PLAYERS]}
        if owner >= MAX_PLAYERS:
            card["has_shown_another_hand_since"] = True
        if fields["pile_card"][depth]:
            card["card"] = names[fields["pile_card"][depth] - 1]
        found[f"card {depth + 1}"] = card
    return found
