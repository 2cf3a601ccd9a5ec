"""An observation as text."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from africana_env.engine.game.contract import Edition
from africana_env.engine.game.words import Fields, counts, one_of, players_of, those_of, turn_of
from africana_env.games.africana.edition import BACK_LETTERS, HALVES, artifact_kinds
from africana_env.games.africana.hidden.observation import LOWEST_SCORE, SILVER_PER_GOLD
from africana_env.games.africana.rules.names import adventure_name, colour_names
from africana_env.games.africana.rules.state import BUY, PHASE_NAMES


def view(edition: Edition, fields: Fields) -> dict[str, Any]:
    """See `Presentation.view`."""
    data = edition.data
    colours = colour_names(data)
    travel_cards = [f"{colour} travel card" for colour in colours]
    assistants = [f"{colour} assistant" for colour in colours]
    seen = {**turn_of(fields, PHASE_NAMES), "is_last_round": bool(fields["last_round"][0])}
    if fields["phase"][BUY]:
        seen["pages_turned"] = int(fields["pages_turned"][0])
    return {
        **seen,
        "your_travel_cards": counts(colours, fields["hand"]),
        "of_these_held_since_the_last_shuffle": counts(colours, fields["held"]),
        "travel_cards_known_to_be_in_other_hands": counts(colours, fields["known"]),
        "companies": companies(data, fields),
        "expeditions": expeditions(data, fields),
        "expedition_pile": {
            **counts(BACK_LETTERS, fields["expeditions_left"]),
            "next": one_of(BACK_LETTERS, fields["next_back"]),
        },
        "books": {HALVES[book]: open_book(data, fields, book) for book in range(len(HALVES))},
        "travel_pile": int(fields["travel_pile"][0]),
        "discarded_travel_cards": counts(colours, fields["discard"]),
        "played_and_on_the_table": {
            **counts(travel_cards, fields["table_travel"]),
            **counts(assistants, fields["table_assistants"]),
            **counts(["joker"], fields["table_joker"]),
        },
        "adventures_out_of_the_game": adventures(data, fields["out_of_game"]),
    }


def adventures(data: Mapping[str, Any], flags: np.ndarray) -> list[str]:
    """Return the names of the marked adventures, as in actions."""
    return [adventure_name(data, int(adventure)) for adventure in np.flatnonzero(flags)]


def way(entry: Mapping[str, Any]) -> str:
    return f"{entry['start']} to {entry['target']}"


def companies(data: Mapping[str, Any], fields: Fields) -> dict[str, dict[str, Any]]:
    """Return the public part of each company, by player. Cards on the table that will return count."""
    names, colours = [entry["name"] for entry in data["locations"]], colour_names(data)
    ways = [way(entry) for entry in data["expeditions"]]
    seats = {name: seat for seat, name in enumerate(sorted(players_of(fields)))}
    return {
        player: {
            "company": data["companies"][seats[player]]["name"],
            "points": int(fields["score"][number]) + LOWEST_SCORE,
            "at": one_of(names, fields["location"][number]),
            "silver": SILVER_PER_GOLD * int(fields["gold"][number]) + int(fields["silver"][number]),
            "travel_cards_in_hand": int(fields["travel_cards"][number]),
            "has_joker": bool(fields["joker"][number]),
            "assistants": counts(colours, fields["assistants"][number]),
            "markers_left": int(fields["markers_left"][number]),
            "adventures_to_finish": adventures(data, fields["in_front"][:, number]),
            "finished_adventures": adventures(data, fields["adventure_finished"] == number + 1),
            "artifacts": counts(artifact_kinds(data), fields["artifacts"][number]),
            "finished_expeditions": those_of(ways, fields["expedition_finished"] == number + 1),
        }
        for number, player in enumerate(players_of(fields))
    }


def expeditions(data: Mapping[str, Any], fields: Fields) -> dict[str, dict[str, Any]]:
    """Return the expedition on each space, who joined it, and the bonus for joining."""
    names = [entry["name"] for entry in data["locations"]]
    spaces = {}
    for space, entry in enumerate(data["spaces"]):
        start = one_of(names, fields["space_start"][space])
        found = {
            "start": start,
            "target": one_of(names, fields["space_target"][space]),
            "silver": int(fields["space_silver"][space]),
            "points": int(fields["space_points"][space]),
            "joined_by": those_of(players_of(fields), fields["markers"][space]),
        }
        bonus = {unit: entry[field] for unit, field in (("silver", "silver"), ("travel card", "travel_cards"))}
        bonus = {unit: number for unit, number in bonus.items() if number}
        spaces[f"space {space + 1}"] = {**(found if start else {}), "bonus_for_joining": bonus}
    return spaces


def open_book(data: Mapping[str, Any], fields: Fields, book: int) -> dict[str, Any]:
    """Return the seen cards of both halves of a book, from the top, and the number of unseen ones."""
    own = np.array([entry["book"] == HALVES[book] for entry in data["adventures"]])
    seen: dict[str, Any] = {}
    for side in ("left", "right"):
        depth = fields[f"{side}_depth"][: len(own)] * own
        order = [int(adventure) for adventure in np.argsort(depth, kind="stable") if depth[adventure]]
        seen[f"{side}_half_from_the_top"] = [adventure_name(data, adventure) for adventure in order]
    seen["unseen_below"] = int(fields["right_half"][book]) - len(seen["right_half_from_the_top"])
    return seen
