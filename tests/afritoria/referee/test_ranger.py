"""The referee of Afritoria in hand-made situations: ruling 4: an active ranger."""

from afritoria.toy_edition import FILLER, cards, gained, on_offer, reveal
from refereed import play


def test_ranger_takes_any_animal_of_the_row_onto_the_score_pile():  # ruling 4
    referee = reveal("ranger, red fox, poacher, red ant", "blue ant, ranger, red bee, blue ant", piles=["red cat"])
    assert referee.legal_actions() == on_offer("blue ant, red bee")  # no special, nothing twice
    play(referee, "take blue ant")
    whole = referee.snapshot()
    assert whole["score_piles"] == [cards("red cat, blue ant"), [], [], ["red ant"]]  # red ant took the ranger
    assert whole["fates"] == ["spent", "competing", "cancelled", "scored"]
    assert whole["discard"] == {"ranger": 1, "poacher": 1}
    assert whole["row"] == cards("blue ant, red bee")
    assert whole["hands"][0] == sorted(FILLER)


def test_ranger_takes_before_the_winners():  # ruling 4
    referee = reveal("green fox, ranger", "green cat, blue cat")
    assert (referee.seat, referee.legal_actions()) == (1, on_offer("green cat, blue cat"))
    play(referee, "take green cat")
    whole = referee.snapshot()
    assert whole["round"] == 2  # there was nothing left for the fox
    assert whole["score_piles"] == [[], ["green cat"]]
    assert whole["discard"] == {"ranger": 1, "green fox": 1, "blue cat": 1}
    assert gained(referee, 0) == ["blue bee"]  # both drew
    assert sorted(whole["hands"][1]) == sorted([*FILLER, "poacher"])


def test_ranger_with_one_animal_in_the_row_is_a_decision():  # ruling 4, the last ruling
    referee = reveal("ranger, green fox", "green cat, ranger")
    assert (referee.seat, referee.legal_actions()) == (0, {"take green cat"})


def test_ranger_without_an_animal_in_the_row_has_no_effect():  # ruling 4
    referee = reveal("ranger, green fox, red elk", "ranger, poacher, poacher")
    whole = referee.snapshot()
    assert whole["round"] == 2  # elk takes the ranger, fox one poacher, nobody the other
    assert whole["score_piles"] == [[], ["green fox"], ["red elk"]]
    assert whole["discard"] == {"ranger": 1, "poacher": 1}


def test_poacher_beside_a_ranger_without_effect_stays_without_effect():  # ruling 4
    referee = reveal("ranger, poacher, red elk", "ranger, poacher, poacher", piles=["red bee"] * 3)
    whole = referee.snapshot()
    assert whole["round"] == 2
    assert whole["score_piles"] == [["red bee"], ["red bee"], cards("red bee, red elk")]
    assert whole["discard"] == {"ranger": 1, "poacher": 3}  # nobody was left for the poachers of the row


def test_animal_from_the_row_may_be_a_second_copy():  # ruling 4
    referee = reveal("ranger, green fox", "green cat, green cat")
    play(referee, "take green cat")
    assert (referee.seat, referee.legal_actions()) == (1, {"take green cat"})
    assert referee.snapshot()["row"] == ["green cat"]
