"""The compiled rules agree with the referee on every legal set, position and score of some eighty games.

`python tests/africa/lockstep.py --games 10000` does the same on a larger scale.
"""

import pytest
from africa.lockstep import GAME, play_games

GAMES_PER_PLAYER_COUNT = 20
MUST_HAPPEN = (
    "action: camp for minerals",
    "action: camp for research",
    "action: do",
    "action: end",
    "action: leave",
    "action: move",
    "action: skip",
    "animal put elsewhere, found",
    "animal put elsewhere, moved",
    "camp for minerals without effect",
    "camp for research without effect",
    "camp for research of 3 points and more",
    "ended by the last monument",
    "find that had to stay",
    "good found without a trade",
    "minerals taken",
    "nomad put elsewhere, found",
    "nomad put elsewhere, moved",
    "piece of the own space moved",
    "piece put under a researcher",
    "second move in a turn",
    "trade of 2",
    "truncated",
)
ANY_PLAYER_COUNT = (
    "2 share the first place",
    "2 share the second place",
    "game ended in mid-turn",
    "monument found with an empty supply",
)


@pytest.fixture(scope="module")
def seen():
    """What happened, by number of players; filled by the tests below."""
    return {}


@pytest.mark.parametrize("players", GAME.players)
def test_compiled_rules_agree_with_the_referee(players, seen):
    number = len(GAME.players)
    first = GAME.players.index(players)
    _, seen[players] = play_games(list(range(first, number * GAMES_PER_PLAYER_COUNT, number)))
    assert seen[players]["game"] == GAMES_PER_PLAYER_COUNT
    assert [event for event in MUST_HAPPEN if not seen[players][event]] == [], "corners that no game reached"


def test_rare_corners_were_reached_by_some_game(seen):
    if len(seen) < len(GAME.players):
        pytest.skip("needs the games of all numbers of players")
    assert [event for event in ANY_PLAYER_COUNT if not any(events[event] for events in seen.values())] == []
