"""The referee of Africa in hand-made situations: preparation."""

import pytest
from africa.toy_map import (
    CITIES,
    END,
    FOR_MINERALS,
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
