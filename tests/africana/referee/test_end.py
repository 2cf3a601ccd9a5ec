"""The referee of Africana in hand-made situations: game end."""

from collections import Counter

import pytest
from africana.toy_edition import END, game
from refereed import play


def finish_spaces_1_and_3(referee, seat):
    referee.spaces[0].markers = {seat}
    referee.spaces[2].markers = {seat}
    referee.players[seat].location = "Bor"
    play(referee, "finish expedition on space 1", "finish expedition on space 3", END)


def test_pile_that_just_suffices_triggers_nothing():  # ruling 14
    referee = game(expedition_pile=range(7))
    finish_spaces_1_and_3(referee, 0)
    assert referee.snapshot()["spaces"] == [5, 1, 6, 3, 4]
    assert referee.snapshot()["expedition_pile"] == []
    assert not referee.snapshot()["last_round"]


def test_pile_that_does_not_suffice_is_placed_and_the_round_is_played_to_its_end():  # ruling 14
    referee = game(num_players=3, expedition_pile=range(6))
    play(referee, END)
    finish_spaces_1_and_3(referee, 1)
    position = referee.snapshot()
    assert position["spaces"] == [5, 1, None, 3, 4]
    assert position["last_round"]
    assert (position["player"], position["phase"]) == (2, "choose")
    play(referee, END)
    position = referee.snapshot()
    assert (position["phase"], position["round"], position["truncated"]) == ("over", 1, False)
    assert position["last_round"]
    assert position["spaces"] == [5, 1, None, 3, 4]


def test_game_ends_at_once_when_the_highest_seat_triggers_the_end():  # ruling 14
    referee = game(expedition_pile=range(6))
    play(referee, END)
    finish_spaces_1_and_3(referee, 1)
    assert referee.snapshot()["phase"] == "over"
    assert referee.legal_actions() == set()
    before = referee.snapshot()
    with pytest.raises(ValueError, match="illegal action"):
        referee.play(END)
    assert referee.snapshot() == before


def test_limits_hold_on_the_last_turn():  # ruling 13
    referee = game(expedition_pile=range(6))
    play(referee, END)
    referee.players[1].travel = Counter(gray=5)
    finish_spaces_1_and_3(referee, 1)
    assert referee.snapshot()["phase"] == "discard cards"
    play(referee, "discard joker")
    assert referee.snapshot()["phase"] == "over"


def test_round_counts_from_one_and_the_game_is_truncated_after_the_last_allowed_round():  # ruling 16
    referee = game(num_players=3, max_rounds=2)
    play(referee, END, END, END)
    assert (referee.snapshot()["round"], referee.snapshot()["player"]) == (2, 0)
    play(referee, END, END)
    assert referee.snapshot()["phase"] == "choose"
    play(referee, END)
    position = referee.snapshot()
    assert (position["phase"], position["round"]) == ("over", 2)
    assert position["truncated"]
    assert not position["last_round"]


def test_game_that_ends_by_the_pile_in_the_last_allowed_round_is_not_truncated():  # ruling 16
    referee = game(max_rounds=1, expedition_pile=range(6))
    finish_spaces_1_and_3(referee, 0)
    play(referee, END)
    assert referee.snapshot()["phase"] == "over"
    assert not referee.snapshot()["truncated"]
