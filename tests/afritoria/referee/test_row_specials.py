"""The referee of Afritoria in hand-made situations: ruling 6: specials in the row."""

from collections import Counter

import pytest
from afritoria.toy_edition import FILLER, PILE, SECOND, cards, gained, position, reveal
from refereed import play


@pytest.mark.parametrize(
    ("played", "row", "won"),
    [
        # one special: the lowest for a ranger, the highest for a poacher, of any colour
        ("red bee, red fox, green ant", "ranger, blue ant, blue ant", ["lost", "lost", "ranger"]),
        ("red bee, red fox, green ant", "poacher, blue ant, blue ant", ["lost", "poacher", "lost"]),
        # both: the ranger first
        ("red bee, red fox, green ant", "poacher, ranger, blue ant", ["lost", "poacher", "ranger"]),
        ("ranger, poacher, green ant", "poacher, ranger, ranger", ["spent", "cancelled", "ranger"]),
        # several of a kind: one after the other
        ("red bee, red fox, green ant", "ranger, ranger, blue ant", ["ranger", "lost", "ranger"]),
        ("red bee, red fox, green ant", "poacher, blue ant, poacher", ["poacher", "poacher", "lost"]),
        ("red bee, red fox, green ant", "ranger, ranger, ranger", ["ranger"] * 3),
        ("red bee, red fox, green ant", "poacher, ranger, poacher", ["poacher", "poacher", "ranger"]),
        ("red bee, red fox, green ant", "ranger, poacher, ranger", ["ranger", "poacher", "ranger"]),
        # ties, of any colour: all of the tied are out and the next in line takes it
        ("red ant, red fox, green ant", "ranger, blue ant, blue ant", ["tied", "ranger", "tied"]),
        ("red fox, red ant, green fox", "poacher, blue ant, blue ant", ["tied", "poacher", "tied"]),
        ("red fox, red ant, red ant", "ranger, blue ant, blue ant", ["ranger", "tied", "tied"]),
        ("red ant, red fox, green ant", "ranger, poacher, blue ant", ["tied", "ranger", "tied"]),
        ("red ant, red fox, green ant", "ranger, ranger, blue ant", ["tied", "ranger", "tied"]),
        ("red ant, red ant, green ant", "ranger, poacher, blue ant", ["tied"] * 3),
        # a tie that does not matter for the special is none
        ("red fox, red ant, green fox", "ranger, blue ant, blue ant", ["lost", "ranger", "lost"]),
        ("red ant, red fox, green ant", "poacher, blue ant, blue ant", ["lost", "poacher", "lost"]),
        # a tie found only by the second special
        ("red bee, red ant, green bee", "ranger, ranger, blue ant", ["tied", "ranger", "tied"]),
        # players of specials do not compete
        ("ranger, ranger, green fox", "ranger, blue ant, blue ant", ["cancelled", "cancelled", "ranger"]),
    ],
)
def test_specials_of_the_row(played, row, won):  # ruling 6
    referee = reveal(played, row, pile=[])  # nobody competes for blue, so the game is over
    assert referee.over
    whole = referee.snapshot()
    left_over = Counter(cards(row))
    for seat, (card, gain) in enumerate(zip(cards(played), won, strict=True)):
        if gain in ("ranger", "poacher"):
            assert whole["fates"][seat] == "scored"
            assert whole["score_piles"][seat] == [card]
            assert whole["hands"][seat] == sorted([*FILLER, gain])
            left_over[gain] -= 1
        else:
            assert whole["fates"][seat] == gain
            assert whole["score_piles"][seat] == []
            assert whole["hands"][seat] == sorted(FILLER)
            left_over[card] += 1
    assert whole["discard"] == +left_over


def test_taker_of_a_special_is_out_even_if_it_would_have_won_an_animal():  # ruling 6
    referee = reveal("green fox, green cat, blue ant", "poacher, green bee, green dog")
    assert position(referee, "player", "fates") == [1, ["scored", "competing", "competing"]]
    play(referee, "take green dog")
    whole = referee.snapshot()
    assert whole["score_piles"] == [["green fox"], ["green cat"], []]
    assert whole["discard"] == {"blue ant": 1, "green bee": 1}
    assert (gained(referee, 1), gained(referee, 2)) == (["green dog"], ["blue bee"])  # the loser drew
    assert whole["pile"] == PILE[4:]  # one card drawn, three in the row


def test_lowest_takes_a_ranger_and_leaves_the_animal_to_nobody():  # ruling 6
    referee = reveal("green cat, blue fox", "ranger, green ant", pile=["blue ant"] * 9)
    assert position(referee, "round", "score_piles") == [2, [["green cat"], []]]
    assert referee.snapshot()["hands"][0] == sorted([*FILLER, "ranger"])
    assert referee.snapshot()["discard"] == {"green ant": 1, "blue fox": 1}


def test_ties_for_specials_chain():  # ruling 6
    referee = reveal("red ant, green ant, red bee, green bee", "ranger, red fox, red fox, red fox")
    whole = referee.snapshot()
    assert whole["round"] == 2
    assert whole["score_piles"] == [[], [], [], []]
    assert whole["discard"] == {
        "red ant": 1,
        "green ant": 1,
        "red bee": 1,
        "green bee": 1,
        "ranger": 1,
        "red fox": 3,
    }


def test_tied_for_a_ranger_are_out_of_the_contest_for_animals():  # ruling 6
    referee = reveal("red bee, green bee, red cat, red elk", "ranger, red fox, red ant, green fox")
    whole = referee.snapshot()
    assert whole["fates"] == ["tied", "tied", "scored", "competing"]
    assert (whole["phase"], whole["player"], whole["row"]) == ("win", 3, cards("green fox, red ant, red fox"))
    assert whole["discard"] == {"red bee": 1, "green bee": 1}
    assert whole["hands"][2] == sorted([*FILLER, "ranger"])


def test_tie_for_the_poacher_comes_after_the_rangers():  # ruling 6
    # both foxes are the lowest left once ant and bee have taken the rangers; so they tie for the poacher
    referee = reveal("red fox, red ant, green fox, red bee", "ranger, poacher, ranger, red cat")
    whole = referee.snapshot()
    assert whole["round"] == 2
    assert whole["score_piles"] == [[], ["red ant"], [], ["red bee"]]
    assert whole["discard"] == {"red fox": 1, "green fox": 1, "poacher": 1, "red cat": 1}


def test_won_special_is_not_played():  # ruling 6
    referee = reveal("red ant, red fox, poacher", "ranger, red cat, red cat", piles=["", "red bee", ""])
    play(referee, SECOND)
    assert position(referee, "phase", "player") == ["win", 1]  # the won ranger does nothing
    assert referee.snapshot()["hands"][0] == sorted([*FILLER, "ranger"])
