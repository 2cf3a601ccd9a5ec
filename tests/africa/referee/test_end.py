"""The referee of Africa in hand-made situations: end."""

import pytest
from africa.toy_map import CITIES, END, GOLD, LION, MONUMENT, RESEARCH, SKIP, SPACES, board, game, new_game, position
from refereed import play


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
