"""The referee of Afritoria in hand-made situations: ruling 7: the colours."""

from afritoria.toy_edition import PILE, TOY, Referee, cards, edition_of, gained, on_offer, position, reveal
from refereed import play


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
