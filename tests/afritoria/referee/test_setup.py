"""The referee of Afritoria in hand-made situations: setup."""

import random

import pytest
from afritoria.toy_edition import ELEVEN, NEXT, TOY, cards, full_deck, game
from refereed import check_illegal, play
from referees.afritoria import Referee


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


def test_only_the_first_colours_are_used():
    with pytest.raises(AssertionError):
        Referee(TOY, 2, 100, ["red ant"] * 14)
    with pytest.raises(AssertionError):
        Referee(TOY, 2, 100, ["green ant"] * 11)  # not enough to deal


def test_sizes_of_the_edition_are_optional_and_obeyed():
    plain = {name: part for name, part in TOY.items() if name not in ("deal", "show")}
    referee = Referee(plain, 2, 100, full_deck(TOY, 2))
    assert [len(hand) for hand in referee.snapshot()["hands"]] == [6, 6]
    assert (referee.show_animals, referee.show_cards) == (5, 3)
    mini = TOY | {"deal": {"hand": 3}, "show": {"animals": 2, "cards": 1}}
    referee = Referee(mini, 2, 100, cards("blue ant, green ant, green bee, ranger, ranger, poacher, poacher, poacher"))
    whole = referee.snapshot()
    assert whole["hands"] == [["blue ant", "green ant", "green bee"], ["poacher", "ranger", "ranger"]]
    assert (whole["row"], whole["pile"]) == (["poacher"] * 2, [])


def test_arguments_and_snapshots_are_copies():
    deck = full_deck(TOY, 2)
    referee = Referee(TOY, 2, 100, deck)
    before = referee.snapshot()
    play(referee, "commit green ant")
    assert deck == full_deck(TOY, 2)
    assert before != referee.snapshot()
    before = referee.snapshot()
    changed = referee.snapshot()
    for part in changed.values():
        if isinstance(part, list):
            for inner in part:
                if isinstance(inner, list):
                    inner.append("changed")
            part.append("changed")
        elif isinstance(part, dict):
            part["changed"] = 1
    assert referee.snapshot() == before


@pytest.mark.parametrize("action", ["", "commit green fox", "take green ant", "keep hand", NEXT, "commit"])
def test_illegal_action_raises_and_changes_nothing(action):
    check_illegal(game([["green cat"], ["blue cat"]], cards("green dog, blue dog")), action)
