"""The referee of Afritoria in hand-made situations: ruling 10: the end."""

import pytest
from afritoria.toy_edition import OTHERS, cards, game, position, shower
from refereed import play


def test_game_is_over_when_the_pile_is_empty_after_the_refill():  # ruling 10
    referee = shower(pile=["blue bee", "blue cat"])
    assert (referee.over, referee.truncated) == (True, False)
    assert position(referee, "phase", "round", "pile") == ["over", 1, []]
    assert referee.legal_actions() == set()
    before = referee.snapshot()
    with pytest.raises(ValueError, match="illegal action"):
        referee.play("keep hand")
    assert referee.snapshot() == before


def test_one_card_left_gives_another_round_with_a_short_row():  # rulings 1 and 10
    referee = shower((OTHERS, OTHERS), pile=["green bee", "blue cat", "green dog"])
    assert position(referee, "phase", "round", "row", "pile") == ["commit", 2, ["green dog"], []]
    play(referee, "commit blue ant", "commit blue ant")
    assert referee.over
    assert [len(hand) for hand in referee.snapshot()["hands"]] == [5, 5]
    assert referee.snapshot()["discard"]["green dog"] == 1


def test_pile_that_a_full_row_exhausts_still_gives_that_round():  # ruling 10
    referee = shower((OTHERS, OTHERS), pile=["green bee", "blue cat", "green dog", "blue dog"])
    assert position(referee, "phase", "round", "pile") == ["commit", 2, []]
    play(referee, "commit green bee", "commit blue cat", "take green dog", "take blue dog")
    assert referee.over
    assert referee.snapshot()["score_piles"] == [["green bee"], ["blue cat"]]
    assert [len(hand) for hand in referee.snapshot()["hands"]] == [6, 6]


def test_round_counts_and_truncation():
    referee = shower((OTHERS, OTHERS), max_rounds=2, pile=["green ant"] * 30)
    play(referee, "keep hand", "keep hand")
    assert position(referee, "round", "phase") == [2, "commit"]
    play(referee, "commit ranger", "commit ranger", "keep hand", "keep hand")
    assert (referee.over, referee.truncated) == (True, True)
    assert position(referee, "round", "phase", "truncated") == [2, "over", True]
    assert [len(hand) for hand in referee.snapshot()["hands"]] == [6, 6]  # after the refill
    assert (referee.snapshot()["row"], referee.legal_actions()) == ([], set())


def test_game_that_ends_in_the_last_allowed_round_is_not_truncated():
    referee = shower((OTHERS, OTHERS), max_rounds=1, pile=["green ant"] * 2)
    assert (referee.over, referee.truncated) == (True, False)


def test_offers_are_made_before_the_game_is_cut_off():
    referee = shower(max_rounds=1)
    assert position(referee, "phase", "truncated") == ["offer", False]
    play(referee, "keep hand", "keep hand")
    assert (referee.over, referee.truncated) == (True, True)


@pytest.mark.parametrize(
    ("piles", "points", "winners"),
    [
        (["", "", ""], [0, 0, 0], {0, 1, 2}),
        (["green ant", "red ant, blue bee", "red fox"], [5, 6, 3], {1}),
        (["green ant, red bee", "blue cat, blue dog", "red fox"], [6, 6, 3], {0, 1}),
        (["red fox, red fox", "blue elk", "blue dog, red cat"], [6, 6, 6], {0, 1, 2}),
        (["red fox", "blue ant", "green elk, green elk"], [3, 5, 12], {2}),
    ],
)
def test_scores_and_winners(piles, points, winners):  # ruling 10; hands count nothing
    referee = game([["green elk"], [], ["red elk", "red elk"]], cards("red elk, blue elk, red fox"), piles=piles)
    assert referee.scores() == [{"points": number, "total": number} for number in points]
    assert referee.winners() == winners
