"""The referee of Africana in hand-made situations: move: expeditions."""

from collections import Counter

from africana.toy_edition import END, PILE, game
from refereed import legal, play


def test_joining_pays_the_bonus_of_the_space_at_once():  # ruling 9
    referee = game()
    play(referee, "join expedition on space 1", "join expedition on space 3")
    assert referee.snapshot()["silver"][0] == 2 + 2 + 1
    assert referee.snapshot()["travel"][0] == Counter(gray=1)
    play(referee, "join expedition on space 2")
    position = referee.snapshot()
    assert position["silver"][0] == 5
    assert position["travel"][0] == Counter(gray=1, violet=1)
    assert position["travel_pile"] == PILE[3:]
    assert position["markers"] == [{0}, {0}, {0}, set(), set()]
    assert "step to Bor with violet travel card" in referee.legal_actions()  # bonus card, changed with bonus silver


def test_joining_once_per_expedition_and_with_at_most_four_markers():  # ruling 9
    referee = game()
    play(referee, *(f"join expedition on space {space}" for space in (1, 2, 3)))
    assert legal(referee, "join") == {"join expedition on space 4", "join expedition on space 5"}
    play(referee, "join expedition on space 4")
    assert legal(referee, "join") == set()


def test_marker_that_came_home_goes_out_again_in_the_same_action():  # rulings 9 and 10
    referee = game()
    referee.players[0].travel = Counter(orange=1)
    play(referee, *(f"join expedition on space {space}" for space in (1, 2, 3, 4)))
    play(referee, "step to Bor with joker", "finish expedition on space 1", "step to Cid with violet travel card")
    assert referee.snapshot()["silver"][0] == 2 + 2 + 1 + 3
    referee.players[0].location = "Ada"
    assert legal(referee, "join") == {"join expedition on space 5"}  # the emptied space offers nothing


def test_joining_needs_the_start_location():  # ruling 9
    referee = game()
    play(referee, END)
    assert legal(referee, "join") == set()
    play(referee, "step to Ada with joker")
    assert len(legal(referee, "join")) == 5


def test_several_players_may_join_the_same_expedition():  # ruling 9
    referee = game()
    play(referee, "join expedition on space 1", END)
    play(referee, "step to Ada with joker", "join expedition on space 1")
    assert referee.snapshot()["markers"][0] == {0, 1}


def test_finishing_needs_a_marker_and_sends_all_markers_home():  # ruling 10
    referee = game()
    referee.spaces[0].markers = {0, 1}
    play(referee, "step to Bor with joker")
    assert legal(referee, "finish") == {"finish expedition on space 1"}  # space 3 has the same target, but no marker
    play(referee, "finish expedition on space 1")
    position = referee.snapshot()
    assert position["silver"] == [2 + 3, 2]
    assert position["expeditions"] == [{0}, set()]
    assert position["markers"][0] == set()
    assert position["spaces"] == [None, 1, 2, 3, 4]  # empty until the turn ends
    play(referee, END)
    assert referee.snapshot()["spaces"] == [5, 1, 2, 3, 4]


def test_joining_and_finishing_in_one_action_and_in_any_order():  # rulings 10 and 12
    referee = game()
    play(referee, "join expedition on space 1", "join expedition on space 3", "step to Bor with joker")
    assert legal(referee, "finish") == {"finish expedition on space 1", "finish expedition on space 3"}
    play(referee, "finish expedition on space 3")
    assert legal(referee, "finish") == {"finish expedition on space 1"}
    play(referee, END)  # finishing is optional
    assert referee.snapshot()["markers"][0] == {0}
