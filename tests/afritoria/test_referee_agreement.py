"""The compiled rules agree with the referee on all legal sets, positions and scores.

`python tests/afritoria/lockstep.py --games 10000` compares more games.
"""

from afritoria.lockstep import play_games

MUST_HAPPEN = (
    "a choice among row cards",
    "card cancelled",
    "card competing",
    "card lost",
    "card scored",
    "card spent",
    "card that was put under the pile in reach",
    "card tied",
    "decision: commit",
    "decision: offer",
    "decision: poacher",
    "decision: put",
    "decision: ranger",
    "decision: win",
    "ended by the pile",
    "row not full",
    "shared win",
    "truncated",
)


def test_compiled_rules_agree_with_the_referee():
    _, seen = play_games(list(range(80)))
    assert [event for event in MUST_HAPPEN if not seen[event]] == [], "corners of the rules that no game reached"
