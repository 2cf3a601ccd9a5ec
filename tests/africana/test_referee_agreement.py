"""The compiled rules agree with the referee on every legal set, position and score of some sixty games.

`python tests/africana/lockstep.py --games 10000` does the same on a larger scale.
"""

import pytest
from africana.events import Events
from africana.lockstep import GAME, play_games

GAMES_PER_PLAYER_COUNT = 20
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
    "bonus card from empty piles",
    "draw from empty piles",
    "ended by the pile",
    "expedition finished in the action that joined it",
    "expedition finished that others had joined",
    "fourth marker out",
    "free page after a purchase",
    "last round begins with the highest seat",
    "page without money",
    "pile just sufficed",
    "purchase beyond the limit",
    "purchase from a left half",
    "shuffle between the two cards of a draw",
    "shuffle with cards on the table",
    "truncated",
    "what is left is still placed",
    "win by silver",
)

seen = Events()


@pytest.mark.parametrize("players", GAME.players)
def test_compiled_rules_agree_with_the_referee(players):
    first = list(GAME.players).index(players)
    step = len(GAME.players)
    _, events = play_games(list(range(first, step * GAMES_PER_PLAYER_COUNT, step)))
    seen.update(events)


def test_games_reached_the_corners_of_the_rules():
    if seen["game"] < GAMES_PER_PLAYER_COUNT * len(GAME.players):
        pytest.skip("the games were played in other processes")
    assert [event for event in MUST_HAPPEN if not seen[event]] == []
