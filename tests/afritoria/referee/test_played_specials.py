"""Rulings of Afritoria in constructed positions: played rangers and poachers."""

from collections import Counter

import pytest
from afritoria.toy_edition import FILLER, NEXT, SECOND, THIRD, cards, gained, on_offer, position, reveal
from refereed import play


@pytest.mark.parametrize(
    "played",
    [
        "ranger, ranger, red fox, red elk",
        "red fox, poacher, red elk, poacher",
        "ranger, ranger, poacher, red fox",
        "ranger, red fox, poacher, poacher",
        "ranger, ranger, ranger, red fox",
        "red fox, poacher, poacher, poacher",
        "ranger, ranger, poacher, poacher",
        "ranger, poacher, poacher, poacher",
        "ranger, ranger, ranger, poacher",
        "ranger, ranger, ranger, ranger",
        "poacher, poacher, poacher, poacher",
    ],
)
def test_specials_cancel_each_other(played):  # ruling 3
    piles = ["red bee", "red bee", "red bee", "red bee"]
    referee = reveal(played, "blue ant, blue ant, blue ant, blue ant", piles=piles)  # nobody competes for blue
    specials = [card for card in cards(played) if card in ("ranger", "poacher")]
    others = [card for card in cards(played) if card not in specials]
    # nothing is left to decide, so the next round has come
    assert position(referee, "phase", "round", "score_piles") == ["commit", 2, [["red bee"]] * 4]
    assert referee.snapshot()["discard"] == Counter(specials) + Counter(others) + Counter({"blue ant": 4})


@pytest.mark.parametrize(
    ("played", "phase", "seat", "fates"),
    [
        ("ranger, poacher, red fox", "ranger", 0, ["active", "cancelled", "competing"]),
        ("poacher, red fox, ranger", "ranger", 2, ["cancelled", "competing", "active"]),
        ("red fox, ranger, red fox", "ranger", 1, ["competing", "active", "competing"]),
        ("red fox, poacher, red fox", "poacher", 1, ["competing", "active", "competing"]),
    ],
)
def test_single_special_and_ranger_beside_a_poacher_are_active(played, phase, seat, fates):  # ruling 3
    referee = reveal(played, "blue ant, blue ant, red bee", piles=["red bee"] * 3)
    assert position(referee, "phase", "player", "fates") == [phase, seat, fates]
    assert referee.snapshot()["discard"] == ({"poacher": 1} if "cancelled" in fates else {})


def test_fates_of_cancelled_specials_and_competing_animals():  # ruling 3
    referee = reveal("ranger, ranger, red fox", "red ant, red bee, blue ant")
    assert position(referee, "phase", "player", "fates") == ["win", 2, ["cancelled", "cancelled", "competing"]]
    assert referee.snapshot()["discard"] == {"ranger": 2}


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


@pytest.mark.parametrize(
    ("seat", "piles", "legal"),
    [
        (0, ["", "red bee", "red bee", "red bee"], {NEXT, SECOND, THIRD}),
        (0, ["red bee", "", "red bee", ""], {SECOND}),
        (1, ["red bee", "red bee", "", ""], {THIRD}),
        (2, ["red bee", "red bee", "red bee", "red bee"], {NEXT, SECOND, THIRD}),
        (2, ["red bee", "", "red bee", "red bee"], {NEXT, SECOND}),
        (3, ["red bee", "", "", ""], {NEXT}),
        (3, ["", "", "red bee", "red bee"], {THIRD}),
    ],
)
def test_poacher_may_steal_from_every_other_player_with_a_card(seat, piles, legal):  # ruling 5
    played = ["red fox"] * 4
    played[seat] = "poacher"
    referee = reveal(", ".join(played), "blue ant, blue ant, blue ant, blue ant", piles=piles)
    assert position(referee, "phase", "player") == ["poacher", seat]
    assert referee.legal_actions() == legal


@pytest.mark.parametrize(("num_players", "legal"), [(2, {NEXT}), (3, {NEXT, SECOND})])
def test_poacher_with_fewer_players(num_players, legal):  # ruling 5
    played = ", ".join(["green fox"] * (num_players - 1) + ["poacher"])
    row = ", ".join(["blue ant"] * num_players)
    referee = reveal(played, row, piles=["green bee"] * num_players)
    assert referee.legal_actions() == legal


@pytest.mark.parametrize(("action", "victim"), [(NEXT, 3), (SECOND, 0), (THIRD, 1)])
def test_poacher_takes_the_top_card_onto_the_top(action, victim):  # ruling 5
    piles = ["red ant, red bee", "red bee, red cat", "blue ant", "red dog, red elk"]
    tops = ["red bee", "red cat", None, "red elk"]
    referee = reveal("red fox, green fox, poacher, blue fox", "red ant, green ant, blue ant, red ant", piles=piles)
    play(referee, action)
    expected = [cards(pile) for pile in piles]
    assert expected[victim].pop() == tops[victim]
    expected[2].append(tops[victim])
    assert referee.snapshot()["score_piles"] == expected
    assert position(referee, "phase", "player") == ["win", 1]  # green is the first colour
    assert referee.snapshot()["fates"] == ["competing", "competing", "spent", "competing"]
    assert referee.snapshot()["discard"] == {"poacher": 1}


def test_poacher_steals_before_anything_of_the_round_is_scored():  # ruling 5
    referee = reveal("green fox, poacher", "green cat, ranger", piles=["blue ant", ""])
    play(referee, NEXT)  # only now the fox takes the ranger
    assert referee.snapshot()["score_piles"] == [["green fox"], ["blue ant"]]


def test_poacher_without_a_victim_has_no_effect():  # ruling 5
    referee = reveal("green fox, poacher", "green cat, ranger", piles=["", "blue ant"])
    assert position(referee, "round", "score_piles") == [2, [["green fox"], ["blue ant"]]]
    assert referee.snapshot()["discard"] == {"poacher": 1, "green cat": 1}
