"""The referee of Africana in hand-made situations: scoring."""

from collections import Counter

import pytest
from africana.toy_edition import game
from refereed import play
from referees.africana import collection_points

from africana_env.games.africana.rules.scoring import best_collections


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
