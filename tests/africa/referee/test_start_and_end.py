"""Rulings of Africa in constructed positions: preparation, end of the game and final scoring."""

import pytest
from africa.toy_map import (
    CITIES,
    END,
    FOR_MINERALS,
    GOLD,
    GOLD_2,
    LION,
    MONUMENT,
    NOMAD,
    RESEARCH,
    SALT,
    SKIP,
    SPACES,
    TOY,
    Referee,
    board,
    game,
    give,
    hexagon,
    new_game,
    position,
)
from refereed import legal, play


def test_setup():
    down = {"a1": LION, "b2": SALT, "c3": GOLD_2, "d4": NOMAD}
    none = dict.fromkeys(("salt", "ivory", "cloth", "tea", "wax"), 0)
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
