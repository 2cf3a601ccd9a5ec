"""An observation as text."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from africana_env.engine.game.contract import Edition
from africana_env.engine.game.words import Fields, counts, one_of, players_of, those_of, turn_of
from africana_env.games.africa.edition import NEIGHBOURS
from africana_env.games.africa.hidden.observation import POINTS_SHOWN
from africana_env.games.africa.rules.action_space import DIRECTION_NAMES
from africana_env.games.africa.rules.names import MINERAL_NAMES, marker_names
from africana_env.games.africa.rules.state import PHASE_NAMES, TURN

CITY, NOTHING, FACE_DOWN = "a city, nothing lies there", "nothing", "face-down marker"


def view(edition: Edition, fields: Fields) -> dict[str, Any]:
    """See `Presentation.view`."""
    data = edition.data
    goods = [entry["name"] for entry in data["goods"]]
    names = [entry["name"] for entry in data["spaces"]]
    lying = what_lies(data, fields)
    seen = turn_of(fields, PHASE_NAMES)
    if fields["phase"][TURN]:
        seen["actions_left"] = int(fields["actions_left"][0])
        seen["has_walked_for_this_action"] = bool(fields["walked"][0])
    if fields["piece"].any():
        piece = int(fields["piece"].argmax())
        seen["piece_to_put"] = f"{lying[piece]} at {names[piece]}"
    if fields["found_good"].any():
        seen["good_just_found"] = one_of(goods, fields["found_good"])
    seen["players"] = players(names, goods, fields)
    if fields["researcher"][0].any():
        seen["around_you"] = around(data, lying, int(fields["researcher"][0].argmax()))
    return {
        **seen,
        "camps_in_the_supply": int(fields["supply"][0]),
        "monuments_until_the_end": int(fields["monuments_left"][0]),
        "face_down_markers": counts(marker_names(data), fields["face_down_kinds"]),
        "map": on_the_map(data, lying),
    }


def what_lies(data: Mapping[str, Any], fields: Fields) -> list[str]:
    """Return the content of each space."""
    species = [entry["name"] for entry in data["species"]]
    lying = [CITY if entry.get("city") else NOTHING for entry in data["spaces"]]
    for space in range(len(lying)):
        for mineral in MINERAL_NAMES:
            if value := int(fields[mineral][space]):
                lying[space] = f"{mineral} {value}"
        for name, flags in (("camp", "camp"), ("nomad", "nomad"), ("monument", "monument"), (FACE_DOWN, "face_down")):
            if fields[flags][space]:
                lying[space] = name
        lying[space] = one_of(species, fields["animal"][:, space]) or lying[space]
    return lying


def players(names: list[str], goods: list[str], fields: Fields) -> dict[str, dict[str, Any]]:
    """Return each player's possessions, all public."""
    return {
        player: {
            "at": one_of(names, fields["researcher"][number]),
            "points_gained": POINTS_SHOWN * int(fields["hundreds"][number]) + int(fields["points"][number]),
            "points_if_it_ended_now": int(fields["score"][number]),
            "camps": int(fields["camps"][number]),
            "goods": counts(goods, fields["goods"][number]),
            **{name: int(fields["minerals"][mineral][number]) for mineral, name in enumerate(MINERAL_NAMES)},
        }
        for number, player in enumerate(players_of(fields))
    }


def around(data: Mapping[str, Any], lying: list[str], here: int) -> dict[str, str]:
    """Return the adjacent spaces by direction, with their contents."""
    places = {(entry["q"], entry["r"]): number for number, entry in enumerate(data["spaces"])}
    q, r = (data["spaces"][here][axis] for axis in "qr")
    beside = {
        direction: places.get((q + east, r + south))
        for direction, (east, south) in zip(DIRECTION_NAMES, NEIGHBOURS, strict=True)
    }
    return {
        direction: "the map ends" if space is None else f"{data['spaces'][space]['name']}: {lying[space]}"
        for direction, space in beside.items()
    }


def on_the_map(data: Mapping[str, Any], lying: list[str]) -> dict[str, list[str]]:
    """Return the spaces by content, without those with a face-down marker."""
    kinds = [kind for kind in dict.fromkeys(lying) if kind != FACE_DOWN]
    names = [entry["name"] for entry in data["spaces"]]
    return {kind: those_of(names, np.array([other == kind for other in lying])) for kind in sorted(kinds)}
