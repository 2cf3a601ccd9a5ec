"""Rulings of Africa in constructed positions: free spaces, moving pieces and setting camps."""

from copy import deepcopy

import pytest
from africa.toy_map import (
    AROUND_B2,
    CITIES,
    DIRECTIONS,
    END,
    FOR_MINERALS,
    GEMS_2,
    GOLD,
    GOLD_2,
    IBEX,
    LEAVE,
    LION,
    MONUMENT,
    NOMAD,
    RESEARCH,
    SPACES,
    board,
    destinations,
    game,
    packed,
    points,
    position,
)
from refereed import legal, play


def test_what_is_free():  # ruling 4
    referee = game("d0", ("c3",), down={"b1": LION}, up={"b2": GOLD, "b4": MONUMENT}, camps=["c1", "d5"])
    assert {space for space in SPACES if referee.is_free(space)} == set(SPACES) - {"b1", "b2", "b4", "c1", "d5"}


def test_pieces_are_pushed_under_researchers_who_cannot_camp_there():  # ruling 4
    referee = game("b2", ("c1",), up={"b1": LION, "d1": LION})
    assert {RESEARCH, FOR_MINERALS} <= referee.legal_actions()
    play(referee, "move the piece west")
    assert destinations(referee) == {"c1", "c2", "d2", "d0"}  # the next player's space and a city among them
    play(referee, "put piece on c1", END)
    assert board(referee, "b1", "c1") == ["empty", LION]
    assert (referee.seat, points(referee)) == (1, 1)
    assert not legal(referee, "camp")
    play(referee, "walk east")
    assert legal(referee, "camp") == {RESEARCH, FOR_MINERALS}


def test_piece_under_the_own_researcher():  # rulings 4 and 6
    referee = game("b2", up={"b1": NOMAD, "d4": LION, "d5": LION}, camps=["a2", "a1", "b0"])
    play(referee, "move the piece west")  # 3 free spaces there: b2, c0, c1
    assert "b2" in destinations(referee)
    play(referee, "put piece on b2")
    assert points(referee) == 5 - 3  # at b2: b3, a3, b1, c1, c2
    assert "move the piece here" in referee.legal_actions()  # ruling 3: the same piece again
    assert not legal(referee, "camp")
    play(referee, "move the piece here", "put piece on c2")
    assert points(referee) == 2 + 1
    assert board(referee, "b2", "c2") == ["empty", NOMAD]


@pytest.mark.parametrize("city", CITIES)
def test_pieces_and_camps_may_be_put_on_cities(city):  # ruling 4
    referee = game(city, others=("d3",), up={"c3": LION})
    assert legal(referee, "camp") == {RESEARCH, FOR_MINERALS}
    beside = referee.around(city)[0]
    referee.face_up[beside] = LION
    assert city in destinations_from(referee, "c3")
    referee.camps.add(city)
    assert not legal(referee, "camp")
    assert city not in destinations_from(referee, "c3")


def destinations_from(referee, space):
    """Where the piece on `space` could go if the researcher stood there."""
    copy = deepcopy(referee)
    copy.mover.researcher = space
    copy.play("move the piece here")
    return destinations(copy)


def test_moved_animal_pays_the_difference():  # ruling 6
    referee = game(up={"b3": LION, "b4": LION, "d1": LION, "d2": LION, "d3": LION, "a0": IBEX})
    play(referee, "move the piece east")
    assert position(referee, "phase", "points", "actions_left") == ["place", [0, 0], 2]
    assert position(referee, "pending") == {"marker": LION, "space": "b3", "just_found": False}
    worth = {
        space: sum(there in ("b4", "d1", "d2", "d3") for there in referee.around(space))
        for space in SPACES
        if space not in ("b3", "b4", "d1", "d2", "d3", "a0")
    }
    assert destinations(referee) == {space for space, number in worth.items() if number > 1}
    assert legal(referee, "put piece") == referee.legal_actions()  # no taking back, no end of the turn
    best = max(worth, key=worth.get)
    play(referee, f"put piece on {best}")
    assert points(referee) == worth[best] - 1
    assert board(referee, "b3", best) == ["empty", LION]
    assert position(referee, "phase", "actions_left", "pending") == ["act", 1, None]


def test_moved_nomad_pays_the_difference_and_its_old_space_is_free():  # ruling 6
    # the rulebook's example: from one free space to three
    referee = packed("c3", "d2", "d3", up={"b3": NOMAD})
    play(referee, "move the piece east")
    # c3: d2, d3 and the old space; d2 and d3: each other and c3
    assert referee.legal_actions() == {"put piece on c3", "put piece on d2", "put piece on d3"}
    play(referee, "put piece on c3")
    assert (points(referee), board(referee, "b3", "c3")) == (3 - 1, ["empty", NOMAD])


def test_pieces_are_offered_only_if_another_space_is_better():  # ruling 6
    # the lions' herds are equal, the ibex is alone on the map, the nomad has all six neighbours free
    referee = game("b1", up={"b0": LION, "a1": LION, "a2": IBEX, "c1": GOLD, "b2": MONUMENT})
    assert not legal(referee, "move")
    referee = game("b1", up={"c1": NOMAD})
    assert not legal(referee, "move")
    referee = game("b1", up={"b2": LION, "b0": IBEX, "d4": IBEX})
    assert legal(referee, "move") == {"move the piece west"}
    referee = packed("b1", up={"b2": NOMAD, "a2": NOMAD}, at="b1")
    assert not legal(referee, "move")  # b1 is their only free neighbour, and each old space would count as one as well
    referee = packed("b1", "c1", up={"b2": NOMAD, "a2": NOMAD}, at="b1")
    # b2 (b1, c1) -> b1 (c1 and the old b2): not better; a2 (b1) -> b1 (c1, old a2): better
    assert legal(referee, "move") == {"move the piece northeast"}


def test_pieces_are_moved_from_the_own_space_and_next_to_it_only():  # ruling 6
    lions = {"b2": LION, "b3": LION, "d5": LION, "a0": IBEX, "d2": IBEX}
    assert legal(game(up={"b2": LION, "d5": LION}), "move") == {"move the piece here"}
    assert legal(game("b1", up=lions), "move") == set()  # b2 has a lion next to it: two would be needed
    lions["d4"] = LION
    referee = game("b1", up=lions)
    assert legal(referee, "move") == {"move the piece east"}
    play(referee, "walk east")  # onto the lion
    assert legal(referee, "move") == {"move the piece here", "move the piece east"}


def test_face_down_pieces_are_not_moved():  # ruling 6
    referee = game(down={"b3": LION}, up={"d1": LION, "d2": LION})
    assert legal(referee, "move") == set()


def test_only_animals_and_nomads_are_moved():  # rulings 3 and 6
    up = {"b2": MONUMENT, "b3": GOLD, "b1": GEMS_2, "d2": GOLD, "d4": MONUMENT, "d5": GEMS_2}
    assert not legal(game(up=up), "move")


def test_every_piece_around_is_offered():  # ruling 6
    up = dict.fromkeys(["b2", *AROUND_B2], NOMAD)
    referee = game(up=up, others=("d5",))
    # c4 has six free neighbours, the nomads have at most three
    assert legal(referee, "move") == {f"move the piece {where}" for where in ["here", *DIRECTIONS]}


def test_animal_is_moved_twice_in_a_turn():  # ruling 3
    referee = game("b2", up={"b3": LION, "a0": LION, "d1": LION, "d2": LION})
    play(referee, "move the piece east", "put piece on b0")
    assert points(referee) == 1  # next to a0
    play(referee, "walk west", "move the piece west")
    assert destinations(referee) == {"c2"}  # next to d1 and d2
    play(referee, "put piece on c2")
    assert position(referee, "points", "player") == [[1 + 1, 0], 1]


def test_found_piece_is_moved_in_the_second_action():  # ruling 3
    referee = game(down={"b3": LION}, up={"d1": LION})
    play(referee, "uncover east", LEAVE, "move the piece east", "put piece on d2")
    assert position(referee, "points", "player") == [[1 + 0 + 1, 0], 1]


def test_moved_animal_is_not_its_own_neighbour():  # ruling 6
    # c3 is next to b4 and next to b3, where the moving lion lies itself
    assert not legal(packed("c3", up={"b3": LION, "b4": LION}), "move")
    referee = packed("c3", up={"b3": LION, "b4": LION, "d3": LION})
    play(referee, "move the piece east", "put piece on c3")
    assert points(referee) == 2 - 1


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
