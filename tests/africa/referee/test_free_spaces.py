"""The referee of Africa in hand-made situations: free spaces."""

from copy import deepcopy

import pytest
from africa.toy_map import (
    CITIES,
    END,
    FOR_MINERALS,
    GOLD,
    LION,
    MONUMENT,
    NOMAD,
    RESEARCH,
    SPACES,
    board,
    destinations,
    game,
    points,
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
