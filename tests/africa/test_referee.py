"""The referee of Africa against hand-made situations, ruling by ruling, on a toy map.

The toy map has four rows of six hexagons, each row half a hexagon further to the east than the one before it:

    a0 a1 a2 a3 a4 a5
      b0 b1 b2 b3 b4 b5        around b2: b3 east, a3 northeast, a2 northwest, b1 west, c1 southwest, c2 southeast
        c0 c1 c2 c3 c4 c5      two steps from b2: b4, a4, a1, b0, c0, d0, d1, d2, c3; three more are off the map
          d0 d1 d2 d3 d4 d5    cities: a0, a5, d0, d5 and c0
"""

import random
from collections import Counter
from copy import deepcopy

import pytest
from referees.africa import Referee, goods_points, places_points

SPACES = [f"{row}{column}" for row in "abcd" for column in range(6)]
CITIES = ["a0", "a5", "d0", "d5", "c0"]
LION, IBEX = ("animal", "lion"), ("animal", "ibex")
SALT, IVORY, CLOTH = ("good", "salt"), ("good", "ivory"), ("good", "cloth")
GOLD, GOLD_2, GEMS, GEMS_2 = ("gold", 1), ("gold", 2), ("gems", 1), ("gems", 2)
NOMAD, MONUMENT = ("nomad",), ("monument",)

END, SKIP, LEAVE, NO_TRADE = "end turn", "skip action", "leave piece", "do not trade"
RESEARCH, FOR_MINERALS = "camp for research", "camp for minerals"
DIRECTIONS = ["east", "northeast", "northwest", "west", "southwest", "southeast"]
AROUND_B2 = ["b3", "a3", "a2", "b1", "c1", "c2"]
WALKS = {  # how far each leads, in axial coordinates
    "walk east": (1, 0),
    "walk northeast": (1, -1),
    "walk northwest": (0, -1),
    "walk west": (-1, 0),
    "walk southwest": (-1, 1),
    "walk southeast": (0, 1),
    "walk twice east": (2, 0),
    "walk twice northeast": (2, -2),
    "walk twice northwest": (0, -2),
    "walk twice west": (-2, 0),
    "walk twice southwest": (-2, 2),
    "walk twice southeast": (0, 2),
    "walk southeast and east": (1, 1),
    "walk east and northeast": (2, -1),
    "walk northeast and northwest": (1, -2),
    "walk northwest and west": (-1, -1),
    "walk west and southwest": (-2, 1),
    "walk southwest and southeast": (-1, 2),
}
FROM_B2 = {  # all walks that stay on the map
    **{f"walk {direction}": space for direction, space in zip(DIRECTIONS, AROUND_B2, strict=True)},
    "walk twice east": "b4",
    "walk east and northeast": "a4",
    "walk northwest and west": "a1",
    "walk twice west": "b0",
    "walk west and southwest": "c0",
    "walk twice southwest": "d0",
    "walk southwest and southeast": "d1",
    "walk twice southeast": "d2",
    "walk southeast and east": "c3",
}
BENT_FROM_B2 = {  # the two spaces between
    "walk east and northeast": ("b3", "a3"),
    "walk northwest and west": ("a2", "b1"),
    "walk west and southwest": ("b1", "c1"),
    "walk southwest and southeast": ("c1", "c2"),
    "walk southeast and east": ("c2", "b3"),
}


def hexagon(name, q, r, **more):
    return {"name": name, "q": q, "r": r, **more}


TOY = {
    "spaces": [
        hexagon(name, int(name[1]), "abcd".index(name[0]), **({"city": True} if name in CITIES else {}))
        for name in SPACES
    ],
    "species": [{"name": "lion", "count": 6}, {"name": "ibex", "count": 6}],
    "goods": [{"name": name, "count": 5} for name in ("salt", "ivory", "cloth")],
    "camps": {"supply": 10, "per_player": 2},
    "turn": {"actions": 2},
}
YOUNG = TOY | {"turn": {"actions": 1}}


def new_game(num_players=2, down=None, edition=TOY, max_rounds=100):
    down = down or {}
    return Referee(edition, num_players, max_rounds, [down.get(space["name"]) for space in edition["spaces"]])


def game(at="b2", others=("a0",), down=None, up=None, camps=(), last_monument=11, **more):
    """The start of seat 0's turn, with its researcher on `at` and the others' on `others`."""
    referee = new_game(1 + len(others), down, **more)
    play(referee, *(f"put researcher on {city}" for city in CITIES[: 1 + len(others)]))
    for player, space in zip(referee.players, (at, *others), strict=True):
        player.researcher = space
    referee.face_up = dict(up or {})
    referee.camps = set(camps)
    referee.last_monument = last_monument
    return referee


def packed(*free, down=None, up=None, **more):
    """A game with a camp on every space but those named: those in `free` are free, the others as they are put."""
    down, up = down or {}, up or {}
    return game(camps=[space for space in SPACES if space not in {*free, *down, *up}], down=down, up=up, **more)


def play(referee, *actions):
    for action in actions:
        referee.play(action)


def legal(referee, start):
    return {action for action in referee.legal_actions() if action.startswith(start)}


def destinations(referee):
    return {action.removeprefix("put piece on ") for action in legal(referee, "put piece on ")}


def position(referee, *names):
    """Parts of the snapshot; of one name the part itself."""
    whole = referee.snapshot()
    return [whole[name] for name in names] if len(names) > 1 else whole[names[0]]


def board(referee, *spaces):
    return [position(referee, "board")[space] for space in spaces]


def points(referee, seat=0):
    return position(referee, "points")[seat]


def give(referee, seat, **goods):
    referee.players[seat].goods.update(goods)


def goods(referee, seat):
    """Without the zeros."""
    return {kind: number for kind, number in position(referee, "goods")[seat].items() if number}


# --- Preparation -----------------------------------------------------------------------------------------------------


def test_setup():
    down = {"a1": LION, "b2": SALT, "c3": GOLD_2, "d4": NOMAD}
    none = {"salt": 0, "ivory": 0, "cloth": 0}
    referee = new_game(3, down)
    assert referee.snapshot() == {
        "phase": "setup",
        "player": 0,
        "round": 0,
        "truncated": False,
        "actions_left": 0,
        "walked": False,
        "pending": None,
        "researchers": [None] * 3,
        "board": {space: "face down" if space in down else "empty" for space in SPACES},
        "face_down": down,
        "camps": [2] * 3,
        "supply": 10,
        "goods": [none] * 3,
        "gold": [0] * 3,
        "gems": [0] * 3,
        "points": [0] * 3,
        "monuments": 0,
    }
    assert (referee.seat, referee.over, referee.truncated) == (0, False, False)


def test_each_seat_in_turn_chooses_a_free_city():  # ruling 1
    referee = new_game(5)
    left = set(CITIES)
    for seat, city in enumerate(["d0", "a0", "c0", "d5", "a5"]):
        assert (referee.seat, position(referee, "phase", "round")) == (seat, ["setup", 0])
        assert referee.legal_actions() == {f"put researcher on {city}" for city in left}  # and no end of the turn
        play(referee, f"put researcher on {city}")
        left.remove(city)
    assert position(referee, "researchers") == ["d0", "a0", "c0", "d5", "a5"]
    assert position(referee, "phase", "player", "round", "actions_left", "walked") == ["act", 0, 1, 2, False]


@pytest.mark.parametrize(("num_players", "supply", "last"), [(2, 8, 9), (3, 10, 11), (4, 10, 11), (5, 10, 11)])
def test_supply_and_last_monument_by_players(num_players, supply, last):  # ruling 8
    referee = new_game(num_players, {space: MONUMENT for space in SPACES[6:18] if space not in CITIES})
    assert referee.last_monument == last
    assert position(referee, "supply", "camps") == [supply, [2] * num_players]


def test_camps_of_another_edition():
    referee = new_game(3, edition=TOY | {"camps": {"supply": 4, "per_player": 1}})
    assert position(referee, "supply", "camps") == [4, [1] * 3]


def test_any_map_will_do():
    spaces = [hexagon("West", -3, 7, city=True), hexagon("Isle", 5, 5), hexagon("Mid", -2, 7, city=False)]
    spaces += [hexagon("East", -1, 7, city=True), hexagon("North", -1, 6), hexagon("South", -3, 8)]
    referee = Referee(TOY | {"spaces": spaces}, 2, 9, [None, LION, None, None, SALT, None])
    play(referee, "put researcher on East", "put researcher on West")
    assert referee.legal_actions() == {
        *("walk west", "walk west and southwest"),  # between East and South there is only Mid
        *("uncover northwest", "put researcher on Mid", "put researcher on South"),
        *(RESEARCH, FOR_MINERALS, END, SKIP),
    }
    play(referee, "walk west")
    assert legal(referee, "uncover") == {"uncover northeast"}
    play(referee, SKIP)
    assert legal(referee, "walk") == {"walk east", "walk southwest"}


@pytest.mark.parametrize(
    "spaces",
    [
        [hexagon("One", 0, 0, city=True), hexagon("One", 1, 0, city=True)],
        [hexagon("One", 0, 0, city=True), hexagon("Two", 0, 0, city=True)],
        [hexagon("One", 0, 0, city=True), hexagon("Two", 1, 0)],  # a city too few
    ],
)
def test_impossible_maps_are_refused(spaces):
    with pytest.raises(AssertionError):
        Referee(TOY | {"spaces": spaces}, 2, 9, [None, None])


def test_cities_hold_no_markers_and_every_space_needs_an_entry():
    with pytest.raises(AssertionError):
        new_game(2, {"a0": LION})
    with pytest.raises(ValueError, match="zip"):
        Referee(TOY, 2, 9, [None] * 23)


def test_arguments_and_snapshots_are_copies():
    markers = [None, LION, *[None] * 22]
    referee = Referee(TOY, 2, 9, markers)
    play(referee, "put researcher on a0", "put researcher on a5", "uncover east")
    assert markers[1] == LION
    whole = referee.snapshot()
    for part in ("board", "face_down", "goods", "camps", "points", "researchers"):
        whole[part].clear()
    assert referee.snapshot() != whole
    assert referee.snapshot() == deepcopy(referee).snapshot()


# --- A turn ----------------------------------------------------------------------------------------------------------


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


# Walks


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


@pytest.mark.parametrize("barred", [{"others": ("b3",)}, {"down": {"b3": GOLD}}])
def test_straight_walks_need_the_space_between(barred):  # ruling 2
    assert "walk twice east" not in game(**barred).legal_actions()
    assert "walk twice west" in game(**barred).legal_actions()


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


def test_uncovered_marker_opens_the_way():  # ruling 2
    referee = game(down={"b3": GOLD})
    assert legal(referee, "walk") == set(FROM_B2) - {"walk east", "walk twice east"}
    play(referee, "uncover east")
    assert legal(referee, "walk") == set(FROM_B2)


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


def test_who_acts_at_once_may_walk_before_the_second_action_only():  # ruling 2
    referee = game("d0")
    play(referee, RESEARCH, "walk east")
    assert not legal(referee, "walk")
    play(referee, RESEARCH)
    assert position(referee, "player", "researchers") == [1, ["d1", "a0"]]


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


# Skipping and ending


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


def test_turn_ends_by_itself_after_the_second_action():  # ruling 3
    referee = game(down={"b1": GOLD, "b3": GOLD_2})
    play(referee, "uncover west", "uncover east")  # the same action twice
    assert position(referee, "player", "points", "actions_left") == [1, [3, 0], 2]
    play(referee, END)
    assert position(referee, "player", "round") == [0, 2]


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


@pytest.mark.parametrize(
    "action",
    [
        *("", "uncover east", "put researcher on b2", "leave piece", "do not trade", "put piece on c2"),
        *("step east", "walk", "walk up", "walk here", "walk twice", "walk twice northeast"),  # a row too far
        *("walk northeast and east", "walk east and west", "walk east and northwest", "walk east and east"),
    ],
)
def test_illegal_action_raises_and_changes_nothing(action):
    referee = game()
    before = referee.snapshot()
    with pytest.raises(ValueError, match="illegal action"):
        referee.play(action)
    assert referee.snapshot() == before


# --- Free spaces -----------------------------------------------------------------------------------------------------


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


# --- Action 1: uncover -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("marker", [GOLD, GOLD_2, GEMS, GEMS_2])
def test_minerals_pay_what_they_show_and_stay(marker):  # ruling 5
    referee = game(down={"b3": marker})
    play(referee, "uncover east")
    assert position(referee, "points", "gold", "gems") == [[marker[1], 0], [0, 0], [0, 0]]
    assert board(referee, "b3") == [marker]
    assert position(referee, "face_down", "pending", "actions_left", "walked") == [{}, None, 1, False]
    assert not referee.is_free("b3")
    assert "walk east" in referee.legal_actions()


def test_uncovering_after_a_walk_uses_up_the_walk():  # ruling 2
    referee = game(down={"b4": GOLD})
    play(referee, "walk east", "uncover east")
    assert position(referee, "researchers", "actions_left", "walked") == [["b3", "a0"], 1, False]


def test_face_down_markers_do_not_count_for_anything_but_their_space():
    referee = game(down={"b1": LION, "b0": LION, "c1": LION, "d3": LION})
    play(referee, "uncover west")
    assert position(referee, "phase", "points") == ["act", [1, 0]]


# Trade goods


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
    give(referee, 0, salt=1, cloth=5)
    give(referee, 1, salt=3)  # the uncovered kind is no object of the trade
    give(referee, 2, ivory=2, cloth=3)
    give(referee, 3, ivory=1, salt=1, cloth=2)
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


# Animals


def test_animal_without_better_space_stays_and_pays_at_once():  # ruling 5
    referee = game(down={"b3": LION}, up={"a3": LION, "a4": IBEX, "b4": LION, "c3": NOMAD})
    play(referee, "uncover east")
    assert points(referee) == 1 + 2
    assert board(referee, "b3") == [LION]
    assert position(referee, "phase", "actions_left") == ["act", 1]


def test_first_animal_of_its_species():  # ruling 5
    referee = game(down={"b3": LION, "b4": LION}, up={"c3": IBEX})
    play(referee, "uncover east")
    assert position(referee, "phase", "points") == ["act", [1, 0]]


def test_animal_may_stay_or_move_to_strictly_more_neighbours():  # ruling 5
    # beside b3 there is one lion, b4; d2 lies between two, c3 and c4 as well; c2 is beside d1 and b3 itself
    referee = game(down={"b3": LION}, up={"b4": LION, "d1": LION, "d3": LION})
    play(referee, "uncover east")
    assert points(referee) == 1  # the find pays at once
    assert position(referee, "phase", "actions_left", "player") == ["place", 2, 0]
    assert position(referee, "pending") == {"marker": LION, "space": "b3", "just_found": True}
    assert board(referee, "b3") == [LION]
    assert referee.legal_actions() == {"put piece on d2", "put piece on c3", "put piece on c4", LEAVE}


def test_animal_that_stays_is_paid_for_where_it_lies():  # ruling 5
    referee = game(down={"b3": LION}, up={"b4": LION, "d1": LION, "d3": LION})
    play(referee, "uncover east", LEAVE)
    assert points(referee) == 1 + 1
    assert board(referee, "b3") == [LION]
    assert position(referee, "phase", "actions_left", "pending") == ["act", 1, None]


def test_animal_that_moves_is_paid_for_the_new_place():  # ruling 5
    referee = game(down={"b3": LION}, up={"b4": LION, "d1": LION, "d3": LION})
    play(referee, "uncover east", "put piece on d2")
    assert points(referee) == 1 + 2
    assert board(referee, "b3", "d2") == ["empty", LION]
    assert position(referee, "phase", "actions_left", "pending") == ["act", 1, None]


def test_animal_is_not_its_own_neighbour():  # ruling 5
    # a lone lion: every space beside it would have one lion more, namely itself
    referee = game(down={"b3": LION})
    play(referee, "uncover east")
    assert position(referee, "phase") == "act"
    # beside one other: c3 would have two beside it, one of them itself
    referee = game(down={"b3": LION}, up={"b4": LION})
    play(referee, "uncover east")
    assert position(referee, "phase", "points") == ["act", [2, 0]]
    # c2 is beside b3: moved there, it is paid for the others only
    referee = game(down={"b3": LION}, up={"d1": LION, "d2": LION})
    play(referee, "uncover east", "put piece on c2")
    assert points(referee) == 1 + 2


def test_the_point_for_the_find_is_not_compared():  # ruling 5
    referee = packed("d3", down={"b3": LION}, up={"b4": LION, "d4": LION})  # one neighbour here, one there
    play(referee, "uncover east")
    assert position(referee, "phase", "points") == ["act", [2, 0]]


def test_animal_moves_to_free_spaces_only():  # rulings 4 and 5
    lions, found = dict.fromkeys(["b3", "c3", "c1"], LION), {"a4": LION}  # c2 is beside the three, a4 beside b3
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


# Nomads


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


def test_nomad_without_any_free_neighbour():  # ruling 5
    referee = packed(down={"b3": NOMAD})
    play(referee, "uncover east")
    assert position(referee, "phase", "points") == ["act", [0, 0]]


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


# Monuments


def test_monument_gives_a_camp_and_stays():  # ruling 5
    referee = game(down={"b3": MONUMENT})
    play(referee, "uncover east")
    assert position(referee, "camps", "supply", "monuments", "points") == [[3, 2], 7, 1, [0, 0]]
    assert board(referee, "b3") == [MONUMENT]
    assert position(referee, "phase", "actions_left") == ["act", 1]


def test_empty_supply_gives_nothing():  # ruling 8
    referee = game(down={"b3": MONUMENT})
    referee.supply = 0
    play(referee, "uncover east")
    assert position(referee, "camps", "supply", "monuments", "points") == [[2, 2], 0, 1, [0, 0]]
    assert position(referee, "phase", "actions_left") == ["act", 1]


def test_last_camp_of_the_supply():  # ruling 8
    referee = game(down={"b3": MONUMENT, "b1": MONUMENT})
    referee.supply = 1
    play(referee, "uncover east", "uncover west")
    assert position(referee, "camps", "supply", "monuments") == [[3, 2], 0, 2]


# --- Actions 2 and 3: move a piece -----------------------------------------------------------------------------------


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


# --- Actions 4 and 5: camps ------------------------------------------------------------------------------------------


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


# --- End -------------------------------------------------------------------------------------------------------------


def test_last_monument_ends_the_game_in_mid_turn():  # ruling 8
    referee = game(down={"b3": MONUMENT, "b1": MONUMENT, "c2": LION}, others=("a0", "a5"), last_monument=2)
    play(referee, "uncover west")
    assert not referee.over
    play(referee, END, END, END, "walk northeast", "uncover southeast")
    assert (referee.over, referee.truncated, referee.legal_actions()) == (True, False, set())
    assert position(referee, "points", "camps", "supply", "monuments") == [[3, 0, 0], [3, 2, 2], 9, 2]
    assert position(referee, "phase", "player", "round", "truncated") == ["over", 0, 2, False]
    assert position(referee, "actions_left", "walked", "pending") == [0, False, None]
    assert board(referee, "b3", "c2") == [MONUMENT, "face down"]
    before = referee.snapshot()
    with pytest.raises(ValueError, match="illegal action"):
        referee.play(END)
    assert referee.snapshot() == before


@pytest.mark.parametrize(("num_players", "last"), [(2, 9), (3, 11)])
def test_nine_or_eleven_monuments(num_players, last):  # ruling 8
    spaces = [space for space in SPACES if space not in CITIES][:11]
    referee = new_game(num_players, dict.fromkeys(spaces, MONUMENT))
    play(referee, *(f"put researcher on {city}" for city in CITIES[:num_players]))
    for number, space in enumerate(spaces[:last], start=1):
        referee.seat, mover = 0, referee.players[0]
        referee.start_turn(0)
        mover.researcher = referee.around(space)[0]
        direction = next(name for name, there in referee.neighbours[mover.researcher].items() if there == space)
        play(referee, f"uncover {direction}")
        assert referee.over is (number == last)
    assert position(referee, "monuments", "supply") == [last, 0]
    assert position(referee, "camps", "points") == [
        [2 + last - 1] + [2] * (num_players - 1),
        [3] + [0] * (num_players - 1),
    ]


def test_rounds_count_from_one_and_the_game_is_cut_off_after_the_last_one():  # ruling 12
    referee = game(others=("a0", "a5"), max_rounds=2)
    play(referee, END, "put researcher on c3")
    assert position(referee, "round", "player") == [1, 2]
    play(referee, END)
    assert position(referee, "round", "player") == [2, 0]
    play(referee, END, END)
    assert (referee.over, referee.truncated) == (False, False)
    play(referee, RESEARCH)
    assert not referee.over
    play(referee, "walk west", END)
    assert (referee.over, referee.truncated, referee.legal_actions()) == (True, True, set())
    assert position(referee, "phase", "round", "player", "truncated") == ["over", 2, 2, True]
    assert position(referee, "actions_left", "walked") == [0, False]


@pytest.mark.parametrize("action", [END, "put researcher on a5", "uncover east"])
def test_every_way_to_end_the_last_turn_cuts_the_game_off(action):  # ruling 12
    referee = game("a0", others=("b2",), down={"b3": GOLD}, max_rounds=1)
    play(referee, END)
    if action == "uncover east":
        play(referee, SKIP)
    play(referee, action)
    assert (referee.over, referee.truncated) == (True, True)


def test_game_that_ends_in_the_last_turn_is_not_truncated():  # rulings 8 and 12
    referee = game("a0", others=("b2",), down={"b3": MONUMENT}, max_rounds=1, last_monument=1)
    play(referee, END, SKIP, "uncover east")
    assert (referee.over, referee.truncated) == (True, False)
    assert position(referee, "points") == [0, 3]


# --- Final scoring ---------------------------------------------------------------------------------------------------


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
    assert places_points(numbers) == expected


@pytest.mark.parametrize(("number", "expected"), [(0, 0), (1, 1), (2, 3), (3, 5), (4, 8), (5, 12), (6, 12)])
def test_goods_of_a_kind(number, expected):  # ruling 9
    assert goods_points(number) == expected


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


# --- Whole games -----------------------------------------------------------------------------------------------------

ALL_MARKERS = [LION] * 3 + [IBEX] * 3 + [NOMAD] * 2 + [SALT, IVORY, CLOTH] * 2 + [GOLD, GOLD_2, GEMS] + [MONUMENT] * 2


def check_conservation(whole, num_players, down):
    """Every marker and camp is in exactly one place, or taken; researchers stand apart and on nothing face down."""
    everything = Counter(down.values())
    up = Counter(lying for lying in whole["board"].values() if isinstance(lying, tuple))
    taken = everything - up - Counter(whole["face_down"].values())
    assert up + Counter(whole["face_down"].values()) <= everything
    assert set(whole["face_down"]) == {space for space, lying in whole["board"].items() if lying == "face down"}
    assert {marker[0] for marker in taken} <= {"good", "gold", "gems"}
    for kind in ("salt", "ivory", "cloth"):
        assert sum(goods[kind] for goods in whole["goods"]) == taken["good", kind]
        assert all(goods[kind] >= 0 for goods in whole["goods"])
    for kind in ("gold", "gems"):
        assert sum(whole[kind]) == sum(number for marker, number in taken.items() if marker[0] == kind)
    assert whole["monuments"] == up[MONUMENT]
    on_map = sum(lying == "camp" for lying in whole["board"].values())
    bonus = whole["phase"] == "over" and not whole["truncated"]
    supply = 8 if num_players == 2 else 10
    assert sum(whole["camps"]) + whole["supply"] + on_map == 2 * num_players + supply
    assert supply - whole["supply"] == whole["monuments"] - bonus
    standing = [space for space in whole["researchers"] if space is not None]
    assert len(set(standing)) == len(standing)
    assert all(whole["board"][space] != "face down" for space in standing)


def check_turn(before, action, after):
    """The counters of a turn, seen from outside."""
    if before["phase"] == "setup" or after["phase"] == "over":
        return
    same_seat = (before["player"], before["round"]) == (after["player"], after["round"])
    if action.startswith("walk"):
        assert same_seat
        assert (before["walked"], after["walked"]) == (False, True)
        assert before["actions_left"] == after["actions_left"]
    elif action == END or action.startswith("put researcher"):
        assert not same_seat
    elif after["phase"] in ("place", "trade"):
        assert same_seat
        assert (after["actions_left"], after["walked"]) == (before["actions_left"], before["walked"])
    elif same_seat:
        assert (before["actions_left"], after["actions_left"], after["walked"]) == (2, 1, False)
    else:
        assert before["actions_left"] == 1
    if not same_seat:
        assert (after["phase"], after["actions_left"], after["walked"]) == ("act", 2, False)
    others = [seat for seat in range(len(before["points"])) if seat != before["player"]]
    assert all(before["points"][seat] == after["points"][seat] for seat in others)
    assert after["points"][before["player"]] >= before["points"][before["player"]]


def neighbours_of(space):
    """By distance on the axial grid, not by a list of directions."""
    q, r = int(space[1]), "abcd".index(space[0])
    for other in SPACES:
        dq, dr = int(other[1]) - q, "abcd".index(other[0]) - r
        if max(abs(dq), abs(dr), abs(dq + dr)) == 1:
            yield other


def check_walks(whole, actions):
    """Exactly the spaces that two steps reach, found by going there."""
    walks = {action for action in actions if action.startswith("walk")}
    if whole["phase"] != "act" or whole["walked"]:
        assert not walks
        return
    here = whole["researchers"][whole["player"]]
    barred = {*whole["researchers"], *whole["face_down"]}
    once = set(neighbours_of(here)) - barred
    twice = {there for space in once for there in neighbours_of(space)} - barred
    assert {target(here, walk) for walk in walks} == once | twice


def target(here, walk):
    q, r = WALKS[walk]
    space_at = {(space["q"], space["r"]): space["name"] for space in TOY["spaces"]}
    return space_at[int(here[1]) + q, "abcd".index(here[0]) + r]


def check_placing(before, action, after):
    """A piece is paid for where it comes to lie, counted on the board without it."""
    pending = before["pending"]
    if before["phase"] != "place":
        return
    without = before["board"] | {pending["space"]: "empty"}
    wanted = "empty" if pending["marker"] == NOMAD else pending["marker"]
    worth = {space: [without[there] for there in neighbours_of(space)].count(wanted) for space in SPACES}
    now = worth[pending["space"]]
    to = pending["space"] if action == LEAVE else action.removeprefix("put piece on ")
    assert after["board"] == without | {to: pending["marker"]}
    assert without[to] == "empty"
    assert action == LEAVE or worth[to] > now
    paid = after["points"][before["player"]] - before["points"][before["player"]]
    assert paid == worth[to] - (0 if pending["just_found"] else now)


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_random_games_conserve_markers_and_camps(num_players):
    phases, ends = Counter(), Counter()
    inland = [space for space in SPACES if space not in CITIES]
    for seed in range(25):
        rng = random.Random(seed)
        markers = rng.sample(ALL_MARKERS, len(ALL_MARKERS))
        down = dict(zip(inland, markers, strict=True))
        referee = new_game(num_players, down, max_rounds=rng.choice((3, 20)))
        referee.last_monument = 2
        whole = referee.snapshot()
        while True:
            check_conservation(whole, num_players, down)
            phases[whole["phase"]] += 1
            actions = sorted(referee.legal_actions())
            assert bool(actions) != referee.over
            assert (END in actions) == (whole["phase"] == "act")
            check_walks(whole, actions)
            if referee.over:
                break
            with pytest.raises(ValueError, match="illegal action"):
                referee.play(rng.choice(["", "uncover", "walk here", "put piece on z9"]))
            assert referee.snapshot() == whole
            copy = deepcopy(referee)
            action = choose(rng, actions)
            referee.play(action)
            after = referee.snapshot()
            check_turn(whole, action, after)
            if action.startswith("walk"):
                seat = whole["player"]
                assert after["researchers"][seat] == target(whole["researchers"][seat], action)
            check_placing(whole, action, after)
            copy.play(action)
            assert copy.snapshot() == after  # no randomness after the markers
            whole = after
        assert referee.winners()
        assert all(score["total"] == sum(score.values()) / 2 for score in referee.scores())
        ends[whole["truncated"]] += 1
    assert set(phases) == {"setup", "act", "place", "trade", "over"}
    assert set(ends) == {False, True}


def choose(rng, actions):
    """Random, but a kind of action first, and seldom idle, so that games get somewhere."""
    kinds = sorted({action.split()[0] for action in actions} - {"end", "skip"} or {"end"})
    kind = "uncover" if "uncover" in kinds and rng.random() < 0.3 else rng.choice(kinds)
    return rng.choice([action for action in actions if action.startswith(kind)])
