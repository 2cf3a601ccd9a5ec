"""The referee of Afritoria in hand-made situations: setup."""

import random

import pytest
from afritoria.toy_edition import ELEVEN, TOY, Referee, cards, full_deck


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
