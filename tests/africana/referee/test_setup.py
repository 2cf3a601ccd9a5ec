"""The referee of Africana in hand-made situations: setup."""

from collections import Counter

from africana.toy_edition import DRAW, NORTH, PILE, SOUTH, game
from refereed import play


def test_setup_deals_companies_jokers_and_one_travel_card_in_seat_order():  # ruling 1
    position = game(num_players=4).snapshot()
    assert position == {
        "player": 0,
        "phase": "choose",
        "round": 1,
        "last_round": False,
        "truncated": False,
        "silver": [2, 2, 3, 4],
        "location": ["Ada", "Fez", "Bor", "Cid"],
        "joker": [True] * 4,
        "assistants": [Counter()] * 4,
        "travel": [Counter(["gray"]), Counter(["orange"]), Counter(["violet"]), Counter(["gray"])],
        "table": {"travel": Counter(), "assistants": Counter(), "joker": False},
        "pages_turned": 0,
        "travel_pile": PILE[4:],
        "discard": Counter(),
        "expedition_pile": [5, 6, 7, 8, 9],
        "spaces": [0, 1, 2, 3, 4],
        "markers": [set()] * 5,
        "books": [{"left": [], "right": NORTH}, {"left": [], "right": SOUTH}],  # ruling 5
        "in_front": [set()] * 4,
        "beneath": [set()] * 4,
        "expeditions": [set()] * 4,
        "removed": set(),
    }


def test_setup_with_too_few_expeditions_fills_from_the_left_and_first_turn_triggers_the_end():  # ruling 14
    referee = game(expedition_pile=[3, 1, 2])
    assert referee.snapshot()["spaces"] == [3, 1, 2, None, None]
    assert not referee.snapshot()["last_round"]
    play(referee, DRAW)
    assert referee.snapshot()["last_round"]
