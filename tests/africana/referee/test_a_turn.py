"""The referee of Africana in hand-made situations: a turn."""

import pytest
from africana.toy_edition import DRAW, END, game
from refereed import legal, play


def test_start_of_a_turn_offers_all_three_actions():  # ruling 3
    assert game().legal_actions() == {
        DRAW,
        "turn page left",
        "step to Fez with gray travel card",
        "step to Bor with joker",
        "step to Fez with joker",
        *(f"join expedition on space {space}" for space in range(1, 6)),
        END,
    }


def test_page_turn_commits_to_buying():  # ruling 3
    referee = game()
    referee.players[0].silver = 5
    play(referee, "turn page left")
    assert referee.snapshot()["phase"] == "buy"
    assert referee.legal_actions() == {
        "turn page left",
        "turn page right",
        "buy adventure 1: Mask at Dar",
        "buy adventure 2: Mask at Elo",
        END,
    }


def test_purchase_commits_to_buying():  # ruling 3
    referee = game()
    referee.players[0].silver = 5
    play(referee, "buy adventure 1: Mask at Dar")
    assert referee.snapshot()["phase"] == "buy"
    assert referee.legal_actions() == {"turn page left", END}


@pytest.mark.parametrize(
    "action", ["step to Bor with joker", "join expedition on space 1", "finish adventure 7: Mask at Ada"]
)
def test_step_join_and_finish_commit_to_moving(action):  # ruling 3
    referee = game()
    referee.players[0].in_front = {6}
    play(referee, action)
    assert referee.snapshot()["phase"] == "move"
    assert not legal(referee, "turn page") | legal(referee, "buy") | legal(referee, "draw")
    assert END in referee.legal_actions()


def test_finishing_an_expedition_commits_to_moving():  # ruling 3
    referee = game()
    referee.spaces[0].markers = {0}
    referee.players[0].location = "Bor"
    play(referee, "finish expedition on space 1")
    assert referee.snapshot()["phase"] == "move"


def test_ending_at_once_is_standing_still():  # ruling 3
    referee = game()
    before = referee.snapshot()
    play(referee, END)
    assert referee.snapshot() == before | {"player": 1}
