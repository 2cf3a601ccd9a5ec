"""The referee of Africana in hand-made situations: buy."""

from africana.toy_edition import END, SOUTH, game
from refereed import legal, play


def test_pages_turn_from_top_to_top_either_way():  # ruling 5
    referee = game()
    referee.players[0].silver = 9
    play(referee, "turn page left", "turn page left")
    assert referee.snapshot()["books"][0] == {"left": [1, 0], "right": [2, 3, 4, 5]}
    play(referee, "turn page right")
    assert referee.snapshot()["books"][0] == {"left": [0], "right": [1, 2, 3, 4, 5]}
    assert referee.snapshot()["books"][1] == {"left": [], "right": SOUTH}


def test_first_page_is_free_and_each_further_one_costs_silver():  # ruling 5
    referee = game()
    play(referee, "turn page left")
    assert (referee.snapshot()["silver"][0], referee.snapshot()["pages_turned"]) == (2, 1)
    play(referee, "turn page right", "turn page left")
    assert (referee.snapshot()["silver"][0], referee.snapshot()["pages_turned"]) == (0, 3)
    assert referee.legal_actions() == {END}
    play(referee, END)
    assert referee.snapshot()["pages_turned"] == 0


def test_first_page_is_free_after_a_purchase_and_without_money():  # ruling 5
    referee = game()
    referee.players[0].silver = 5
    play(referee, "buy adventure 1: Mask at Dar", "turn page left")
    assert referee.snapshot()["silver"][0] == 0
    assert referee.legal_actions() == {END}


def test_first_page_is_free_again_in_the_next_buy_action():  # ruling 5
    referee = game()
    referee.players[0].silver = 0
    play(referee, "turn page left", END, END, "turn page left")
    assert referee.snapshot()["silver"][0] == 0


def test_purchases_take_the_top_of_either_half_and_mix_with_page_turns():  # ruling 5
    referee = game()
    referee.players[0].silver = 17
    play(referee, "turn page left", "turn page left", "buy adventure 2: Mask at Elo", "buy adventure 3: Drum at Fez")
    play(referee, "turn page left", "buy adventure 4: Vase at Dar")
    position = referee.snapshot()
    assert position["silver"][0] == 0
    assert position["in_front"][0] == {1, 2, 3}
    assert position["books"][0] == {"left": [0], "right": [4, 5]}


def test_only_the_book_of_the_own_half_is_open_and_an_empty_half_has_no_page():  # ruling 5
    referee = game(books=([0], [10, 6]))
    referee.players[0].silver = referee.players[1].silver = 10
    assert legal(referee, "buy") == {"buy adventure 1: Mask at Dar"}
    play(referee, "buy adventure 1: Mask at Dar")
    assert referee.legal_actions() == {END}  # the northern book is sold out
    play(referee, END)
    assert legal(referee, "buy") == {"buy adventure 11: gray assistant at Ada"}


def test_no_purchase_for_less_than_the_price():  # ruling 5
    referee = game()
    referee.players[0].silver = 4
    assert not legal(referee, "buy")
