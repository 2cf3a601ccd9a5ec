"""The referee of Africa in hand-made situations: actions 4 and 5: camps."""

import pytest
from africa.toy_map import (
    AROUND_B2,
    END,
    FOR_MINERALS,
    GEMS_2,
    GOLD,
    GOLD_2,
    IBEX,
    LION,
    MONUMENT,
    NOMAD,
    RESEARCH,
    board,
    game,
    packed,
    points,
    position,
)
from refereed import legal, play


def test_research_pays_adjacent_animals_nomads_and_monuments():  # ruling 7
    around = dict(zip(AROUND_B2, [LION, IBEX, NOMAD, MONUMENT, GOLD], strict=False))
    referee = game(up=around | {"d5": LION}, down={"c2": LION})
    play(referee, RESEARCH)
    assert points(referee) == 4
    assert position(referee, "camps", "supply", "actions_left") == [[1, 2], 8, 1]
    assert board(referee, "b2", *AROUND_B2) == ["camp", LION, IBEX, NOMAD, MONUMENT, GOLD, "face down"]
    assert not legal(referee, "camp")  # the space is taken


def test_minerals_are_taken_without_points():  # ruling 7
    around = dict(zip(AROUND_B2, [GOLD, GOLD_2, GEMS_2, MONUMENT, LION], strict=False))
    referee = game(up=around | {"d5": GOLD}, down={"c2": GOLD})
    play(referee, FOR_MINERALS)
    assert position(referee, "points", "gold", "gems", "camps") == [[0, 0], [2, 0], [1, 0], [1, 2]]  # markers
    assert board(referee, "b2", *AROUND_B2, "d5") == [
        *("camp", "empty", "empty", "empty", MONUMENT, LION, "face down"),
        GOLD,
    ]
    assert referee.is_free("b3")  # ruling 4


def test_camps_without_effect():  # ruling 7
    for action in (RESEARCH, FOR_MINERALS):
        referee = game()
        play(referee, action)
        assert position(referee, "points", "gold", "gems", "camps") == [[0, 0], [0, 0], [0, 0], [1, 2]]
        assert board(referee, "b2") == ["camp"]


@pytest.mark.parametrize("up", [LION, GOLD, MONUMENT, NOMAD])
def test_camps_need_a_free_space(up):  # ruling 7
    assert not legal(game(up={"b2": up}), "camp")
    assert not legal(game(camps=["b2"]), "camp")


def test_camps_need_a_camp_of_ones_own():  # ruling 7
    referee = game()
    referee.players[0].camps = 1
    play(referee, RESEARCH, "walk east")
    assert not legal(referee, "camp")
    assert position(referee, "camps", "supply") == [[0, 2], 8]  # the supply does not help
    play(referee, END)
    assert legal(referee, "camp") == {RESEARCH, FOR_MINERALS}


def test_each_camp_is_paid_anew():  # ruling 7
    referee = game(up={"c2": LION})
    play(referee, RESEARCH, "walk east", RESEARCH)
    assert position(referee, "points", "player", "camps") == [[2, 0], 1, [0, 2]]


def test_camp_has_its_effect_only_once():  # ruling 7
    referee = game(down={"b3": GOLD, "b1": MONUMENT})
    play(referee, FOR_MINERALS, "uncover east", END, "uncover west")
    assert board(referee, "b3", "b1") == [GOLD, MONUMENT]
    assert position(referee, "gold", "points") == [[0, 0], [1, 0]]  # for the find of the gold


def test_camps_do_not_pay_each_other():  # ruling 7
    referee = game(camps=["b3", "a3"])
    play(referee, RESEARCH)
    assert points(referee) == 0


def test_taking_minerals_makes_room_for_nomads():  # rulings 4 and 7
    referee = packed("b2", up={"b3": GOLD, "a4": NOMAD})
    assert not referee.is_free("b3")
    play(referee, FOR_MINERALS)
    assert referee.worth(NOMAD, "a4", "a4") == 1  # b3
