"""The referee of Afritoria in hand-made situations: ruling 5: an active poacher."""

import pytest
from afritoria.toy_edition import NEXT, SECOND, THIRD, cards, position, reveal
from refereed import play


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
