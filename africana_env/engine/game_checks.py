"""Checks of a game when it is made: what else would fail far from its cause, or be wrong in silence."""

from collections.abc import Iterator
from typing import Any

from africana_env.engine.state import MAX_SEATS

MAX_ACTIONS = 1 << 16
"""Datasets and the memories of seats (`engine/recall.py`) keep an action in two bytes."""
MAX_FEATURE = 255
"""Features are a byte each."""


def game_faults(game: Any) -> Iterator[str]:
    """What is wrong with the parts of a game, each in one line."""
    players = game.players
    if not isinstance(players, range) or not players or players.step != 1 or players[0] < 2 or players[-1] > MAX_SEATS:
        yield f"players must be a range from 2 to at most {MAX_SEATS}, not {players!r}"
    if game.scores is None and tuple(game.score_parts) != ("total",):
        yield f"score_parts {', '.join(game.score_parts)} need `scores`, which fills them"
    if len(game.actions) > MAX_ACTIONS:
        yield f"there must be at most {MAX_ACTIONS} actions, not {len(game.actions)}"
    if game.entities is not None and len(game.entities.space) == len(game.observation):
        yield "entities and observation must differ in length, which says which of them is given"
    for name, maximum in maxima(game):
        if not 1 <= maximum <= MAX_FEATURE:
            yield f"the maximum of {name} must be from 1 to {MAX_FEATURE}, not {maximum}"


def maxima(game: Any) -> Iterator[tuple[str, int]]:
    """The name and maximum of each field of the observation and of each feature of the entities."""
    yield from ((field.name, field.maximum) for field in game.observation.fields)
    for kind in () if game.entities is None else game.entities.space.kinds:
        yield from ((f"{kind.name} {feature.name}", feature.maximum) for feature in kind.features)
