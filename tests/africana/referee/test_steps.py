"""The referee of Africana in hand-made situations: move: steps."""

from collections import Counter

from africana.toy_edition import END, game
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
