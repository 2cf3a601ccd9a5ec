"""The referee of Africana against hand-made situations, ruling by ruling, on a toy edition.

The toy map is a ring of six locations: Ada, Bor and Cid north of the equator, Dar, Elo and Fez south of it.
"""

import random
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from referees.africana import Referee, collection_points

DRAW, END = "draw travel cards", "end turn"


def adventure(book, target, silver=0, points=0, **kind):
    return {"book": book, "target": target, "silver": silver, "points": points, "status": "assumed", **kind}


def expedition(back, start, target, silver, points):
    return {"back": back, "start": start, "target": target, "silver": silver, "points": points, "status": "assumed"}


TOY = {
    "companies": [
        {"name": name, "start": start, "silver": silver}
        for name, start, silver in [
            ("Italy", "Ada", 2),
            ("France", "Fez", 2),
            ("Germany", "Bor", 3),
            ("England", "Cid", 4),
        ]
    ],
    "travel_cards": [{"colour": colour, "count": 6} for colour in ("gray", "orange", "violet")],
    "spaces": [{"silver": silver, "travel_cards": cards} for silver, cards in [(2, 0), (0, 1), (1, 0), (0, 1), (2, 0)]],
    "locations": [
        {"name": "Ada", "half": "north", "symbols": ["gray"], "position": [0, 0]},
        {"name": "Bor", "half": "north", "symbols": ["orange"]},
        {"name": "Cid", "half": "north", "symbols": ["gray", "violet"]},
        {"name": "Dar", "half": "south", "symbols": ["violet"]},
        {"name": "Elo", "half": "south", "symbols": ["orange"]},
        {"name": "Fez", "half": "south", "symbols": ["gray", "orange"]},
    ],
    "routes": [{"between": list(pair)} for pair in pairwise(["Ada", "Bor", "Cid", "Dar", "Elo", "Fez", "Ada"])],
    "expeditions": [
        expedition("A", "Ada", "Bor", 3, 1),
        expedition("A", "Ada", "Cid", 4, 1),
        expedition("A", "Ada", "Bor", 3, 2),
        expedition("A", "Ada", "Dar", 5, 2),
        expedition("A", "Ada", "Elo", 4, 2),
        expedition("B", "Fez", "Cid", 2, 4),
        expedition("B", "Bor", "Elo", 2, 5),
        expedition("B", "Cid", "Fez", 3, 4),
        expedition("C", "Dar", "Bor", 1, 6),
        expedition("C", "Elo", "Ada", 1, 7),
    ],
    "removals": [{"players": 2, "cards": 0}],
    "adventures": [
        adventure("north", "Dar", 3, 2, artifact="Mask"),
        adventure("north", "Elo", 2, 3, artifact="Mask"),
        adventure("north", "Fez", 4, 1, artifact="Drum"),
        adventure("north", "Dar", 2, 2, artifact="Vase"),
        adventure("north", "Elo", assistant="gray"),
        adventure("north", "Fez", 9, 9, assistant="violet"),  # ruling 11: such numbers must not be paid or counted
        adventure("south", "Ada", 3, 2, artifact="Mask"),
        adventure("south", "Bor", 2, 3, artifact="Drum"),
        adventure("south", "Cid", 4, 1, artifact="Vase"),
        adventure("south", "Bor", 2, 2, artifact="Idol"),
        adventure("south", "Ada", assistant="gray"),
        adventure("south", "Cid", assistant="orange"),
    ],
}
NORTH, SOUTH = list(range(6)), list(range(6, 12))
PILE = ["gray", "orange", "violet"] * 6


def game(
    num_players=2, travel_pile=PILE, expedition_pile=range(10), max_rounds=100, books=(NORTH, SOUTH), shuffle=None
):
    return Referee(
        TOY, num_players, max_rounds, list(travel_pile), list(expedition_pile), books, shuffle or in_alphabetical_order
    )


def in_alphabetical_order(discard):
    return sorted(discard.elements())


def play(referee, *actions):
    for action in actions:
        referee.play(action)


def legal(referee, start):
    return {action for action in referee.legal_actions() if action.startswith(start)}


# --- Setup ---------------------------------------------------------------------------------------------------------


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


def test_arguments_and_snapshots_are_copies():
    pile, books = list(PILE), (list(NORTH), list(SOUTH))
    referee = game(travel_pile=pile, books=books)
    play(referee, "turn page left")
    assert pile == PILE
    assert books == (NORTH, SOUTH)
    before = referee.snapshot()
    before["markers"][0].add(1)
    before["books"][0]["left"].clear()
    before["table"]["travel"]["gray"] += 1
    before["travel"][0].clear()
    assert referee.snapshot()["markers"][0] == set()
    assert referee.snapshot()["books"][0]["left"] == [0]
    assert referee.snapshot()["table"]["travel"] == Counter()
    assert referee.snapshot()["travel"][0] == Counter(["gray"])


# --- A turn --------------------------------------------------------------------------------------------------------


def test_start_of_a_turn_offers_all_three_actions():  # ruling 3
    assert game().legal_actions() == {
        DRAW,
        "turn page left",
        "step to Fez with gray travel card",
        "step to Bor with joker",
        "step to Fez with joker",
        *(f"join expedition on space {space}" for space in range(1, 6)),
        END,
    }


def test_page_turn_commits_to_buying():  # ruling 3
    referee = game()
    referee.players[0].silver = 5
    play(referee, "turn page left")
    assert referee.snapshot()["phase"] == "buy"
    assert referee.legal_actions() == {
        "turn page left",
        "turn page right",
        "buy adventure 1: Mask at Dar",
        "buy adventure 2: Mask at Elo",
        END,
    }


def test_purchase_commits_to_buying():  # ruling 3
    referee = game()
    referee.players[0].silver = 5
    play(referee, "buy adventure 1: Mask at Dar")
    assert referee.snapshot()["phase"] == "buy"
    assert referee.legal_actions() == {"turn page left", END}


@pytest.mark.parametrize(
    "action", ["step to Bor with joker", "join expedition on space 1", "finish adventure 7: Mask at Ada"]
)
def test_step_join_and_finish_commit_to_moving(action):  # ruling 3
    referee = game()
    referee.players[0].in_front = {6}
    play(referee, action)
    assert referee.snapshot()["phase"] == "move"
    assert not legal(referee, "turn page") | legal(referee, "buy") | legal(referee, "draw")
    assert END in referee.legal_actions()


def test_finishing_an_expedition_commits_to_moving():  # ruling 3
    referee = game()
    referee.spaces[0].markers = {0}
    referee.players[0].location = "Bor"
    play(referee, "finish expedition on space 1")
    assert referee.snapshot()["phase"] == "move"


def test_ending_at_once_is_standing_still():  # ruling 3
    referee = game()
    before = referee.snapshot()
    play(referee, END)
    assert referee.snapshot() == before | {"player": 1}


@pytest.mark.parametrize(
    "action", ["", "step to Dar with joker", "buy adventure 1: Mask at Dar", "turn page right", "discard joker"]
)
def test_illegal_action_raises_and_changes_nothing(action):
    referee = game()
    before = referee.snapshot()
    with pytest.raises(ValueError, match="illegal action"):
        referee.play(action)
    assert referee.snapshot() == before


# --- A) Draw -------------------------------------------------------------------------------------------------------


def test_draw_takes_two_cards_from_the_top_and_ends_the_turn():  # ruling 4
    referee = game()
    play(referee, DRAW)
    position = referee.snapshot()
    assert position["travel"][0] == Counter(gray=2, violet=1)
    assert position["travel_pile"] == PILE[4:]
    assert (position["player"], position["phase"]) == (1, "choose")


def test_draw_reshuffles_only_when_a_card_is_needed_from_an_empty_pile():  # ruling 4
    asked = []
    referee = game(travel_pile=["gray"] * 4, shuffle=lambda discard: asked.append(discard) or ["violet", "orange"])
    referee.discard = Counter(orange=1)
    play(referee, DRAW)
    assert not asked
    assert referee.snapshot()["travel_pile"] == []
    referee.discard["violet"] += 1  # discarded meanwhile, so part of the shuffle
    play(referee, DRAW)
    assert asked == [Counter(orange=1, violet=1)]
    assert referee.snapshot()["travel"][1] == Counter(gray=1, violet=1, orange=1)
    assert referee.snapshot()["discard"] == Counter()


def test_draw_may_reshuffle_between_its_two_cards():  # ruling 4
    referee = game(travel_pile=["gray"] * 3)
    referee.discard = Counter(orange=1, violet=1)
    play(referee, DRAW)
    assert referee.snapshot()["travel"][0] == Counter(gray=2, orange=1)
    assert referee.snapshot()["travel_pile"] == ["violet"]


def test_draw_from_nothing_yields_nothing_and_still_ends_the_turn():  # ruling 4
    referee = game(travel_pile=["gray"] * 2, shuffle=lambda discard: pytest.fail("nothing to shuffle"))
    play(referee, DRAW)
    assert referee.snapshot()["travel"][0] == Counter(gray=1)
    assert referee.snapshot()["player"] == 1


# --- B) Buy --------------------------------------------------------------------------------------------------------


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


# --- C) Move: steps ------------------------------------------------------------------------------------------------


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


# --- C) Move: expeditions ------------------------------------------------------------------------------------------


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


# --- C) Move: adventures -------------------------------------------------------------------------------------------


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


# --- End of a turn -------------------------------------------------------------------------------------------------


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


# --- Game end ------------------------------------------------------------------------------------------------------


def finish_spaces_1_and_3(referee, seat):
    referee.spaces[0].markers = {seat}
    referee.spaces[2].markers = {seat}
    referee.players[seat].location = "Bor"
    play(referee, "finish expedition on space 1", "finish expedition on space 3", END)


def test_pile_that_just_suffices_triggers_nothing():  # ruling 14
    referee = game(expedition_pile=range(7))
    finish_spaces_1_and_3(referee, 0)
    assert referee.snapshot()["spaces"] == [5, 1, 6, 3, 4]
    assert referee.snapshot()["expedition_pile"] == []
    assert not referee.snapshot()["last_round"]


def test_pile_that_does_not_suffice_is_placed_and_the_round_is_played_to_its_end():  # ruling 14
    referee = game(num_players=3, expedition_pile=range(6))
    play(referee, END)
    finish_spaces_1_and_3(referee, 1)
    position = referee.snapshot()
    assert position["spaces"] == [5, 1, None, 3, 4]
    assert position["last_round"]
    assert (position["player"], position["phase"]) == (2, "choose")
    play(referee, END)
    position = referee.snapshot()
    assert (position["phase"], position["round"], position["truncated"]) == ("over", 1, False)
    assert position["last_round"]
    assert position["spaces"] == [5, 1, None, 3, 4]


def test_game_ends_at_once_when_the_highest_seat_triggers_the_end():  # ruling 14
    referee = game(expedition_pile=range(6))
    play(referee, END)
    finish_spaces_1_and_3(referee, 1)
    assert referee.snapshot()["phase"] == "over"
    assert referee.legal_actions() == set()
    before = referee.snapshot()
    with pytest.raises(ValueError, match="illegal action"):
        referee.play(END)
    assert referee.snapshot() == before


def test_limits_hold_on_the_last_turn():  # ruling 13
    referee = game(expedition_pile=range(6))
    play(referee, END)
    referee.players[1].travel = Counter(gray=5)
    finish_spaces_1_and_3(referee, 1)
    assert referee.snapshot()["phase"] == "discard cards"
    play(referee, "discard joker")
    assert referee.snapshot()["phase"] == "over"


def test_round_counts_from_one_and_the_game_is_truncated_after_the_last_allowed_round():  # ruling 16
    referee = game(num_players=3, max_rounds=2)
    play(referee, END, END, END)
    assert (referee.snapshot()["round"], referee.snapshot()["player"]) == (2, 0)
    play(referee, END, END)
    assert referee.snapshot()["phase"] == "choose"
    play(referee, END)
    position = referee.snapshot()
    assert (position["phase"], position["round"]) == ("over", 2)
    assert position["truncated"]
    assert not position["last_round"]


def test_game_that_ends_by_the_pile_in_the_last_allowed_round_is_not_truncated():  # ruling 16
    referee = game(max_rounds=1, expedition_pile=range(6))
    finish_spaces_1_and_3(referee, 0)
    play(referee, END)
    assert referee.snapshot()["phase"] == "over"
    assert not referee.snapshot()["truncated"]


# --- Scoring -------------------------------------------------------------------------------------------------------


def test_score_of_a_hand_made_position():  # ruling 15
    referee = game()
    one = referee.players[0]
    one.expeditions = {6, 9}  # 5 + 7
    one.beneath = {0, 1, 7, 4, 5}  # Masks 2 + 3, Drum 3, two assistants
    one.in_front = {8, 11}  # one artifact, one assistant
    one.silver, one.travel, one.assistants = 29, Counter(gray=2, violet=1), Counter(gray=1)
    assert referee.scores()[0] == {
        "expeditions": 12,
        "adventures": 8,
        "collections": 6,
        "assistants": -5,
        "silver": 2,
        "travel_cards": 1,
        "unfinished": 1,
        "total": 25,
    }
    assert set(referee.scores()[1].values()) == {0}
    assert referee.winners() == [0]


@pytest.mark.parametrize(
    ("finished", "points"), [(set(), 0), ({4}, 0), ({4, 5}, -5), ({4, 5, 10}, -10), ({4, 5, 10, 11}, -10)]
)
def test_finished_assistant_adventures_cost_points_even_without_the_assistants(finished, points):  # ruling 15
    referee = game()
    referee.players[0].beneath = finished
    assert referee.scores()[0]["assistants"] == points
    assert referee.scores()[0]["total"] == points


def test_travel_cards_on_the_table_do_not_score():  # ruling 15
    referee = game()
    referee.players[0].travel = Counter(gray=2)
    play(referee, "step to Fez with gray travel card")
    assert referee.scores()[0]["travel_cards"] == 0


@pytest.mark.parametrize(
    ("silver", "expeditions", "winners"),
    [
        ([0, 9, 0], [{5}, {0}, set()], [0]),  # most points
        ([1, 2, 9], [{5}, {7}, set()], [1]),  # level on points: most silver
        ([2, 2, 9], [{5}, {7}, set()], [0, 1]),  # level on both: shared
        ([0, 0, 0], [set(), set(), set()], [0, 1, 2]),
    ],
)
def test_winners(silver, expeditions, winners):  # ruling 15
    referee = game(num_players=3)
    for seat, player in enumerate(referee.players):
        player.silver, player.expeditions = silver[seat], expeditions[seat]
    assert referee.winners() == winners


@pytest.mark.parametrize(
    ("artifacts", "points"),
    [
        ("", 0),
        ("a", 0),
        ("aa", 6),
        ("aaa", 12),
        ("aaaa", 12),
        ("aaaaa", 18),
        ("ab", 2),
        ("abc", 2),
        ("abcd", 10),
        ("abcde", 10),
        ("aab", 6),
        ("aabb", 12),
        ("aabcd", 10),
        ("aaabc", 14),
        ("aaabcd", 16),  # four different and a pair, not three alike and a pair
        ("aaaabcd", 22),
        ("aabbccdd", 24),  # four pairs, not twice four different
        ("abcdeab", 16),
    ],
)
def test_collections_by_hand(artifacts, points):  # ruling 15
    assert collection_points(Counter(artifacts)) == points


def worth(group):
    if len(set(group)) == 1:
        return {2: 6, 3: 12}.get(len(group), 0)
    return {2: 2, 4: 10}.get(len(group), 0) if len(set(group)) == len(group) else 0


def set_partitions(cards):
    if not cards:
        yield []
        return
    for partition in set_partitions(cards[1:]):
        yield [[cards[0]], *partition]
        for number, group in enumerate(partition):
            yield [*partition[:number], [cards[0], *group], *partition[number + 1 :]]


def test_collections_against_all_partitions():  # ruling 15
    rng = random.Random(1)
    for _ in range(40):
        cards = rng.choices("abcde", k=rng.randrange(8))
        best = max(sum(worth(group) for group in partition) for partition in set_partitions(cards))
        assert collection_points(Counter(cards)) == best


# --- Whole games ---------------------------------------------------------------------------------------------------


def check_conservation(position, num_players):
    """No card or marker appears or vanishes, except by the rules that take it out of the game."""
    travel = Counter(position["travel_pile"]) + position["discard"] + position["table"]["travel"]
    assert sum(position["travel"], travel) == Counter(PILE)

    on_spaces = [card for card in position["spaces"] if card is not None]
    finished = [card for cards in position["expeditions"] for card in cards]
    assert sorted(position["expedition_pile"] + on_spaces + finished) == list(range(10))

    in_books = [card for book in position["books"] for half in book.values() for card in half]
    owned = [card for cards in position["in_front"] + position["beneath"] for card in cards]
    assert sorted(in_books + owned + list(position["removed"])) == list(range(12))

    for seat in range(num_players):
        assert sum(seat in markers for markers in position["markers"]) <= 4
        gained = Counter(TOY["adventures"][card].get("assistant") for card in position["beneath"][seat])
        assert position["assistants"][seat] <= gained
        assert position["silver"][seat] >= 0
    assert all(
        not markers for markers, card in zip(position["markers"], position["spaces"], strict=True) if card is None
    )
    assert position["table"]["assistants"] <= position["assistants"][position["player"]]
    for counter in [
        *position["travel"],
        *position["assistants"],
        position["discard"],
        *list(position["table"].values())[:2],
    ]:
        assert 0 not in counter.values()


def choose(rng, actions):
    """Random, but seldom idle, and rather finishing than buying, so that games get somewhere."""
    for start, eagerness in {"finish": 0.9, "join": 0.8, "buy": 0.5, "step": 0.6}.items():
        wanted = [action for action in actions if action.startswith(start)]
        if wanted and rng.random() < eagerness:
            return rng.choice(wanted)
    return rng.choice(actions)


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_random_games_conserve_cards_and_markers_and_end(num_players):
    ends = Counter()
    phases = Counter()
    for seed in range(30):
        rng = random.Random(seed)
        shuffled = [rng.sample(pile, len(pile)) for pile in (PILE, range(10), NORTH, SOUTH)]

        def shuffle(discard, rng=rng):
            cards = sorted(discard.elements())
            return rng.sample(cards, len(cards))

        referee = game(num_players, shuffled[0], shuffled[1], 25, (shuffled[2], shuffled[3]), shuffle)
        if seed % 2:  # rich players meet the limit of unfinished adventures
            for player in referee.players:
                player.silver += 25
        for _ in range(5000):
            position = referee.snapshot()
            check_conservation(position, num_players)
            phases[position["phase"]] += 1
            actions = sorted(referee.legal_actions())
            assert bool(actions) == (position["phase"] != "over")
            if not actions:
                break
            with pytest.raises(ValueError, match="illegal action"):
                referee.play(rng.choice(["", "draw", "finish expedition on space 9", "turn page up"]))
            assert referee.snapshot() == position
            referee.play(choose(rng, actions))
        assert position["phase"] == "over"
        assert position["truncated"] != position["last_round"]
        assert referee.winners()
        assert all(score["total"] == sum(score.values()) / 2 for score in referee.scores())
        ends["truncated" if position["truncated"] else "pile"] += 1
    assert set(phases) == {"choose", "buy", "move", "discard cards", "discard adventures", "over"}
    assert ends["pile"] > 0
