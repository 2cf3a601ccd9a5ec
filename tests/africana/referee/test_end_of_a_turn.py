"""Rulings of Africana in constructed positions: end of a turn."""

from collections import Counter

from africana.toy_edition import DRAW, END, PILE, game
from refereed import play


def test_hand_limit_counts_travel_cards_assistants_and_joker():  # ruling 13
    referee = game(travel_pile=PILE)
    mover = referee.players[0]
    mover.travel, mover.assistants = Counter(gray=3, violet=1), Counter(orange=1)  # six with the joker
    play(referee, END)
    assert referee.snapshot()["phase"] == "discard cards"
    assert referee.legal_actions() == {
        "discard gray travel card",
        "discard violet travel card",
        "discard orange assistant",
        "discard joker",
    }
    play(referee, "discard gray travel card")
    position = referee.snapshot()
    assert position["discard"] == Counter(gray=1)
    assert (position["player"], position["phase"]) == (1, "choose")  # exactly five left


def test_discarded_joker_and_assistant_leave_the_game():  # ruling 13
    referee = game()
    mover = referee.players[0]
    mover.travel, mover.assistants = Counter(gray=5), Counter(orange=1)
    play(referee, END, "discard orange assistant")
    assert referee.snapshot()["phase"] == "discard cards"  # one at a time
    play(referee, "discard joker")
    position = referee.snapshot()
    assert position["player"] == 1
    assert position["assistants"][0] == Counter()
    assert not position["joker"][0]
    assert position["discard"] == Counter()


def test_played_cards_return_before_the_hand_is_counted():  # ruling 13
    referee = game()
    mover = referee.players[0]
    mover.travel, mover.assistants = Counter(gray=4), Counter(orange=1)
    play(referee, "step to Bor with orange assistant", "step to Ada with gray travel card", END)
    assert referee.snapshot()["phase"] == "choose"  # 3 travel cards, assistant, joker
    assert referee.snapshot()["discard"] == Counter(gray=1)
    referee = game()
    mover = referee.players[0]
    mover.travel, mover.assistants = Counter(gray=4), Counter(orange=1)
    play(referee, "step to Bor with orange assistant", END)
    assert referee.snapshot()["phase"] == "discard cards"
    assert "discard orange assistant" in referee.legal_actions()
    assert referee.snapshot()["table"]["assistants"] == Counter()


def test_limits_hold_after_drawing_too():  # ruling 13
    referee = game()
    referee.players[0].travel = Counter(gray=4)
    play(referee, DRAW)
    assert referee.snapshot()["phase"] == "discard cards"
    play(referee, "discard gray travel card", "discard gray travel card")
    assert referee.snapshot()["player"] == 1
    assert referee.snapshot()["discard"] == Counter(gray=2)


def test_adventure_limit_is_checked_at_the_end_of_the_turn_only():  # ruling 13
    referee = game()
    referee.players[0].silver = 25
    for number, text in enumerate(
        ["Mask at Dar", "Mask at Elo", "Drum at Fez", "Vase at Dar", "gray assistant at Elo"]
    ):
        play(referee, f"buy adventure {number + 1}: {text}")
    play(referee, "turn page left", END)
    assert referee.snapshot()["phase"] == "discard adventures"
    assert referee.snapshot()["pages_turned"] == 0  # the action is over (ruling 8)
    play(referee, "discard adventure 4: Vase at Dar")
    assert referee.legal_actions() == {
        "discard adventure 1: Mask at Dar",
        "discard adventure 2: Mask at Elo",
        "discard adventure 3: Drum at Fez",
        "discard adventure 5: gray assistant at Elo",
    }
    play(referee, "discard adventure 5: gray assistant at Elo")
    position = referee.snapshot()
    assert position["in_front"][0] == {0, 1, 2}
    assert position["removed"] == {3, 4}
    assert position["player"] == 1


def test_spaces_are_refilled_from_the_left_after_the_discards():  # ruling 13
    referee = game()
    referee.spaces[0].markers = referee.spaces[2].markers = {0}
    referee.players[0].travel = Counter(gray=5)
    play(referee, "step to Bor with joker", "finish expedition on space 3", "finish expedition on space 1", END)
    assert referee.snapshot()["spaces"] == [None, 1, None, 3, 4]
    play(referee, "discard gray travel card")
    assert referee.snapshot()["spaces"] == [5, 1, 6, 3, 4]
    assert referee.snapshot()["expedition_pile"] == [7, 8, 9]
