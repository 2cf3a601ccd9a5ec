"""Rulings of Africa in constructed positions: a turn."""

from copy import deepcopy

import pytest
from africa.toy_map import (
    AROUND_B2,
    BENT_FROM_B2,
    CITIES,
    DIRECTIONS,
    END,
    FOR_MINERALS,
    FROM_B2,
    GEMS,
    GOLD,
    GOLD_2,
    IBEX,
    LEAVE,
    LION,
    MONUMENT,
    NO_TRADE,
    NOMAD,
    RESEARCH,
    SALT,
    SKIP,
    SPACES,
    TOY,
    WALKS,
    YOUNG,
    Referee,
    game,
    give,
    hexagon,
    position,
)
from refereed import legal, play


def test_start_of_a_turn_on_a_bare_map():  # rulings 2 and 3
    assert game().legal_actions() == {
        *(f"put researcher on {space}" for space in SPACES if space not in ("b2", "a0")),
        *FROM_B2,
        *(RESEARCH, FOR_MINERALS, END, SKIP),
    }


def test_option_a_goes_anywhere_but_under_researchers_and_face_down_markers():  # ruling 2
    referee = game(others=("a0", "d5"), down={"b3": LION, "d1": SALT}, up={"c2": IBEX}, camps=["c4"])
    allowed = {action.removeprefix("put researcher on ") for action in legal(referee, "put researcher")}
    assert allowed == set(SPACES) - {"b2", "a0", "d5", "b3", "d1"}
    play(referee, "put researcher on c2")
    assert position(referee, "researchers", "player") == [["c2", "a0", "d5"], 1]
    assert position(referee, "phase", "actions_left", "walked") == ["act", 2, False]


@pytest.mark.parametrize(
    "action", ["walk east", "walk twice east", "walk southeast and east", SKIP, RESEARCH, FOR_MINERALS, "uncover west"]
)
def test_option_a_only_at_the_start_of_a_turn(action):  # ruling 2
    referee = game(down={"b1": GOLD})
    play(referee, action)
    assert position(referee, "player") == 0
    assert not legal(referee, "put researcher")


def test_option_a_does_not_reopen_when_a_second_walk_returns_and_is_open_in_the_next_turn():  # ruling 2
    referee = game()
    play(referee, "walk east", SKIP, "walk west")
    assert position(referee, "researchers") == ["b2", "a0"]
    assert not legal(referee, "put researcher")
    play(referee, END)
    assert len(legal(referee, "put researcher")) == 22


@pytest.mark.parametrize(("direction", "space"), list(zip(DIRECTIONS, AROUND_B2, strict=True)))
def test_directions(direction, space):
    referee = game()
    play(referee, f"walk {direction}")
    assert position(referee, "researchers", "walked", "player") == [[space, "a0"], True, 0]
    referee = game(down={space: GOLD})
    assert legal(referee, "uncover") == {f"uncover {direction}"}
    referee = game(up={space: LION, "d4": LION})
    assert legal(referee, "move") == {f"move the piece {direction}"}


def test_walks_lead_to_all_spaces_at_distance_one_and_two():  # ruling 2
    spaces = [hexagon(f"{q} {r}", q, r) for q in range(-3, 4) for r in range(-3, 4)]
    far = [hexagon("One", 9, 0, city=True), hexagon("Two", 9, 9, city=True)]
    start = Referee(TOY | {"spaces": spaces + far}, 2, 9, [None] * (len(spaces) + len(far)))
    play(start, "put researcher on One", "put researcher on Two")
    start.players[0].researcher = "0 0"
    assert legal(start, "walk") == set(WALKS)
    reached = {}
    for walk in WALKS:
        referee = deepcopy(start)
        play(referee, walk)
        reached[walk] = position(referee, "researchers")[0]
    assert reached == {walk: f"{q} {r}" for walk, (q, r) in WALKS.items()}
    near = {
        space["name"]
        for space in spaces
        if 1 <= max(abs(space["q"]), abs(space["r"]), abs(space["q"] + space["r"])) <= 2
    }
    assert sorted(reached.values()) == sorted(near)


@pytest.mark.parametrize(("walk", "space"), FROM_B2.items())
def test_walk_is_one_decision(walk, space):  # ruling 2
    referee = game(down={"c5": GOLD})
    play(referee, walk)
    assert position(referee, "researchers", "face_down", "board") == [
        [space, "a0"],
        {"c5": GOLD},
        dict.fromkeys(SPACES, "empty") | {"c5": "face down"},
    ]
    assert position(referee, "phase", "player", "actions_left", "walked") == ["act", 0, 2, True]
    assert referee.legal_actions() == {RESEARCH, FOR_MINERALS, END, SKIP}  # no second walk, nor option A


@pytest.mark.parametrize(("walk", "space"), FROM_B2.items())
def test_walks_do_not_end_on_researchers_and_face_down_markers(walk, space):  # ruling 2
    referees = [game(others=(space,)), game(others=("c5", space))]
    if space not in CITIES:
        referees.append(game(down={space: GOLD}))
    barred = {walk}
    if space in AROUND_B2:  # nothing goes straight on over it, but all else is reached as before
        barred.add(walk.replace("walk", "walk twice"))
    for referee in referees:
        assert legal(referee, "walk") == set(FROM_B2) - barred


@pytest.mark.parametrize(("walk", "between"), BENT_FROM_B2.items())
def test_bent_walks_need_one_of_the_spaces_between(walk, between):  # ruling 2
    one, two = between
    for referee in (game(down={one: GOLD}), game(down={two: GOLD}), game(others=(one,)), game(others=(two,))):
        play(referee, walk)
        assert position(referee, "researchers")[0] == FROM_B2[walk]
    for referee in (
        game(down={one: GOLD, two: LION}),
        game(down={one: GOLD}, others=(two,)),
        game(down={two: GOLD}, others=(one,)),
        game(others=(one, two)),
    ):
        assert walk not in referee.legal_actions()


def test_walks_enter_and_cross_all_else():  # ruling 2
    lying = [LION, NOMAD, MONUMENT, GOLD_2, GEMS]
    up = {space: lying[number % 5] for number, space in enumerate(FROM_B2.values())}
    for referee in (game(up=up), game(camps=FROM_B2.values())):
        assert legal(referee, "walk") == set(FROM_B2)


def test_walks_at_the_edge():  # ruling 2
    assert legal(game("a1", ("d5",)), "walk") == {
        *("walk east", "walk west", "walk southwest", "walk southeast"),
        *("walk twice east", "walk twice southeast", "walk southeast and east", "walk southwest and southeast"),
    }
    # b2 is reached over b1, for a2 is barred; over a camp and a face-up marker it goes on
    referee = game("a1", ("a0",), down={"a2": LION}, up={"b1": IBEX}, camps=["b0"])
    assert legal(referee, "walk") == {
        *("walk southwest", "walk southeast", "walk twice southeast"),
        *("walk southeast and east", "walk southwest and southeast"),
    }


def test_researcher_shut_in_does_not_walk():  # ruling 2
    referee = game(others=("b3", "a3"), down=dict.fromkeys(["a2", "b1", "c1", "c2"], GOLD))
    assert not legal(referee, "walk")
    assert {END, SKIP, RESEARCH, "put researcher on b4"} <= referee.legal_actions()


def test_one_walk_before_each_action():  # rulings 2 and 3
    referee = game("d0", down={"a4": GOLD})
    play(referee, "walk twice east")
    assert position(referee, "walked", "actions_left") == [True, 2]
    assert not legal(referee, "walk")
    play(referee, RESEARCH)
    assert position(referee, "walked", "actions_left") == [False, 1]
    play(referee, "walk twice northeast")
    assert position(referee, "researchers", "walked", "actions_left") == [["b4", "a0"], True, 1]
    assert not legal(referee, "walk")
    play(referee, "uncover northwest")
    assert position(referee, "player", "walked") == [1, False]


def test_walk_stays_done_until_what_is_pending_is_settled():
    lions = game("b1", down={"b3": LION}, up={"d2": LION})
    play(lions, "walk east", "uncover east")
    assert position(lions, "phase", "walked", "actions_left") == ["place", True, 2]
    for action in (LEAVE, "put piece on d1"):
        referee = deepcopy(lions)
        play(referee, action)
        assert position(referee, "phase", "walked", "actions_left") == ["act", False, 1]
        assert legal(referee, "walk")
    referee = game("b1", up={"b3": LION, "d2": LION})
    play(referee, "walk east", "move the piece east")
    assert position(referee, "phase", "walked") == ["place", True]
    play(referee, "put piece on d1")
    assert position(referee, "phase", "walked") == ["act", False]
    referee = game("b1", down={"b3": SALT})
    give(referee, 1, cloth=1)
    play(referee, "walk east", "uncover east")
    assert position(referee, "phase", "walked") == ["trade", True]
    play(referee, NO_TRADE)
    assert position(referee, "phase", "walked") == ["act", False]
    referee = game(down={"b3": LION}, up={"d2": LION})
    play(referee, "uncover east")  # no walk before
    assert position(referee, "phase", "walked") == ["place", False]


def test_skipped_action_leaves_its_walk_as_it_was_and_saves_no_walk():  # ruling 3
    referee = game("d0")
    play(referee, "walk east", SKIP)
    assert position(referee, "player", "actions_left", "walked", "researchers") == [0, 1, False, ["d1", "a0"]]
    assert referee.legal_actions() == {  # no second skip
        *("walk east", "walk northeast", "walk northwest", "walk west"),
        *("walk twice east", "walk twice northeast", "walk twice northwest"),
        *("walk east and northeast", "walk northeast and northwest", "walk northwest and west"),
        *(RESEARCH, FOR_MINERALS, END),
    }
    play(referee, "walk east")
    assert not legal(referee, "walk")
    referee = game("d0")
    play(referee, SKIP, "walk east")  # the walk that was not used is lost
    assert not legal(referee, "walk")


@pytest.mark.parametrize(
    "actions", [[], ["walk east"], [RESEARCH], [SKIP], [SKIP, "walk west"], ["walk east", RESEARCH, "walk twice west"]]
)
def test_turn_may_be_ended_at_any_time(actions):  # ruling 3
    referee = game()
    play(referee, *actions, END)
    assert position(referee, "player", "round", "actions_left", "walked") == [1, 1, 2, False]


def test_young_players_move_and_act_once():  # ruling 11
    referee = game("d2", down={"b1": GOLD, "b3": LION}, edition=YOUNG)
    assert SKIP not in referee.legal_actions()
    assert {END, "put researcher on a1", "walk northeast", "walk twice northwest"} <= referee.legal_actions()
    play(referee, "walk twice northwest")
    assert not legal(referee, "walk") | legal(referee, "put researcher") | legal(referee, SKIP)
    play(referee, "uncover west")
    assert position(referee, "player", "actions_left", "walked", "points") == [1, 1, False, [1, 0]]
    play(referee, "put researcher on d4")
    assert position(referee, "player", "round") == [0, 2]
    play(referee, "uncover east")  # no better space: settled at once
    assert position(referee, "player", "points") == [1, [2, 0]]


def test_young_players_settle_what_is_pending_before_the_turn_ends():  # ruling 11
    referee = game(down={"b3": LION}, up={"d2": LION}, edition=YOUNG)
    play(referee, "uncover east")
    assert position(referee, "player", "phase", "actions_left") == [0, "place", 1]
    play(referee, LEAVE)
    assert position(referee, "player", "phase") == [1, "act"]
