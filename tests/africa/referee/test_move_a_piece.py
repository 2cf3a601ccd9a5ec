"""The referee of Africa in hand-made situations: actions 2 and 3: move a piece."""

from africa.toy_map import (
    AROUND_B2,
    DIRECTIONS,
    GEMS_2,
    GOLD,
    IBEX,
    LEAVE,
    LION,
    MONUMENT,
    NOMAD,
    SPACES,
    board,
    destinations,
    game,
    packed,
    points,
    position,
)
from refereed import legal, play


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
    assert legal(game("b1", up=lions), "move") == set()  # b2 has a lion beside it: two would be needed
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
    assert points(referee) == 1  # beside a0
    play(referee, "walk west", "move the piece west")
    assert destinations(referee) == {"c2"}  # beside d1 and d2
    play(referee, "put piece on c2")
    assert position(referee, "points", "player") == [[1 + 1, 0], 1]


def test_found_piece_is_moved_in_the_second_action():  # ruling 3
    referee = game(down={"b3": LION}, up={"d1": LION})
    play(referee, "uncover east", LEAVE, "move the piece east", "put piece on d2")
    assert position(referee, "points", "player") == [[1 + 0 + 1, 0], 1]


def test_moved_animal_is_not_its_own_neighbour():  # ruling 6
    # c3 is beside b4 and beside b3, where the moving lion lies itself
    assert not legal(packed("c3", up={"b3": LION, "b4": LION}), "move")
    referee = packed("c3", up={"b3": LION, "b4": LION, "d3": LION})
    play(referee, "move the piece east", "put piece on c3")
    assert points(referee) == 2 - 1
