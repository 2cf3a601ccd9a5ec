"""Rulings of Africana in constructed positions: a turn, drawing and buying."""

from collections import Counter

import pytest
from africana.toy_edition import DRAW, END, PILE, SOUTH, game
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


def test_draw_takes_two_cards_from_the_top_and_ends_the_turn():  # ruling 4
    referee = game()
    play(referee, DRAW)
    position = referee.snapshot()
    assert position["travel"][0] == Counter(gray=2, violet=1)
    assert position["travel_pile"] == PILE[4:]
    assert (position["player"], position["phase"]) == (1, "choose")


def test_draw_reshuffles_only_when_a_card_is_needed_from_an_empty_pile():  # ruling 4
    asked = []
    referee = game(travel_pile=["gray"] * 4, shuffle=lambda discard: asked.append(discard) or ["violet", "orange"])
    referee.discard = Counter(orange=1)
    play(referee, DRAW)
    assert not asked
    assert referee.snapshot()["travel_pile"] == []
    referee.discard["violet"] += 1  # discarded meanwhile, so part of the shuffle
    play(referee, DRAW)
    assert asked == [Counter(orange=1, violet=1)]
    assert referee.snapshot()["travel"][1] == Counter(gray=1, violet=1, orange=1)
    assert referee.snapshot()["discard"] == Counter()


def test_draw_may_reshuffle_between_its_two_cards():  # ruling 4
    referee = game(travel_pile=["gray"] * 3)
    referee.discard = Counter(orange=1, violet=1)
    play(referee, DRAW)
    assert referee.snapshot()["travel"][0] == Counter(gray=2, orange=1)
    assert referee.snapshot()["travel_pile"] == ["violet"]


def test_draw_from_nothing_yields_nothing_and_still_ends_the_turn():  # ruling 4
    referee = game(travel_pile=["gray"] * 2, shuffle=lambda discard: pytest.fail("nothing to shuffle"))
    play(referee, DRAW)
    assert referee.snapshot()["travel"][0] == Counter(gray=1)
    assert referee.snapshot()["player"] == 1


def test_pages_turn_from_top_to_top_either_way():  # ruling 5
    referee = game()
    referee.players[0].silver = 9
    play(referee, "turn page left", "turn page left")
    assert referee.snapshot()["books"][0] == {"left": [1, 0], "right": [2, 3, 4, 5]}
    play(referee, "turn page right")
    assert referee.snapshot()["books"][0] == {"left": [0], "right": [1, 2, 3, 4, 5]}
    assert referee.snapshot()["books"][1] == {"left": [], "right": SOUTH}


def test_first_page_is_free_and_each_further_one_costs_silver():  # ruling 5
    referee = game()
    play(referee, "turn page left")
    assert (referee.snapshot()["silver"][0], referee.snapshot()["pages_turned"]) == (2, 1)
    play(referee, "turn page right", "turn page left")
    assert (referee.snapshot()["silver"][0], referee.snapshot()["pages_turned"]) == (0, 3)
    assert referee.legal_actions() == {END}
    play(referee, END)
    assert referee.snapshot()["pages_turned"] == 0


def test_first_page_is_free_after_a_purchase_and_without_money():  # ruling 5
    referee = game()
    referee.players[0].silver = 5
    play(referee, "buy adventure 1: Mask at Dar", "turn page left")
    assert referee.snapshot()["silver"][0] == 0
    assert referee.legal_actions() == {END}


def test_first_page_is_free_again_in_the_next_buy_action():  # ruling 5
    referee = game()
    referee.players[0].silver = 0
    play(referee, "turn page left", END, END, "turn page left")
    assert referee.snapshot()["silver"][0] == 0


def test_purchases_take_the_top_of_either_half_and_mix_with_page_turns():  # ruling 5
    referee = game()
    referee.players[0].silver = 17
    play(referee, "turn page left", "turn page left", "buy adventure 2: Mask at Elo", "buy adventure 3: Drum at Fez")
    play(referee, "turn page left", "buy adventure 4: Vase at Dar")
    position = referee.snapshot()
    assert position["silver"][0] == 0
    assert position["in_front"][0] == {1, 2, 3}
    assert position["books"][0] == {"left": [0], "right": [4, 5]}


def test_only_the_book_of_the_own_half_is_open_and_an_empty_half_has_no_page():  # ruling 5
    referee = game(books=([0], [10, 6]))
    referee.players[0].silver = referee.players[1].silver = 10
    assert legal(referee, "buy") == {"buy adventure 1: Mask at Dar"}
    play(referee, "buy adventure 1: Mask at Dar")
    assert referee.legal_actions() == {END}  # the northern book is sold out
    play(referee, END)
    assert legal(referee, "buy") == {"buy adventure 11: gray assistant at Ada"}


def test_no_purchase_for_less_than_the_price():  # ruling 5
    referee = game()
    referee.players[0].silver = 4
    assert not legal(referee, "buy")
