"""The referee of Africa in hand-made situations: final scoring."""

import pytest
from africa.toy_map import CITIES, END, FOR_MINERALS, GOLD, GOLD_2, game, give, position
from refereed import play


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ([0, 0], [0, 0]),
        ([1, 0], [10, 0]),
        ([1, 2], [6, 10]),
        ([3, 3], [8, 8]),
        ([4, 3, 3], [10, 3, 3]),  # the rulebook's example
        ([3, 3, 1], [8, 8, 0]),  # both places are taken
        ([2, 2, 2], [5, 5, 5]),
        ([0, 5, 0], [0, 10, 0]),  # who has none is not second
        ([1, 1, 1, 1], [4, 4, 4, 4]),
        ([2, 1, 1, 1], [10, 2, 2, 2]),
        ([1, 2, 3, 4], [0, 0, 6, 10]),
        ([1, 1, 1, 1, 1], [3, 3, 3, 3, 3]),
        ([1, 1, 1, 1, 9], [1, 1, 1, 1, 10]),
        ([1, 0, 1, 0, 1], [5, 0, 5, 0, 5]),
        ([0, 0, 0, 0, 0], [0, 0, 0, 0, 0]),
    ],
)
def test_places(numbers, expected):  # ruling 9
    referee = game(others=CITIES[1 : len(numbers)])
    for player, number in zip(referee.players, numbers, strict=True):
        player.minerals.update(gold=number, gems=number)
    assert [(score["gold"], score["gems"]) for score in referee.scores()] == [(points, points) for points in expected]


@pytest.mark.parametrize(("number", "expected"), [(0, 0), (1, 1), (2, 3), (3, 5), (4, 8), (5, 12)])
def test_goods_of_a_kind(number, expected):  # ruling 9
    referee = game()
    give(referee, 0, salt=number)
    assert referee.scores()[0]["goods"] == expected


def test_score_of_a_hand_made_position():  # ruling 9
    referee = game(others=("a0", "a5"))
    one, two, three = referee.players
    one.points, two.points, three.points = 20, 25, 0
    one.minerals.update(gold=2, gems=1)
    two.minerals.update(gold=1, gems=1)
    give(referee, 0, salt=5, cloth=1)
    give(referee, 2, salt=1, ivory=2, cloth=4)
    assert referee.scores() == [
        {"points": 20, "gold": 10, "gems": 8, "goods": 13, "total": 51},
        {"points": 25, "gold": 6, "gems": 8, "goods": 0, "total": 39},
        {"points": 0, "gold": 0, "gems": 0, "goods": 12, "total": 12},
    ]
    assert list(referee.scores()[0]) == ["points", "gold", "gems", "goods", "total"]
    assert referee.winners() == {0}
    assert position(referee, "points") == [20, 25, 0]  # final scoring is not paid out


@pytest.mark.parametrize(
    ("gained", "winners"), [([0, 0, 0], {0, 1, 2}), ([4, 9, 5], {1}), ([7, 2, 7], {0, 2}), ([1, 2, 3], {2})]
)
def test_winners(gained, winners):  # ruling 9
    referee = game(others=("a0", "a5"))
    for player, number in zip(referee.players, gained, strict=True):
        player.points = number
    assert referee.winners() == winners


def test_majority_is_of_markers_not_of_what_they_show():  # ruling 9
    referee = game("b2", up={"b3": GOLD_2, "d3": GOLD, "d2": GOLD}, others=("c3",))
    play(referee, FOR_MINERALS, END, FOR_MINERALS)
    assert position(referee, "gold") == [1, 2]
    assert [score["gold"] for score in referee.scores()] == [6, 10]
