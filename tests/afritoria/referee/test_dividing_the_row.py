"""Rulings of Afritoria in constructed positions: dividing the row."""

from collections import Counter

import pytest
from afritoria.toy_edition import (
    FILLER,
    PILE,
    SECOND,
    TOY,
    Referee,
    cards,
    edition_of,
    gained,
    on_offer,
    position,
    reveal,
)
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


def test_stronger_picks_first_among_the_cards_of_the_colour():  # ruling 7
    referee = reveal("red bee, red fox, red cat, red dog", "red ant, red elk, blue ant, red ant")
    assert (referee.seat, referee.legal_actions()) == (1, on_offer("red ant, red elk"))
    play(referee, "take red ant")
    assert (referee.seat, referee.legal_actions()) == (3, on_offer("red ant, red elk"))
    assert referee.snapshot()["fates"] == ["competing", "scored", "competing", "competing"]
    play(referee, "take red elk")
    assert (referee.seat, referee.legal_actions()) == (2, {"take red ant"})  # one left: still a decision
    play(referee, "take red ant")
    whole = referee.snapshot()
    assert whole["round"] == 2
    assert whole["score_piles"] == [[], ["red fox"], ["red cat"], ["red dog"]]
    assert [gained(referee, seat) for seat in range(4)] == [["blue bee"], ["red ant"], ["red ant"], ["red elk"]]
    assert whole["discard"] == {"red bee": 1, "blue ant": 1}


def test_played_animal_goes_on_top_of_the_score_pile():  # ruling 7
    referee = reveal("green fox, blue fox", "green ant, blue ant", piles=["green bee", "blue bee, blue cat"])
    play(referee, "take green ant", "take blue ant")
    assert referee.snapshot()["score_piles"] == [cards("green bee, green fox"), cards("blue bee, blue cat, blue fox")]


def test_won_card_is_not_scored_and_the_score_is_of_the_played_one():  # ruling 7
    referee = reveal("green bee, poacher", "green elk, blue ant")
    play(referee, "take green elk")
    assert referee.scores() == [{"points": 1, "total": 1}, {"points": 0, "total": 0}]


def test_colours_come_in_the_order_of_the_edition_each_by_itself():  # ruling 7
    referee = reveal("yellow fox, red elk, blue ant, green bee", "green ant, yellow ant, red ant, blue ant")
    order = []
    while referee.snapshot()["phase"] == "win":
        order.append((referee.seat, *referee.legal_actions()))
        play(referee, *referee.legal_actions())
    assert order == [(3, "take green ant"), (2, "take blue ant"), (1, "take red ant"), (0, "take yellow ant")]


def test_order_of_the_colours_is_that_of_the_edition():  # ruling 7
    turned = TOY | {"colours": TOY["colours"][::-1], "deal": {"hand": 1}}  # yellow, red
    referee = Referee(turned, 2, 100, cards("red fox, yellow ant, red bee, yellow bee"))
    play(referee, "commit red fox", "commit yellow ant")
    assert (referee.seat, referee.legal_actions()) == (1, {"take yellow bee"})


def test_colour_nobody_competes_for_and_card_of_a_colour_not_in_the_row():  # rulings 7 and 8
    referee = reveal("green fox, green elk", "blue ant, blue bee")
    whole = referee.snapshot()
    assert whole["round"] == 2
    assert whole["discard"] == {"green fox": 1, "green elk": 1, "blue ant": 1, "blue bee": 1}
    assert whole["score_piles"] == [[], []]
    assert whole["pile"] == PILE[4:]


def test_identical_animals_cancel_and_the_next_in_line_picks():  # ruling 7
    referee = reveal("red fox, red cat, red fox", "red ant, blue ant, blue ant")
    assert position(referee, "player", "fates") == [1, ["tied", "competing", "tied"]]
    assert referee.snapshot()["discard"] == {"red fox": 2}
    play(referee, "take red ant")
    assert referee.snapshot()["score_piles"] == [[], ["red cat"], []]


def test_identical_animals_cancel_even_where_two_cards_lie_there():  # ruling 7
    referee = reveal("green fox, green fox", "green ant, green bee")
    assert position(referee, "round", "score_piles") == [2, [[], []]]
    assert referee.snapshot()["discard"] == {"green fox": 2, "green ant": 1, "green bee": 1}


def test_identical_animals_cancel_one_pair_after_the_other():  # ruling 7
    referee = reveal("red fox, red cat, red fox, red cat", "red ant, red bee, blue ant, blue ant")
    assert referee.snapshot()["discard"] == {"red fox": 2, "red cat": 2, "red ant": 1, "red bee": 1, "blue ant": 2}


def test_identical_animals_of_the_weaker_kind_cancel_after_the_stronger_has_picked():  # ruling 7
    referee = reveal("red bee, red cat, red fox, red cat", "red ant, red dog, blue ant, blue ant")
    assert position(referee, "player", "fates") == [2, ["competing"] * 4]
    play(referee, "take red dog")
    assert position(referee, "player", "fates") == [0, ["competing", "tied", "scored", "tied"]]
    play(referee, "take red ant")
    assert referee.snapshot()["score_piles"] == [["red bee"], [], ["red fox"], []]


def test_identical_animals_only_lose_where_the_stronger_has_taken_the_last_card():  # rulings 7 and 8
    # where there is a ranger, they tie for it first
    referee = reveal("red cat, red fox, red cat", "red ant, blue ant, ranger")
    assert position(referee, "round", "score_piles") == [2, [[], ["red fox"], []]]
    referee = reveal("red cat, red fox, red cat", "red ant, blue ant, blue ant")
    play(referee, "take red ant")
    assert referee.snapshot()["discard"] == {"red cat": 2, "blue ant": 2}


def test_equal_strength_in_different_colours_is_no_tie_for_animals():  # ruling 7
    referee = reveal("green fox, blue fox", "green ant, blue ant")
    play(referee, "take green ant", "take blue ant")
    assert referee.snapshot()["score_piles"] == [["green fox"], ["blue fox"]]


def test_winner_of_one_colour_takes_nothing_of_another():  # ruling 7
    referee = reveal("green fox, green elk", "green ant, blue ant")
    play(referee, "take green ant")
    assert referee.snapshot()["round"] == 2
    assert referee.snapshot()["discard"] == {"green elk": 1, "blue ant": 1}


def test_strength_counts_and_neither_value_nor_name_nor_seat():  # ruling 7
    edition = edition_of({"yak": 1, "ant": 9, "owl": 5})
    for played, first in [("green yak, green ant", 1), ("green owl, green ant", 0), ("green yak, green owl", 1)]:
        assert reveal(played, "green yak, blue ant", edition=edition, pile=[]).seat == first
