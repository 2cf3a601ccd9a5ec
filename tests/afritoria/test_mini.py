"""The number of games in all deals of the edition `mini`."""

from copy import deepcopy

import pytest
from afritoria.histories import MINI, all_deals, count_histories, deal
from afritoria.lockstep import GAME
from referees.afritoria import Referee
from support import compiled_only

from africana_env import load_edition
from africana_env.games.afritoria.rules.names import kind_names
from africana_env.games.afritoria.rules.state import POACHER, RANGER, STRENGTHS

DATA = load_edition(GAME, MINI["edition"]).data
GREEN, BLUE = range(3), range(STRENGTHS, STRENGTHS + 3)


def games_of(referee):
    """Count the games that follow from a referee's position."""
    if referee.over:
        return 1
    count = 0
    for action in referee.legal_actions():
        after = deepcopy(referee)
        after.play(action)
        count += games_of(after)
    return count


def test_histories_of_a_deal_are_those_of_the_referee():
    cards = [BLUE[0], BLUE[2], GREEN[0], POACHER, BLUE[1], GREEN[2], GREEN[1], RANGER]
    names = kind_names(DATA)
    hands = DATA["hands"][0]
    rules = {
        **DATA,
        "deal": {"hand": hands["cards"]},
        "show": {"animals": hands["show_animals"], "cards": hands["show_cards"]},
    }
    assert count_histories(deal(cards)).tolist() == [96]
    assert games_of(Referee(rules, 2, 100, [names[kind] for kind in cards])) == 96


@compiled_only
@pytest.mark.slow
def test_number_of_deals_and_histories():
    """The numbers in `mini.toml` and RULES.md."""
    histories = count_histories(all_deals())
    assert (len(histories), histories.sum(), histories.max()) == (5040, 131_760, 176)
