"""The compiled rules agree with the referee on every legal set, position and score of some thirty-two games.

`python tests/africa/lockstep.py --games 10000` does the same on a larger scale.
"""

from africa.lockstep import GAME, play_games

GAMES_PER_PLAYER_COUNT = 8
FIRST_SEED = 64  # few games reach all corners: these do
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


def test_compiled_rules_agree_with_the_referee():
    number = len(GAME.players)
    by_players = []
    for first in range(number):
        _, seen = play_games([FIRST_SEED + first + number * game for game in range(GAMES_PER_PLAYER_COUNT)])
        assert seen["game"] == GAMES_PER_PLAYER_COUNT
        assert [event for event in MUST_HAPPEN if not seen[event]] == [], "corners that no game reached"
        by_players.append(seen)
    assert [event for event in ANY_PLAYER_COUNT if not any(seen[event] for seen in by_players)] == []
