"""Rulings of Afritoria in constructed positions: set-up, commitments, discards and the end."""

import random

import pytest
from afritoria.toy_edition import ELEVEN, OTHERS, PILE, TOY, Referee, cards, full_deck, game, position, reveal, shower
from refereed import play


def test_setup_deals_six_cards_to_each_seat_in_turn_and_fills_the_row():
    deck = full_deck(TOY, 3)
    random.Random(1).shuffle(deck)
    referee = Referee(TOY, 3, 100, deck)
    assert referee.snapshot() == {
        "phase": "commit",
        "player": 0,
        "round": 1,
        "truncated": False,
        "hands": [sorted(deck[:6]), sorted(deck[6:12]), sorted(deck[12:18])],
        "played": [None] * 3,
        "fates": [None] * 3,
        "row": sorted(deck[18:21]),
        "score_piles": [[], [], []],
        "discard": {},
        "pile": deck[21:],
        "under": [],
        "shown": [None] * 3,
        "puts_left": 0,
    }
    assert (referee.seat, referee.over, referee.truncated) == (0, False, False)


@pytest.mark.parametrize(("num_players", "in_the_pile"), [(2, 38), (3, 53), (4, 68)])
def test_size_of_the_draw_pile_with_eleven_animals(num_players, in_the_pile):  # component facts
    deck = full_deck(ELEVEN, num_players)
    assert len(Referee(ELEVEN, num_players, 100, deck).snapshot()["pile"]) == in_the_pile


def test_sizes_of_the_edition_are_obeyed():
    mini = TOY | {"deal": {"hand": 3}, "show": {"animals": 2, "cards": 1}}
    referee = Referee(mini, 2, 100, cards("blue ant, green ant, green bee, ranger, ranger, poacher, poacher, poacher"))
    whole = referee.snapshot()
    assert whole["hands"] == [["blue ant", "green ant", "green bee"], ["poacher", "ranger", "ranger"]]
    assert (whole["row"], whole["pile"]) == (["poacher"] * 2, [])


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


def test_losers_and_left_over_cards_are_discarded_and_the_discard_pile_grows():  # ruling 8
    referee = reveal("red fox, red cat, green bee", "red ant, blue ant, blue ant")
    play(referee, "take red ant")
    assert referee.snapshot()["discard"] == {"red cat": 1, "green bee": 1, "blue ant": 2}
    assert referee.snapshot()["row"] == cards("blue cat, green bee, ranger")
    play(referee, *["commit ranger"] * 3)
    assert referee.snapshot()["discard"] == {"red cat": 1, "green bee": 2, "blue ant": 2, "ranger": 4, "blue cat": 1}


def test_fates_stay_until_the_next_round():
    referee = reveal("green fox, green elk", "green ant, blue ant", pile=["blue ant"])
    play(referee, "take green ant")
    assert referee.over
    assert position(referee, "played", "fates", "row") == [cards("green fox, green elk"), ["scored", "lost"], []]
    referee = reveal("green fox, green elk", "green ant, blue ant")
    play(referee, "take green ant")
    assert position(referee, "played", "fates") == [[None, None], [None, None]]


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
