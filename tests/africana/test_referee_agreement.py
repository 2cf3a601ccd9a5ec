"""The compiled rules agree with the referee on all legal sets, positions and scores.

`python tests/africana/lockstep.py --games 10000` compares more games.
"""

from africana.lockstep import play_games

MUST_HAPPEN = (
    "action: discard adventure",
    "action: discard assistant",
    "action: discard joker",
    "action: finish artifact",
    "action: finish assistant adventure",
    "action: finish expedition",
    "action: step assistant",
    "action: turn page right",
    "card of another colour",
    "assistant of another colour",
    "ended by the pile",
    "expedition finished in the action that joined it",
    "expedition finished that others had joined",
    "fourth marker out",
    "free page after a purchase",
    "page without money",
    "pile just sufficed",
    "purchase beyond the limit",
    "purchase from a left half",
    "shuffle between the two cards of a draw",
    "shuffle with cards on the table",
    "truncated",
    "win by silver",
)


def test_compiled_rules_agree_with_the_referee():
    _, seen = play_games(list(range(24)))
    assert [event for event in MUST_HAPPEN if not seen[event]] == [], "corners of the rules that no game reached"
