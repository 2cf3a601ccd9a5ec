"""The referee of Africana in hand-made situations: move: adventures."""

from collections import Counter

from africana.toy_edition import END, game
from refereed import legal, play


def test_artifact_pays_silver_and_goes_beneath_the_company_card():  # ruling 11
    referee = game()
    referee.players[0].in_front = {6, 7}
    referee.players[1].in_front = {10}
    assert legal(referee, "finish") == {"finish adventure 7: Mask at Ada"}  # own ones, at their targets
    play(referee, "finish adventure 7: Mask at Ada")
    position = referee.snapshot()
    assert position["silver"][0] == 2 + 3
    assert position["in_front"][0] == {7}
    assert position["beneath"][0] == {6}


def test_assistant_adventure_gives_the_assistant_usable_at_once_and_no_silver():  # ruling 11
    referee = game()
    referee.players[1].in_front = {5, 2}
    play(referee, END, "finish adventure 6: violet assistant at Fez")
    position = referee.snapshot()
    assert position["silver"][1] == 2
    assert position["assistants"][1] == Counter(violet=1)
    assert position["beneath"][1] == {5}
    assert position["in_front"][1] == {2}
    referee.players[1].silver = 5
    assert "step to Elo with violet assistant" in referee.legal_actions()


def test_new_assistant_is_unused_although_another_of_its_colour_lies_on_the_table():  # rulings 7 and 11
    referee = game()
    mover = referee.players[0]
    mover.travel, mover.assistants, mover.joker, mover.in_front = Counter(), Counter(gray=1), False, {10}
    mover.location = "Fez"
    play(referee, "step to Ada with gray assistant")
    assert legal(referee, "step") == set()
    play(referee, "finish adventure 11: gray assistant at Ada")
    assert legal(referee, "step") == {"step to Fez with gray assistant"}
