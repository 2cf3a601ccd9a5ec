"""Rulings of Africana in constructed positions: set-up, end of the game and scoring."""

from collections import Counter

import pytest
from africana.toy_edition import DRAW, END, NORTH, PILE, SOUTH, game
from refereed import play
from referees.africana import collection_points

from africana_env.games.africana.rules.scoring import best_collections


def test_setup_deals_companies_jokers_and_one_travel_card_in_seat_order():  # ruling 1
    position = game(num_players=4).snapshot()
    assert position == {
        "player": 0,
        "phase": "choose",
        "round": 1,
        "last_round": False,
        "truncated": False,
        "silver": [2, 2, 3, 4],
        "location": ["Ada", "Fez", "Bor", "Cid"],
        "joker": [True] * 4,
        "assistants": [Counter()] * 4,
        "travel": [Counter(["gray"]), Counter(["orange"]), Counter(["violet"]), Counter(["gray"])],
        "table": {"travel": Counter(), "assistants": Counter(), "joker": False},
        "pages_turned": 0,
        "travel_pile": PILE[4:],
        "discard": Counter(),
        "expedition_pile": [5, 6, 7, 8, 9],
        "spaces": [0, 1, 2, 3, 4],
        "markers": [set()] * 5,
        "books": [{"left": [], "right": NORTH}, {"left": [], "right": SOUTH}],  # ruling 5
        "in_front": [set()] * 4,
        "beneath": [set()] * 4,
        "expeditions": [set()] * 4,
        "removed": set(),
    }


def test_setup_with_too_few_expeditions_fills_from_the_left_and_first_turn_triggers_the_end():  # ruling 14
    referee = game(expedition_pile=[3, 1, 2])
    assert referee.snapshot()["spaces"] == [3, 1, 2, None, None]
    assert not referee.snapshot()["last_round"]
    play(referee, DRAW)
    assert referee.snapshot()["last_round"]


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


def test_score_of_a_hand_made_position():  # ruling 15
    referee = game()
    one = referee.players[0]
    one.expeditions = {6, 9}  # 5 + 7
    one.beneath = {0, 1, 7, 4, 5}  # Masks 2 + 3, Drum 3, two assistants
    one.in_front = {8, 11}  # one artifact, one assistant
    one.silver, one.travel, one.assistants = 29, Counter(gray=2, violet=1), Counter(gray=1)
    assert referee.scores()[0] == {
        "expeditions": 12,
        "adventures": 8,
        "collections": 6,
        "assistants": -5,
        "silver": 2,
        "travel_cards": 1,
        "unfinished": 1,
        "total": 25,
    }
    assert set(referee.scores()[1].values()) == {0}
    assert referee.winners() == [0]


@pytest.mark.parametrize(
    ("finished", "points"), [(set(), 0), ({4}, 0), ({4, 5}, -5), ({4, 5, 10}, -10), ({4, 5, 10, 11}, -10)]
)
def test_finished_assistant_adventures_cost_points_even_without_the_assistants(finished, points):  # ruling 15
    referee = game()
    referee.players[0].beneath = finished
    assert referee.scores()[0]["assistants"] == points
    assert referee.scores()[0]["total"] == points


def test_travel_cards_on_the_table_do_not_score():  # ruling 15
    referee = game()
    referee.players[0].travel = Counter(gray=2)
    play(referee, "step to Fez with gray travel card")
    assert referee.scores()[0]["travel_cards"] == 0


@pytest.mark.parametrize(
    ("silver", "expeditions", "winners"),
    [
        ([0, 9, 0], [{5}, {0}, set()], [0]),  # most points
        ([1, 2, 9], [{5}, {7}, set()], [1]),  # level on points: most silver
        ([2, 2, 9], [{5}, {7}, set()], [0, 1]),  # level on both: shared
        ([0, 0, 0], [set(), set(), set()], [0, 1, 2]),
    ],
)
def test_winners(silver, expeditions, winners):  # ruling 15
    referee = game(num_players=3)
    for seat, player in enumerate(referee.players):
        player.silver, player.expeditions = silver[seat], expeditions[seat]
    assert referee.winners() == winners


@pytest.mark.parametrize(
    ("artifacts", "points"),
    [
        ("", 0),
        ("a", 0),
        ("aa", 6),
        ("aaa", 12),
        ("aaaa", 12),
        ("ab", 2),
        ("abc", 2),
        ("abcd", 10),
        ("abcde", 10),
        ("aab", 6),
        ("aabb", 12),
        ("aabcd", 10),
        ("aaabc", 14),
        ("aaabcd", 16),  # four different and a pair, not three alike and a pair
        ("aaaabcd", 22),
        ("aabbccdd", 24),  # four pairs, not twice four different
        ("abcdeab", 16),
    ],
)
def test_collections_by_hand(artifacts, points):  # ruling 15
    assert collection_points(Counter(artifacts)) == points
    assert best_collections()[tuple(map(artifacts.count, "abcde"))] == points
