"""Rulings of Afritoria in constructed positions: ruling 9: refill and show."""

import pytest
from afritoria.toy_edition import GREENS, OTHERS, PILE, TOY, Referee, cards, gained, game, position, reveal, shower
from refereed import play


def test_losers_draw_from_seat_0_on():  # ruling 9
    referee = reveal("red fox, red elk, blue fox", "red ant, green ant, green ant")
    play(referee, "take red ant")
    assert [gained(referee, seat) for seat in range(3)] == [["red ant"], ["blue bee"], ["poacher"]]
    assert [len(hand) for hand in referee.snapshot()["hands"]] == [6, 6, 6]


def test_draw_as_far_as_the_pile_goes_and_end():  # rulings 9 and 10
    referee = reveal("red fox, red elk, blue fox", "red ant, green ant, green ant", pile=["blue ant"])
    play(referee, "take red ant")
    assert [len(hand) for hand in referee.snapshot()["hands"]] == [6, 6, 5]
    assert referee.over


def test_five_animals_of_a_colour_may_be_shown():  # ruling 9
    referee = shower()
    assert position(referee, "phase", "player", "round") == ["offer", 0, 1]
    assert referee.legal_actions() == {"keep hand", "show hand"}
    assert referee.snapshot()["pile"] == PILE[2:]  # all have drawn


def test_keeping_changes_nothing():  # ruling 9
    referee = shower()
    hands = referee.snapshot()["hands"]
    play(referee, "keep hand", "keep hand")
    assert position(referee, "phase", "round", "hands", "under") == ["commit", 2, hands, []]


def test_no_offer_before_the_first_round():  # ruling 9
    referee = game([[*GREENS, "green fox"]] * 2, cards("blue ant, blue ant"), edition=TOY)
    assert referee.snapshot()["phase"] == "commit"


@pytest.mark.parametrize(
    ("hand", "drawn", "offered"),
    [
        (GREENS, "green fox", True),
        (GREENS, "ranger", True),
        ([*GREENS[:4], "blue ant"], "green fox", True),  # the drawn card counts
        ([*GREENS[:4], "blue ant"], "blue fox", False),
        ([*GREENS[:4], "ranger"], "poacher", False),
        (["green ant", "green ant", "green bee", "green bee", "green bee"], "ranger", True),  # need not differ
        (cards("green ant, green bee, green cat, blue ant, blue bee"), "blue cat", False),
        (cards("blue ant, blue bee, blue cat, blue dog, blue elk"), "green ant", True),
        (["ranger"] * 5, "ranger", False),
        (["poacher"] * 5, "ranger", False),
    ],
)
def test_who_may_show(hand, drawn, offered):  # ruling 9
    referee = shower((hand, OTHERS), pile=[drawn, *PILE])
    assert position(referee, "phase", "player") == ["offer", 0]  # asked in any case
    assert referee.legal_actions() == ({"keep hand", "show hand"} if offered else {"keep hand"})


def test_winner_who_did_not_draw_may_show_too():  # ruling 9
    referee = game([["green fox", *GREENS], ["ranger", *OTHERS]], cards("green ant, poacher"), edition=TOY)
    play(referee, "commit green fox", "commit ranger")
    play(referee, "take green ant")  # the ranger takes it; the poacher of the row goes to the fox
    assert position(referee, "phase", "player") == ["offer", 0]
    assert referee.snapshot()["hands"][0] == sorted([*GREENS, "poacher"])
    assert "show hand" in referee.legal_actions()


def test_all_are_asked_from_seat_0_on_whatever_they_hold():  # ruling 9
    blues = cards("blue ant, blue bee, blue cat, blue dog, blue elk")
    referee = shower((OTHERS, GREENS, OTHERS, blues), pile=["ranger"] * 10)
    for seat in range(4):
        assert position(referee, "phase", "player") == ["offer", seat]
        assert ("show hand" in referee.legal_actions()) == (seat in (1, 3))
        play(referee, "keep hand")
    assert position(referee, "phase", "player", "round") == ["commit", 0, 2]


def test_who_may_not_show_cannot():  # ruling 9
    referee = shower((OTHERS, GREENS))
    before = referee.snapshot()
    with pytest.raises(ValueError, match="illegal action"):
        referee.play("show hand")
    assert referee.snapshot() == before


@pytest.mark.parametrize(("left", "offered"), [(2, False), (3, True), (4, True)])
def test_offer_needs_three_cards_in_the_pile_after_all_have_drawn(left, offered):  # ruling 9
    referee = shower(pile=["ranger"] * (2 + left))
    assert (referee.snapshot()["phase"] == "offer") == offered
    assert len(referee.snapshot()["pile"]) == left if offered else not referee.over


def test_three_cards_go_under_the_pile_one_after_the_other_and_three_are_drawn():  # ruling 9
    referee = shower()
    play(referee, "show hand")
    assert position(referee, "phase", "player", "puts_left") == ["put", 0, 3]
    assert referee.snapshot()["shown"] == [sorted([*GREENS, "blue bee"]), None]
    assert referee.legal_actions() == {f"put {card} under the pile" for card in [*GREENS, "blue bee"]}
    play(referee, "put green dog under the pile")
    assert (referee.seat, referee.snapshot()["phase"], referee.snapshot()["puts_left"]) == (0, "put", 2)
    assert referee.legal_actions() == {
        f"put {card} under the pile" for card in [*GREENS, "blue bee"] if card != "green dog"
    }
    assert referee.snapshot()["pile"] == [*PILE[2:], "green dog"]
    play(referee, "put blue bee under the pile", "put green ant under the pile", "keep hand")
    whole = referee.snapshot()
    assert whole["phase"] == "commit"
    assert whole["hands"][0] == sorted(["green bee", "green cat", "green elk", *PILE[2:5]])
    assert whole["row"] == sorted(PILE[5:7])
    assert whole["pile"] == [PILE[7], "green dog", "blue bee", "green ant"]  # the first put comes first
    assert whole["under"] == [(0, "green dog"), (0, "blue bee"), (0, "green ant")]
    assert (whole["shown"], whole["puts_left"]) == ([None, None], 0)  # of this round


def test_only_cards_of_the_hand_are_put_and_two_alike_are_one_choice():  # ruling 9
    hand = ["green ant", "green ant", "green bee", "green bee", "green bee"]
    referee = shower((hand, OTHERS), pile=["green ant", *PILE])
    play(referee, "show hand")
    assert referee.legal_actions() == {"put green ant under the pile", "put green bee under the pile"}
    play(referee, *["put green ant under the pile"] * 3)
    assert referee.snapshot()["under"] == [(0, "green ant")] * 3


def test_pile_of_three_is_drawn_and_replaced():  # ruling 9
    referee = shower(pile=["ranger", "poacher", "blue cat", "blue dog", "blue elk"])
    play(referee, "show hand", *(f"put green {animal} under the pile" for animal in ("elk", "ant", "cat")), "keep hand")
    whole = referee.snapshot()
    assert whole["hands"][0] == sorted(cards("green bee, green dog, ranger, blue cat, blue dog, blue elk"))
    assert (whole["row"], whole["pile"]) == (["green ant", "green elk"], ["green cat"])
    assert whole["under"] == [(0, "green cat")]


def test_next_player_may_draw_what_was_just_put_under():  # ruling 9
    hands = (GREENS, cards("blue ant, blue bee, blue cat, blue dog, blue elk"))
    referee = shower(hands, pile=cards("ranger, poacher, ranger, ranger, ranger, ranger"))
    play(referee, "show hand", *(f"put green {animal} under the pile" for animal in ("elk", "ant", "cat")))
    assert position(referee, "phase", "player") == ["offer", 1]
    assert referee.snapshot()["shown"] == [sorted([*GREENS, "ranger"]), None]
    play(referee, "show hand", *(f"put blue {animal} under the pile" for animal in ("dog", "bee", "ant")))
    whole = referee.snapshot()
    assert whole["hands"][1] == sorted(cards("blue cat, blue elk, poacher, ranger, green elk, green ant"))
    assert sorted([*whole["row"], *whole["pile"]]) == sorted(cards("green cat, blue dog, blue bee, blue ant"))
    assert whole["row"] == cards("blue dog, green cat")
    assert whole["under"] == [(1, "blue bee"), (1, "blue ant")]


def test_showing_is_offered_once_per_round_and_again_in_the_next():  # ruling 9
    greens = cards("green fox, green fox, green elk")
    referee = shower(pile=["ranger", "poacher", *greens, *["ranger"] * 9])
    play(referee, "show hand", *(f"put green {animal} under the pile" for animal in ("ant", "bee", "cat")))
    whole = referee.snapshot()
    assert whole["hands"][0] == sorted([*greens, "green dog", "green elk", "ranger"])  # five greens again
    assert (whole["phase"], whole["player"]) == ("offer", 1)
    play(referee, "keep hand", "commit ranger", "commit ranger")
    assert position(referee, "phase", "player", "round") == ["offer", 0, 2]


def test_sizes_of_the_show_are_those_of_the_edition():  # ruling 9
    mini = TOY | {"deal": {"hand": 2}, "show": {"animals": 2, "cards": 1}}
    dealt = cards("ranger, green ant, ranger, blue ant, poacher, poacher")
    referee = Referee(mini, 2, 100, [*dealt, *cards("green bee, blue bee, green cat, green dog")])
    play(referee, "commit ranger", "commit ranger")
    assert position(referee, "phase", "player") == ["offer", 0]
    play(referee, "show hand")
    play(referee, "put green ant under the pile")
    assert position(referee, "phase", "player") == ["offer", 1]
    assert referee.snapshot()["hands"][0] == cards("green bee, green cat")
    play(referee, "keep hand")
    assert position(referee, "round", "row") == [2, cards("green ant, green dog")]
