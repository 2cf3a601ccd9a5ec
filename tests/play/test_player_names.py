import pytest

from africana_env import UserError
from africana_env.drawing.panels import score_table
from africana_env.play.player_names import drawing_with_names, player_names, with_player_names


def test_each_player_has_a_name_of_its_own():
    assert player_names([None, "greedy", None, "greedy", "random"], ["Ada"]) == [
        "Ada",
        "greedy 2",
        "player 3",
        "greedy 4",
        "random",
    ]


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["Ada", "Bo", "Cy"], "there are more names (3) than people (2)"),
        (["Ada", "ada"], "the name ada is taken: use another one"),
        (["greedy"], "the name greedy is taken"),
        (["you"], "the name you is taken"),
        (["greedy 3"], "the name greedy 3 is taken"),
        (["Greedy 2"], "the name Greedy 2 is taken"),
        (["\uff59\uff4f\uff55"], "the name you is taken"),
        (["Ada", "Ada\u3164"], "the name Ada is taken"),
        (["\u3164"], "a name needs 1 to 20 printable characters"),
        (["\u2800"], "a name needs 1 to 20 printable characters"),
        (["..."], "with a letter or digit, and may not look like player 2, unlike '...'"),
        (["player 2"], "may not look like player 2, unlike 'player 2'"),
        (["Player_2"], "may not look like player 2, unlike 'Player_2'"),
        ([" "], "a name needs 1 to 20 printable characters"),
        (["x" * 21], f"may not look like player 2, unlike '{'x' * 21}'"),
        (["a\x07"], "a name needs 1 to 20 printable characters"),
    ],
)
def test_names_that_cannot_be_are_refused(names, message):
    with pytest.raises(UserError) as caught:
        player_names([None, None, "greedy"], names)
    assert message in str(caught.value)


def test_what_is_not_seen_of_a_name_is_left_out():
    assert player_names([None, "greedy"], [" \uff21da\u2800\u3164 B\ufe0f "])[0] == "Ada B"


def test_a_name_stays_the_only_one_when_all_move_one_seat_on():
    players = ["greedy", None, "greedy"]
    for number in (1, 2, 3):
        with pytest.raises(UserError, match=f"the name greedy {number} is taken"):
            player_names(players, [f"greedy {number}"])


def test_words_call_players_by_their_names():
    assert with_player_names("lion of player_1 is out", ["Ada", "greedy"]) == "lion of greedy is out"


@pytest.mark.parametrize(
    ("names", "called"),
    [
        (["Ann", "Bob"], ["Ann", "Bob"]),
        (["Bartholomew", "policy:runs/a_long_name"], ["Bartholomew", "policy:runs/a_long_n…"]),
    ],
)
def test_a_drawing_has_names_and_its_scores_stay_one_below_the_other(names, called):
    def drawn(players):
        return "\n".join([f"hand of {players[1]}: none", *score_table(players.__getitem__, ["points"], [[7], [12]])])

    width = max(8, *map(len, called))
    expected = drawn(called).splitlines()[:1] + drawn([name.ljust(width) for name in called]).splitlines()[1:]
    assert drawing_with_names(drawn(["player 1", "player 2"]), names).splitlines() == expected
