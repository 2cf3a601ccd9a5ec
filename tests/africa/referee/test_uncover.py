"""Rulings of Africa in constructed positions: action 1: uncover."""

from copy import deepcopy

import pytest
from africa.toy_map import (
    END,
    GEMS,
    GEMS_2,
    GOLD,
    GOLD_2,
    IBEX,
    LEAVE,
    LION,
    MONUMENT,
    NO_TRADE,
    NOMAD,
    SALT,
    board,
    destinations,
    game,
    give,
    goods,
    packed,
    points,
    position,
)
from refereed import legal, play


@pytest.mark.parametrize("marker", [GOLD, GOLD_2, GEMS, GEMS_2])
def test_minerals_pay_what_they_show_and_stay(marker):  # ruling 5
    referee = game(down={"b3": marker})
    play(referee, "uncover east")
    assert position(referee, "points", "gold", "gems") == [[marker[1], 0], [0, 0], [0, 0]]
    assert board(referee, "b3") == [marker]
    assert position(referee, "face_down", "pending", "actions_left", "walked") == [{}, None, 1, False]
    assert not referee.is_free("b3")
    assert "walk east" in referee.legal_actions()


def test_face_down_markers_do_not_count_for_anything_but_their_space():
    referee = game(down={"b1": LION, "b0": LION, "c1": LION, "d3": LION})
    play(referee, "uncover west")
    assert position(referee, "phase", "points") == ["act", [1, 0]]


def test_trade_good_is_taken_and_frees_its_space():  # rulings 4 and 5
    referee = game(down={"b3": SALT})
    play(referee, "uncover east")
    assert position(referee, "phase", "actions_left") == ["act", 1]  # nobody has anything to trade
    assert goods(referee, 0) == {"salt": 1}
    assert board(referee, "b3") == ["empty"]
    assert referee.is_free("b3")
    assert points(referee) == 0


def test_trades_on_offer():  # ruling 5
    referee = game(others=("a0", "a5", "d0", "d5"), down={"b3": SALT})
    give(referee, 0, salt=1, ivory=1)
    give(referee, 1, salt=2)  # the uncovered kind is no object of the trade
    give(referee, 2, ivory=2, cloth=3)
    give(referee, 3, ivory=1, salt=1, cloth=1)
    give(referee, 4, cloth=1)
    play(referee, "uncover east")
    assert position(referee, "phase", "actions_left", "player") == ["trade", 2, 0]
    assert position(referee, "pending") == {"marker": SALT, "space": None, "just_found": True}
    assert referee.legal_actions() == {
        "trade for ivory of the 2nd next player",
        "trade for ivory of the 3rd next player",
        "trade for cloth of the 3rd next player",
        "trade for cloth of the 4th next player",
        NO_TRADE,
    }


def test_trade_takes_all_of_a_kind_for_as_many_and_only_once():  # ruling 5
    referee = game(others=("a0", "a5"), down={"b3": SALT})
    give(referee, 0, salt=2, ivory=1)
    give(referee, 1, ivory=2, cloth=1, salt=1)
    give(referee, 2, cloth=1)
    play(referee, "uncover east", "trade for ivory of the next player")
    assert [goods(referee, seat) for seat in range(3)] == [
        {"salt": 1, "ivory": 3},
        {"salt": 3, "cloth": 1},
        {"cloth": 1},
    ]
    assert position(referee, "phase", "actions_left", "pending") == ["act", 1, None]  # salt for cloth is not asked


def test_trade_with_the_last_good_and_from_another_seat():  # ruling 5
    referee = game(others=("c3", "a5"), down={"b4": SALT})
    give(referee, 0, cloth=1)
    play(referee, END, "uncover northeast")
    assert legal(referee, "trade") == {"trade for cloth of the 2nd next player"}  # seats wrap around
    play(referee, "trade for cloth of the 2nd next player")
    assert [goods(referee, seat) for seat in range(3)] == [{"salt": 1}, {"cloth": 1}, {}]
    assert position(referee, "player", "actions_left") == [1, 1]


def test_trade_may_be_declined():  # ruling 5
    referee = game(down={"b3": SALT, "b1": SALT})
    give(referee, 1, cloth=1)
    play(referee, "uncover east", NO_TRADE)
    assert (goods(referee, 0), goods(referee, 1)) == ({"salt": 1}, {"cloth": 1})
    assert position(referee, "phase", "actions_left", "pending") == ["act", 1, None]
    play(referee, "uncover west", NO_TRADE)
    assert position(referee, "player", "phase") == [1, "act"]


@pytest.mark.parametrize(("theirs", "asked"), [(0, False), (1, True), (2, True), (3, True), (4, False)])
def test_trade_needs_enough_of_the_uncovered_kind(theirs, asked):  # ruling 5
    referee = game(down={"b3": SALT})
    give(referee, 0, salt=2, cloth=2)
    give(referee, 1, ivory=theirs)
    play(referee, "uncover east")
    assert position(referee, "phase") == ("trade" if asked else "act")


def test_animal_without_better_space_stays_and_pays_at_once():  # ruling 5
    referee = game(down={"b3": LION}, up={"a3": LION, "a4": IBEX, "b4": LION, "c3": NOMAD})
    play(referee, "uncover east")
    assert points(referee) == 1 + 2
    assert board(referee, "b3") == [LION]
    assert position(referee, "phase", "actions_left") == ["act", 1]


def test_animal_may_stay_or_move_to_strictly_more_neighbours():  # ruling 5
    # next to b3 there is one lion, b4; d2 lies between two, c3 and c4 as well; c2 is next to d1 and b3 itself
    referee = game(down={"b3": LION}, up={"b4": LION, "d1": LION, "d3": LION})
    play(referee, "uncover east")
    assert points(referee) == 1  # the find pays at once
    assert position(referee, "phase", "actions_left", "player") == ["place", 2, 0]
    assert position(referee, "pending") == {"marker": LION, "space": "b3", "just_found": True}
    assert board(referee, "b3") == [LION]
    assert referee.legal_actions() == {"put piece on d2", "put piece on c3", "put piece on c4", LEAVE}
    stays = deepcopy(referee)
    play(stays, LEAVE)
    assert (points(stays), board(stays, "b3")) == (1 + 1, [LION])
    play(referee, "put piece on d2")
    assert (points(referee), board(referee, "b3", "d2")) == (1 + 2, ["empty", LION])
    assert position(referee, "phase", "actions_left", "pending") == ["act", 1, None]


def test_animal_is_not_its_own_neighbour():  # ruling 5
    # a lone lion: every space next to it would have one lion more, namely itself
    referee = game(down={"b3": LION})
    play(referee, "uncover east")
    assert position(referee, "phase") == "act"
    # next to one other: c3 would have two next to it, one of them itself
    referee = game(down={"b3": LION}, up={"b4": LION})
    play(referee, "uncover east")
    assert position(referee, "phase", "points") == ["act", [2, 0]]
    # c2 is next to b3: moved there, it is paid for the others only
    referee = game(down={"b3": LION}, up={"d1": LION, "d2": LION})
    play(referee, "uncover east", "put piece on c2")
    assert points(referee) == 1 + 2


def test_the_point_for_the_find_is_not_compared():  # ruling 5
    referee = packed("d3", down={"b3": LION}, up={"b4": LION, "d4": LION})  # one neighbour here, one there
    play(referee, "uncover east")
    assert position(referee, "phase", "points") == ["act", [2, 0]]


def test_animal_moves_to_free_spaces_only():  # rulings 4 and 5
    lions, found = dict.fromkeys(["b3", "c3", "c1"], LION), {"a4": LION}  # c2 is next to the three, a4 next to b3
    for allowed, referee in [
        (True, game("a3", down=found, up=lions)),
        (True, game("a3", others=("c2",), down=found, up=lions)),
        (False, game("a3", down=found, up=lions, camps=["c2"])),
        (False, game("a3", down=found, up=lions | {"c2": GOLD})),
        (False, game("a3", down=found | {"c2": SALT}, up=lions)),
    ]:
        play(referee, "uncover east")
        assert destinations(referee) == {"b2", "b4", "c2"} - (set() if allowed else {"c2"})


def test_two_animals_found_in_one_turn():  # ruling 3
    referee = game(down={"b1": LION, "b3": LION})
    play(referee, "uncover west", "uncover east")
    assert position(referee, "phase", "player") == ["place", 0]
    assert destinations(referee) == set(referee.around("b1"))
    assert "b2" in destinations(referee)  # under the finder
    play(referee, "put piece on b2")
    assert position(referee, "player", "points") == [1, [1 + 1 + 1, 0]]
    assert board(referee, "b2", "b3") == [LION, "empty"]


def test_nomad_pays_its_free_neighbours_and_nothing_for_the_find():  # ruling 5
    referee = game(down={"b3": NOMAD})
    play(referee, "uncover east")
    assert position(referee, "phase", "points") == ["act", [6, 0]]  # the researcher on b2 is no obstacle
    assert board(referee, "b3") == [NOMAD]


def test_nomad_counts_what_is_free_only():  # rulings 4 and 5
    # around b3: b4 face up, a4 camp, a3 face down, b2 with a researcher, c2 with a researcher, c3 bare
    referee = packed("b2", "c2", "c3", down={"b3": NOMAD, "a3": LION}, up={"b4": GOLD}, others=("c2",))
    play(referee, "uncover east")
    assert position(referee, "phase", "points") == ["act", [3, 0]]


def test_nomad_may_stay_or_move_and_its_old_space_is_free_by_then():  # ruling 5
    # b3 has one free neighbour, c3; c3 has d3 and, as soon as the nomad is gone, b3; d3 has only c3
    referee = packed("c3", "d3", down={"b3": NOMAD})
    play(referee, "uncover east")
    assert position(referee, "phase", "points") == ["place", [0, 0]]
    assert position(referee, "pending") == {"marker": NOMAD, "space": "b3", "just_found": True}
    assert referee.legal_actions() == {"put piece on c3", LEAVE}
    stays = deepcopy(referee)
    play(stays, LEAVE)
    assert (points(stays), board(stays, "b3")) == (1, [NOMAD])
    play(referee, "put piece on c3")
    assert (points(referee), board(referee, "b3", "c3")) == (2, ["empty", NOMAD])


def test_nomad_needs_strictly_more_free_neighbours():  # ruling 5
    # a pair of free spaces far away: one free neighbour each, as many as b3 has
    referee = packed("c3", "d0", "d1", down={"b3": NOMAD})
    play(referee, "uncover east")
    assert position(referee, "phase", "points") == ["act", [1, 0]]
    # the old space counts for its neighbour c3 as well: one, not more
    referee = packed("c3", down={"b3": NOMAD})
    play(referee, "uncover east")
    assert position(referee, "phase", "points") == ["act", [1, 0]]


def test_nomads_are_not_drawn_to_nomads():  # ruling 5
    referee = packed("d1", down={"b3": NOMAD}, up={"d0": NOMAD, "c1": NOMAD, "d2": NOMAD})
    play(referee, "uncover east")
    assert position(referee, "phase", "points") == ["act", [0, 0]]


def test_monument_gives_a_camp_and_stays():  # ruling 5
    referee = game(down={"b3": MONUMENT})
    play(referee, "uncover east")
    assert position(referee, "camps", "supply", "monuments", "points") == [[3, 2], 7, 1, [0, 0]]
    assert board(referee, "b3") == [MONUMENT]
    assert position(referee, "phase", "actions_left") == ["act", 1]


def test_last_camp_of_the_supply():  # ruling 8
    referee = game(down={"b3": MONUMENT, "b1": MONUMENT})
    referee.supply = 1
    play(referee, "uncover east", "uncover west")
    assert position(referee, "camps", "supply", "monuments") == [[3, 2], 0, 2]
