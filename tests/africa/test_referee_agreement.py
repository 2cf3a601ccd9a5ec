"""The compiled rules agree with the referee on all legal sets, positions and scores.

`python tests/africa/lockstep.py --games 10000` compares more games.
"""

from africa.lockstep import play_games

MUST_HAPPEN = (
    "2 share the first place",
    "2 share the second place",
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
    "game ended in mid-turn",
    "good found without a trade",
    "minerals taken",
    "monument found with an empty supply",
    "nomad put elsewhere, found",
    "nomad put elsewhere, moved",
    "piece of the own space moved",
    "piece put under a researcher",
    "second move in a turn",
    "trade of 2",
    "truncated",
)


def test_compiled_rules_agree_with_the_referee():
    _, seen = play_games(list(range(64, 96)))
    assert [event for event in MUST_HAPPEN if not seen[event]] == [], "corners of the rules that no game reached"
