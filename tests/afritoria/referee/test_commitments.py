"""The referee of Afritoria in hand-made situations: rulings 1 and 2: the row and the commitments."""

import pytest
from afritoria.toy_edition import PILE, TOY, Referee, cards, game, position, reveal
from refereed import play


def test_row_is_filled_with_as_many_cards_as_players_in_every_round():  # ruling 1
    referee = reveal("poacher, poacher, poacher", "red ant, blue ant, red ant")  # nobody gains anything
    assert position(referee, "phase", "round", "row") == ["commit", 2, sorted(PILE[3:6])]
    assert referee.snapshot()["pile"] == PILE[6:]


@pytest.mark.parametrize("left", [0, 1, 2, 3, 4])
def test_row_is_filled_as_far_as_the_pile_goes(left):  # ruling 1
    referee = game([["red ant"]] * 3, pile=PILE[:left])
    assert position(referee, "row", "pile") == [sorted(PILE[: min(left, 3)]), PILE[3:left]]


def test_commitments_go_seat_by_seat_from_all_of_the_own_hand():  # ruling 2
    referee = game([cards("green fox, green fox"), cards("blue elk")], cards("green dog, blue dog"))
    assert referee.legal_actions() == {"commit green fox", "commit ranger", "commit poacher"}
    play(referee, "commit green fox")
    assert (referee.seat, referee.snapshot()["phase"]) == (1, "commit")
    assert position(referee, "played", "fates") == [["green fox", None], ["hidden", None]]
    assert referee.snapshot()["hands"][0] == cards("green fox, poacher, poacher, ranger, ranger")
    assert referee.legal_actions() == {"commit blue elk", "commit ranger", "commit poacher", "commit green ant"}


def test_all_are_revealed_together():  # ruling 2
    referee = reveal("green fox, blue elk", "green dog, blue dog")
    assert position(referee, "played", "fates") == [["green fox", "blue elk"], ["competing"] * 2]


def test_commitment_with_one_card_is_a_decision():  # the last ruling
    mini = TOY | {"deal": {"hand": 1}}
    referee = Referee(mini, 2, 100, cards("green fox, blue fox, green ant, blue ant, ranger"))
    assert referee.legal_actions() == {"commit green fox"}
    play(referee, "commit green fox")
    assert (referee.seat, referee.legal_actions()) == (1, {"commit blue fox"})
