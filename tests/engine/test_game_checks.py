"""Impossible games are refused in one line when they are made."""

import re
from dataclasses import replace
from unittest.mock import Mock

import pytest
from support import GAMES

from africana_env.engine.game.contract import NO_SCRATCH
from africana_env.engine.game.entities import EntityKind, EntityObservation, EntitySpace, Feature
from africana_env.engine.game.facts import BoardField, FactSpace
from africana_env.engine.game.spaces import ActionGroup, ActionSpace, ObservationField, ObservationSpace

GAME = next(game for game in GAMES if game.name == "africana_v0")


def actions(number):
    return {"actions": ActionSpace(ActionGroup("take", "", {"number": number}))}


def observation(maximum, length=1):
    return {"observation": ObservationSpace(ObservationField("stones", (length,), maximum, ""))}


def facts(maximum):
    board = [BoardField("pile", (1,), maximum, "")]
    return {"facts": FactSpace(GAME.observation, board, ordered=())}


def entities(maximum):
    kind = EntityKind("pile", 2, "", (Feature("stones", maximum, ""),))
    return {"entities": EntityObservation(EntitySpace(kind), Mock(), NO_SCRATCH)}


def players(first, last):
    return {"players": range(first, last + 1)}


def scores(*parts, filled_by=None):
    return {"score_parts": parts, "scores": filled_by}


@pytest.mark.parametrize(
    "parts",
    [
        *(players(2, 8), players(3, 3)),
        *(scores("total"), {"score_parts": ["total"], "scores": None}, scores("wins", "total", filled_by=Mock())),
        *(actions(65_536), observation(1), observation(255), entities(1), entities(255), facts(1), facts(255)),
        observation(1, length=2) | {"entities": None, "facts": None},
    ],
)
def test_what_is_within_the_limits_is_a_game(parts):
    replace(GAME, **parts)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (players(2, 9), "players must be a range from 2 to at most 8, not range(2, 10)"),
        (players(1, 3), "players must be a range from 2 to at most 8, not range(1, 4)"),
        ({"players": range(8, 1, -2)}, "players must be a range from 2 to at most 8, not range(8, 1, -2)"),
        ({"players": 2}, "players must be a range from 2 to at most 8, not 2"),
        (players(3, 2), "players must be a range from 2 to at most 8, not range(3, 3)"),
        (scores("wins", "total"), "score_parts wins, total need `scores`, which fills them"),
        (actions(65_537), "there must be at most 65536 actions, not 65537"),
        (observation(0), "the maximum of stones must be from 1 to 255, not 0"),
        (observation(256), "the maximum of stones must be from 1 to 255, not 256"),
        (entities(0), "the maximum of pile stones must be from 1 to 255, not 0"),
        (entities(300), "the maximum of pile stones must be from 1 to 255, not 300"),
        (facts(256), "the maximum of pile must be from 1 to 255, not 256"),
        (
            observation(1, length=2) | entities(1) | {"facts": None},
            "observations must differ in length, to tell them apart: features, entities",
        ),
    ],
)
def test_what_no_game_can_have_is_refused(parts, message):
    with pytest.raises(ValueError, match=f"^africana_v0: {re.escape(message)}$"):
        replace(GAME, **parts)
