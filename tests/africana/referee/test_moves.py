"""Rulings of Africana in constructed positions: moving the explorer."""

from collections import Counter

from africana.toy_edition import END, PILE, game
from refereed import legal, play


def test_step_costs_a_card_of_one_of_the_colours_of_the_destination():  # ruling 7
    referee = game()
    referee.players[0].joker, referee.players[0].silver = False, 4
    for colour, destinations in {"gray": {"Fez"}, "orange": {"Bor", "Fez"}, "violet": set()}.items():
        referee.players[0].travel = Counter([colour])
        assert legal(referee, "step") == {f"step to {place} with {colour} travel card" for place in destinations}


def test_card_of_another_colour_serves_for_silver_and_keeps_its_colour():  # rulings 7 and 8
    referee = game()
    referee.players[0].silver = 5
    play(referee, "step to Bor with gray travel card")
    position = referee.snapshot()
    assert (position["silver"][0], position["location"][0]) == (0, "Bor")
    assert position["travel"][0] == Counter()
    assert position["table"]["travel"] == Counter(gray=1)
    assert position["discard"] == Counter()
    play(referee, END)
    assert referee.snapshot()["table"]["travel"] == Counter()
    assert referee.snapshot()["discard"] == Counter(gray=1)


def test_matching_card_costs_no_silver():  # ruling 7
    referee = game()
    referee.players[0].silver = 5
    play(referee, "step to Fez with gray travel card")
    assert referee.snapshot()["silver"][0] == 5


def test_assistants_and_joker_serve_once_per_action_and_return():  # rulings 7 and 8
    referee = game()
    mover = referee.players[0]
    mover.travel, mover.assistants = Counter(), Counter(gray=2)
    play(referee, "step to Fez with gray assistant")
    assert "step to Ada with gray assistant" in referee.legal_actions()  # the second one; going back is allowed
    play(referee, "step to Ada with gray assistant")
    assert legal(referee, "step") == {"step to Bor with joker", "step to Fez with joker"}
    play(referee, "step to Bor with joker")
    assert legal(referee, "step") == set()
    position = referee.snapshot()
    assert position["table"] == {"travel": Counter(), "assistants": Counter(gray=2), "joker": True}
    assert position["assistants"][0] == Counter(gray=2)
    assert position["joker"][0]
    play(referee, END, END)
    assert legal(referee, "step to Cid") == {"step to Cid with gray assistant", "step to Cid with joker"}
    assert referee.snapshot()["discard"] == Counter()


def test_assistant_of_another_colour_serves_for_silver():  # ruling 7
    referee = game()
    mover = referee.players[0]
    mover.travel, mover.assistants, mover.joker, mover.silver = Counter(), Counter(violet=1), False, 4
    assert legal(referee, "step") == set()
    mover.silver = 6
    play(referee, "step to Bor with violet assistant")
    assert mover.silver == 1
    assert referee.snapshot()["assistants"][0] == Counter(violet=1)


def test_explorers_may_share_a_location():  # ruling 7
    referee = game()
    play(referee, "step to Fez with joker")
    assert referee.snapshot()["location"] == ["Fez", "Fez"]


def test_reshuffle_in_mid_action_leaves_the_table_out():  # ruling 8
    referee = game(travel_pile=["gray", "orange"])
    referee.discard = Counter(violet=1)
    play(referee, "step to Fez with gray travel card", "step to Ada with joker", "join expedition on space 2")
    position = referee.snapshot()
    assert position["travel"][0] == Counter(violet=1)
    assert position["table"]["travel"] == Counter(gray=1)
    play(referee, "join expedition on space 4")  # both piles are empty now: the bonus yields nothing
    assert referee.snapshot()["travel"][0] == Counter(violet=1)
    play(referee, END)
    assert referee.snapshot()["discard"] == Counter(gray=1)


def test_joining_pays_the_bonus_of_the_space_at_once():  # ruling 9
    referee = game()
    play(referee, "join expedition on space 1", "join expedition on space 3")
    assert referee.snapshot()["silver"][0] == 2 + 2 + 1
    assert referee.snapshot()["travel"][0] == Counter(gray=1)
    play(referee, "join expedition on space 2")
    position = referee.snapshot()
    assert position["silver"][0] == 5
    assert position["travel"][0] == Counter(gray=1, violet=1)
    assert position["travel_pile"] == PILE[3:]
    assert position["markers"] == [{0}, {0}, {0}, set(), set()]
    assert "step to Bor with violet travel card" in referee.legal_actions()  # bonus card, changed with bonus silver


def test_joining_once_per_expedition_and_with_at_most_four_markers():  # ruling 9
    referee = game()
    play(referee, *(f"join expedition on space {space}" for space in (1, 2, 3)))
    assert legal(referee, "join") == {"join expedition on space 4", "join expedition on space 5"}
    play(referee, "join expedition on space 4")
    assert legal(referee, "join") == set()


def test_marker_that_came_home_goes_out_again_in_the_same_action():  # rulings 9 and 10
    referee = game()
    referee.players[0].travel = Counter(orange=1)
    play(referee, *(f"join expedition on space {space}" for space in (1, 2, 3, 4)))
    play(referee, "step to Bor with joker", "finish expedition on space 1", "step to Cid with violet travel card")
    assert referee.snapshot()["silver"][0] == 2 + 2 + 1 + 3
    referee.players[0].location = "Ada"
    assert legal(referee, "join") == {"join expedition on space 5"}  # the emptied space offers nothing


def test_joining_needs_the_start_location():  # ruling 9
    referee = game()
    play(referee, END)
    assert legal(referee, "join") == set()
    play(referee, "step to Ada with joker")
    assert len(legal(referee, "join")) == 5


def test_several_players_may_join_the_same_expedition():  # ruling 9
    referee = game()
    play(referee, "join expedition on space 1", END)
    play(referee, "step to Ada with joker", "join expedition on space 1")
    assert referee.snapshot()["markers"][0] == {0, 1}


def test_finishing_needs_a_marker_and_sends_all_markers_home():  # ruling 10
    referee = game()
    referee.spaces[0].markers = {0, 1}
    play(referee, "step to Bor with joker")
    assert legal(referee, "finish") == {"finish expedition on space 1"}  # space 3 has the same target, but no marker
    play(referee, "finish expedition on space 1")
    position = referee.snapshot()
    assert position["silver"] == [2 + 3, 2]
    assert position["expeditions"] == [{0}, set()]
    assert position["markers"][0] == set()
    assert position["spaces"] == [None, 1, 2, 3, 4]  # empty until the turn ends
    play(referee, END)
    assert referee.snapshot()["spaces"] == [5, 1, 2, 3, 4]


def test_joining_and_finishing_in_one_action_and_in_any_order():  # rulings 10 and 12
    referee = game()
    play(referee, "join expedition on space 1", "join expedition on space 3", "step to Bor with joker")
    assert legal(referee, "finish") == {"finish expedition on space 1", "finish expedition on space 3"}
    play(referee, "finish expedition on space 3")
    assert legal(referee, "finish") == {"finish expedition on space 1"}
    play(referee, END)  # finishing is optional
    assert referee.snapshot()["markers"][0] == {0}


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
