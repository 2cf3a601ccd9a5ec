"""The compiled rules agree with the referee on every legal set, position and score of some hundred games.

`python tests/afritoria/lockstep.py --games 10000` does the same on a larger scale.
"""

import pytest
from afritoria.lockstep import GAME, play_games
from support import first_and_last

GAMES_PER_PLAYER_COUNT = 40
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


@pytest.mark.parametrize("players", first_and_last(GAME.players))
def test_compiled_rules_agree_with_the_referee(players):
    number = len(GAME.players)
    first = GAME.players.index(players)
    _, seen = play_games(list(range(first, number * GAMES_PER_PLAYER_COUNT, number)))
    assert seen["game"] == GAMES_PER_PLAYER_COUNT
    assert [event for event in MUST_HAPPEN if not seen[event]] == [], "corners of the rules that no game reached"
