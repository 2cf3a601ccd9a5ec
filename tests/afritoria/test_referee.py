"""The referee of Afritoria against hand-made situations, ruling by ruling, on a toy edition.

The toy animals, from the weakest to the strongest: ant, bee, cat, dog, elk, fox. Their values follow another order.
"""

import random
from collections import Counter
from copy import deepcopy
from itertools import chain

import pytest
from referees.afritoria import Referee

COLOURS = ["green", "blue", "red", "yellow"]
VALUES = {"ant": 5, "bee": 1, "cat": 4, "dog": 2, "elk": 6, "fox": 3}


def edition_of(values, **more):
    return {
        "colours": [{"name": colour, "park": f"{colour} park"} for colour in COLOURS],
        "animals": [
            {"name": name, "strength": strength, "value": value, "copies": 2}
            for strength, (name, value) in enumerate(values.items(), start=1)
        ],
        "specials": [{"name": "ranger", "count": 4}, {"name": "poacher", "count": 4}],
        "deal": {"hand": 6},
        "show": {"animals": 5, "cards": 3},
        **more,
    }


TOY = edition_of(VALUES)
NEVER_ASKED = TOY | {"show": {"animals": 5, "cards": 99}}  # the pile is too small for a show: rounds end at once
ELEVEN = edition_of({f"animal{number}": (7 * number) % 11 + 1 for number in range(1, 12)})
FILLER = ["ranger", "ranger", "poacher", "poacher", "green ant"]  # never five animals of one colour
PILE = ["blue bee", "poacher", "green bee", "ranger", "blue cat", "green cat", "blue dog", "green dog"]

NEXT, SECOND, THIRD = (f"steal from {which} player" for which in ("the next", "the 2nd next", "the 3rd next"))


def cards(text):
    """A short way to write cards: "ranger, green cat"."""
    return text.split(", ") if text else []


def game(hands, row=(), pile=PILE, piles=None, max_rounds=100, edition=NEVER_ASKED):
    """The start of a round; `hands` are filled up to six cards, `piles` are the score piles."""
    full = [[*hand, *FILLER[: 6 - len(hand)]] for hand in hands]
    assert not row or len(row) == len(hands)  # what starts a round with fewer is an exhausted pile
    referee = Referee(edition, len(hands), max_rounds, [*chain(*full), *row, *pile])
    for player, score_pile in zip(referee.players, piles or [], strict=False):
        player.score_pile = cards(score_pile)
    return referee


def reveal(played, row, **more):
    """A round right after everybody has revealed one card."""
    referee = game([[card] for card in cards(played)], cards(row), **more)
    play(referee, *(f"commit {card}" for card in cards(played)))
    return referee


def play(referee, *actions):
    for action in actions:
        referee.play(action)


def position(referee, *names):
    """Parts of the snapshot."""
    whole = referee.snapshot()
    return [whole[name] for name in names]


def gained(referee, seat):
    """What a hand holds besides the filler."""
    return sorted((Counter(referee.snapshot()["hands"][seat]) - Counter(FILLER)).elements())


def on_offer(texts):
    return {f"take {card}" for card in cards(texts)}


# --- Setup -----------------------------------------------------------------------------------------------------------


def full_deck(edition, num_players):
    return [
        *(
            f"{colour['name']} {animal['name']}"
            for colour in edition["colours"][:num_players]
            for animal in edition["animals"]
            for _ in range(animal["copies"])
        ),
        *(special["name"] for special in edition["specials"] for _ in range(special["count"])),
    ]


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
    referee = game([["green cat"], ["blue cat"]], cards("green dog, blue dog"))
    before = referee.snapshot()
    with pytest.raises(ValueError, match="illegal action"):
        referee.play(action)
    assert referee.snapshot() == before


# --- Rulings 1 and 2: the row and the commitments --------------------------------------------------------------------


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


# --- Ruling 3: played specials ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "played",
    [
        "ranger, ranger, red fox, red elk",
        "red fox, poacher, red elk, poacher",
        "ranger, ranger, poacher, red fox",
        "ranger, red fox, poacher, poacher",
        "ranger, ranger, ranger, red fox",
        "red fox, poacher, poacher, poacher",
        "ranger, ranger, poacher, poacher",
        "ranger, poacher, poacher, poacher",
        "ranger, ranger, ranger, poacher",
        "ranger, ranger, ranger, ranger",
        "poacher, poacher, poacher, poacher",
    ],
)
def test_specials_cancel_each_other(played):  # ruling 3
    piles = ["red bee", "red bee", "red bee", "red bee"]
    referee = reveal(played, "blue ant, blue ant, blue ant, blue ant", piles=piles)  # nobody competes for blue
    specials = [card for card in cards(played) if card in ("ranger", "poacher")]
    others = [card for card in cards(played) if card not in specials]
    # nothing is left to decide, so the next round has come
    assert position(referee, "phase", "round", "score_piles") == ["commit", 2, [["red bee"]] * 4]
    assert referee.snapshot()["discard"] == Counter(specials) + Counter(others) + Counter({"blue ant": 4})


@pytest.mark.parametrize(
    ("played", "phase", "seat", "fates"),
    [
        ("ranger, poacher, red fox", "ranger", 0, ["active", "cancelled", "competing"]),
        ("poacher, red fox, ranger", "ranger", 2, ["cancelled", "competing", "active"]),
        ("red fox, ranger, red fox", "ranger", 1, ["competing", "active", "competing"]),
        ("red fox, poacher, red fox", "poacher", 1, ["competing", "active", "competing"]),
    ],
)
def test_single_special_and_ranger_beside_a_poacher_are_active(played, phase, seat, fates):  # ruling 3
    referee = reveal(played, "blue ant, blue ant, red bee", piles=["red bee"] * 3)
    assert position(referee, "phase", "player", "fates") == [phase, seat, fates]
    assert referee.snapshot()["discard"] == ({"poacher": 1} if "cancelled" in fates else {})


def test_fates_of_cancelled_specials_and_competing_animals():  # ruling 3
    referee = reveal("ranger, ranger, red fox", "red ant, red bee, blue ant")
    assert position(referee, "phase", "player", "fates") == ["win", 2, ["cancelled", "cancelled", "competing"]]
    assert referee.snapshot()["discard"] == {"ranger": 2}


# --- Ruling 4: an active ranger --------------------------------------------------------------------------------------


def test_ranger_takes_any_animal_of_the_row_onto_the_score_pile():  # ruling 4
    referee = reveal("ranger, red fox, poacher, red ant", "blue ant, ranger, red bee, blue ant", piles=["red cat"])
    assert referee.legal_actions() == on_offer("blue ant, red bee")  # no special, nothing twice
    play(referee, "take blue ant")
    whole = referee.snapshot()
    assert whole["score_piles"] == [cards("red cat, blue ant"), [], [], ["red ant"]]  # red ant took the ranger
    assert whole["fates"] == ["spent", "competing", "cancelled", "scored"]
    assert whole["discard"] == {"ranger": 1, "poacher": 1}
    assert whole["row"] == cards("blue ant, red bee")
    assert whole["hands"][0] == sorted(FILLER)


def test_ranger_takes_before_the_winners():  # ruling 4
    referee = reveal("green fox, ranger", "green cat, blue cat")
    assert (referee.seat, referee.legal_actions()) == (1, on_offer("green cat, blue cat"))
    play(referee, "take green cat")
    whole = referee.snapshot()
    assert whole["round"] == 2  # there was nothing left for the fox
    assert whole["score_piles"] == [[], ["green cat"]]
    assert whole["discard"] == {"ranger": 1, "green fox": 1, "blue cat": 1}
    assert gained(referee, 0) == ["blue bee"]  # both drew
    assert sorted(whole["hands"][1]) == sorted([*FILLER, "poacher"])


def test_ranger_with_one_animal_in_the_row_is_a_decision():  # ruling 4, the last ruling
    referee = reveal("ranger, green fox", "green cat, ranger")
    assert (referee.seat, referee.legal_actions()) == (0, {"take green cat"})


def test_ranger_without_an_animal_in_the_row_has_no_effect():  # ruling 4
    referee = reveal("ranger, green fox, red elk", "ranger, poacher, poacher")
    whole = referee.snapshot()
    assert whole["round"] == 2  # elk takes the ranger, fox one poacher, nobody the other
    assert whole["score_piles"] == [[], ["green fox"], ["red elk"]]
    assert whole["discard"] == {"ranger": 1, "poacher": 1}


def test_poacher_beside_a_ranger_without_effect_stays_without_effect():  # ruling 4
    referee = reveal("ranger, poacher, red elk", "ranger, poacher, poacher", piles=["red bee"] * 3)
    whole = referee.snapshot()
    assert whole["round"] == 2
    assert whole["score_piles"] == [["red bee"], ["red bee"], cards("red bee, red elk")]
    assert whole["discard"] == {"ranger": 1, "poacher": 3}  # nobody was left for the poachers of the row


def test_animal_from_the_row_may_be_a_second_copy():  # ruling 4
    referee = reveal("ranger, green fox", "green cat, green cat")
    play(referee, "take green cat")
    assert (referee.seat, referee.legal_actions()) == (1, {"take green cat"})
    assert referee.snapshot()["row"] == ["green cat"]


# --- Ruling 5: an active poacher -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "piles", "legal"),
    [
        (0, ["", "red bee", "red bee", "red bee"], {NEXT, SECOND, THIRD}),
        (0, ["red bee", "", "red bee", ""], {SECOND}),
        (1, ["red bee", "red bee", "", ""], {THIRD}),
        (2, ["red bee", "red bee", "red bee", "red bee"], {NEXT, SECOND, THIRD}),
        (2, ["red bee", "", "red bee", "red bee"], {NEXT, SECOND}),
        (3, ["red bee", "", "", ""], {NEXT}),
        (3, ["", "", "red bee", "red bee"], {THIRD}),
    ],
)
def test_poacher_may_steal_from_every_other_player_with_a_card(seat, piles, legal):  # ruling 5
    played = ["red fox"] * 4
    played[seat] = "poacher"
    referee = reveal(", ".join(played), "blue ant, blue ant, blue ant, blue ant", piles=piles)
    assert position(referee, "phase", "player") == ["poacher", seat]
    assert referee.legal_actions() == legal


@pytest.mark.parametrize(("num_players", "legal"), [(2, {NEXT}), (3, {NEXT, SECOND})])
def test_poacher_with_fewer_players(num_players, legal):  # ruling 5
    played = ", ".join(["green fox"] * (num_players - 1) + ["poacher"])
    row = ", ".join(["blue ant"] * num_players)
    referee = reveal(played, row, piles=["green bee"] * num_players)
    assert referee.legal_actions() == legal


@pytest.mark.parametrize(("action", "victim"), [(NEXT, 3), (SECOND, 0), (THIRD, 1)])
def test_poacher_takes_the_top_card_onto_the_top(action, victim):  # ruling 5
    piles = ["red ant, red bee", "red bee, red cat", "blue ant", "red dog, red elk"]
    tops = ["red bee", "red cat", None, "red elk"]
    referee = reveal("red fox, green fox, poacher, blue fox", "red ant, green ant, blue ant, red ant", piles=piles)
    play(referee, action)
    expected = [cards(pile) for pile in piles]
    assert expected[victim].pop() == tops[victim]
    expected[2].append(tops[victim])
    assert referee.snapshot()["score_piles"] == expected
    assert position(referee, "phase", "player") == ["win", 1]  # green is the first colour
    assert referee.snapshot()["fates"] == ["competing", "competing", "spent", "competing"]
    assert referee.snapshot()["discard"] == {"poacher": 1}


def test_poacher_steals_before_anything_of_the_round_is_scored():  # ruling 5
    referee = reveal("green fox, poacher", "green cat, ranger", piles=["blue ant", ""])
    play(referee, NEXT)  # only now the fox takes the ranger
    assert referee.snapshot()["score_piles"] == [["green fox"], ["blue ant"]]


def test_poacher_without_a_victim_has_no_effect():  # ruling 5
    referee = reveal("green fox, poacher", "green cat, ranger", piles=["", "blue ant"])
    assert position(referee, "round", "score_piles") == [2, [["green fox"], ["blue ant"]]]
    assert referee.snapshot()["discard"] == {"poacher": 1, "green cat": 1}


# --- Ruling 6: specials in the row -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("played", "row", "won"),
    [
        # one special: the lowest for a ranger, the highest for a poacher, of any colour
        ("red bee, red fox, green ant", "ranger, blue ant, blue ant", ["lost", "lost", "ranger"]),
        ("red bee, red fox, green ant", "poacher, blue ant, blue ant", ["lost", "poacher", "lost"]),
        # both: the ranger first
        ("red bee, red fox, green ant", "poacher, ranger, blue ant", ["lost", "poacher", "ranger"]),
        ("ranger, poacher, green ant", "poacher, ranger, ranger", ["spent", "cancelled", "ranger"]),
        # several of a kind: one after the other
        ("red bee, red fox, green ant", "ranger, ranger, blue ant", ["ranger", "lost", "ranger"]),
        ("red bee, red fox, green ant", "poacher, blue ant, poacher", ["poacher", "poacher", "lost"]),
        ("red bee, red fox, green ant", "ranger, ranger, ranger", ["ranger"] * 3),
        ("red bee, red fox, green ant", "poacher, ranger, poacher", ["poacher", "poacher", "ranger"]),
        ("red bee, red fox, green ant", "ranger, poacher, ranger", ["ranger", "poacher", "ranger"]),
        # ties, of any colour: all of the tied are out and the next in line takes it
        ("red ant, red fox, green ant", "ranger, blue ant, blue ant", ["tied", "ranger", "tied"]),
        ("red fox, red ant, green fox", "poacher, blue ant, blue ant", ["tied", "poacher", "tied"]),
        ("red fox, red ant, red ant", "ranger, blue ant, blue ant", ["ranger", "tied", "tied"]),
        ("red ant, red fox, green ant", "ranger, poacher, blue ant", ["tied", "ranger", "tied"]),
        ("red ant, red fox, green ant", "ranger, ranger, blue ant", ["tied", "ranger", "tied"]),
        ("red ant, red ant, green ant", "ranger, poacher, blue ant", ["tied"] * 3),
        # a tie that does not matter for the special is none
        ("red fox, red ant, green fox", "ranger, blue ant, blue ant", ["lost", "ranger", "lost"]),
        ("red ant, red fox, green ant", "poacher, blue ant, blue ant", ["lost", "poacher", "lost"]),
        # a tie found only by the second special
        ("red bee, red ant, green bee", "ranger, ranger, blue ant", ["tied", "ranger", "tied"]),
        # players of specials do not compete
        ("ranger, ranger, green fox", "ranger, blue ant, blue ant", ["cancelled", "cancelled", "ranger"]),
    ],
)
def test_specials_of_the_row(played, row, won):  # ruling 6
    referee = reveal(played, row, pile=[])  # nobody competes for blue, so the game is over
    assert referee.over
    whole = referee.snapshot()
    left_over = Counter(cards(row))
    for seat, (card, gain) in enumerate(zip(cards(played), won, strict=True)):
        if gain in ("ranger", "poacher"):
            assert whole["fates"][seat] == "scored"
            assert whole["score_piles"][seat] == [card]
            assert whole["hands"][seat] == sorted([*FILLER, gain])
            left_over[gain] -= 1
        else:
            assert whole["fates"][seat] == gain
            assert whole["score_piles"][seat] == []
            assert whole["hands"][seat] == sorted(FILLER)
            left_over[card] += 1
    assert whole["discard"] == +left_over


def test_taker_of_a_special_is_out_even_if_it_would_have_won_an_animal():  # ruling 6
    referee = reveal("green fox, green cat, blue ant", "poacher, green bee, green dog")
    assert position(referee, "player", "fates") == [1, ["scored", "competing", "competing"]]
    play(referee, "take green dog")
    whole = referee.snapshot()
    assert whole["score_piles"] == [["green fox"], ["green cat"], []]
    assert whole["discard"] == {"blue ant": 1, "green bee": 1}
    assert (gained(referee, 1), gained(referee, 2)) == (["green dog"], ["blue bee"])  # the loser drew
    assert whole["pile"] == PILE[4:]  # one card drawn, three in the row


def test_lowest_takes_a_ranger_and_leaves_the_animal_to_nobody():  # ruling 6
    referee = reveal("green cat, blue fox", "ranger, green ant", pile=["blue ant"] * 9)
    assert position(referee, "round", "score_piles") == [2, [["green cat"], []]]
    assert referee.snapshot()["hands"][0] == sorted([*FILLER, "ranger"])
    assert referee.snapshot()["discard"] == {"green ant": 1, "blue fox": 1}


def test_ties_for_specials_chain():  # ruling 6
    referee = reveal("red ant, green ant, red bee, green bee", "ranger, red fox, red fox, red fox")
    whole = referee.snapshot()
    assert whole["round"] == 2
    assert whole["score_piles"] == [[], [], [], []]
    assert whole["discard"] == {
        "red ant": 1,
        "green ant": 1,
        "red bee": 1,
        "green bee": 1,
        "ranger": 1,
        "red fox": 3,
    }


def test_tied_for_a_ranger_are_out_of_the_contest_for_animals():  # ruling 6
    referee = reveal("red bee, green bee, red cat, red elk", "ranger, red fox, red ant, green fox")
    whole = referee.snapshot()
    assert whole["fates"] == ["tied", "tied", "scored", "competing"]
    assert (whole["phase"], whole["player"], whole["row"]) == ("win", 3, cards("green fox, red ant, red fox"))
    assert whole["discard"] == {"red bee": 1, "green bee": 1}
    assert whole["hands"][2] == sorted([*FILLER, "ranger"])


def test_tie_for_the_poacher_comes_after_the_rangers():  # ruling 6
    # both foxes are the lowest left once ant and bee have taken the rangers; so they tie for the poacher
    referee = reveal("red fox, red ant, green fox, red bee", "ranger, poacher, ranger, red cat")
    whole = referee.snapshot()
    assert whole["round"] == 2
    assert whole["score_piles"] == [[], ["red ant"], [], ["red bee"]]
    assert whole["discard"] == {"red fox": 1, "green fox": 1, "poacher": 1, "red cat": 1}


def test_won_special_is_not_played():  # ruling 6
    referee = reveal("red ant, red fox, poacher", "ranger, red cat, red cat", piles=["", "red bee", ""])
    play(referee, SECOND)
    assert position(referee, "phase", "player") == ["win", 1]  # the won ranger does nothing
    assert referee.snapshot()["hands"][0] == sorted([*FILLER, "ranger"])


# --- Ruling 7: the colours -------------------------------------------------------------------------------------------


def test_stronger_picks_first_among_the_cards_of_the_colour():  # ruling 7
    referee = reveal("red bee, red fox, red cat, red dog", "red ant, red elk, blue ant, red ant")
    assert (referee.seat, referee.legal_actions()) == (1, on_offer("red ant, red elk"))
    play(referee, "take red ant")
    assert (referee.seat, referee.legal_actions()) == (3, on_offer("red ant, red elk"))
    assert referee.snapshot()["fates"] == ["competing", "scored", "competing", "competing"]
    play(referee, "take red elk")
    assert (referee.seat, referee.legal_actions()) == (2, {"take red ant"})  # one left: still a decision
    play(referee, "take red ant")
    whole = referee.snapshot()
    assert whole["round"] == 2
    assert whole["score_piles"] == [[], ["red fox"], ["red cat"], ["red dog"]]
    assert [gained(referee, seat) for seat in range(4)] == [["blue bee"], ["red ant"], ["red ant"], ["red elk"]]
    assert whole["discard"] == {"red bee": 1, "blue ant": 1}


def test_played_animal_goes_on_top_of_the_score_pile():  # ruling 7
    referee = reveal("green fox, blue fox", "green ant, blue ant", piles=["green bee", "blue bee, blue cat"])
    play(referee, "take green ant", "take blue ant")
    assert referee.snapshot()["score_piles"] == [cards("green bee, green fox"), cards("blue bee, blue cat, blue fox")]


def test_won_card_is_not_scored_and_the_score_is_of_the_played_one():  # ruling 7
    referee = reveal("green bee, poacher", "green elk, blue ant")
    play(referee, "take green elk")
    assert referee.scores() == [{"points": 1, "total": 1}, {"points": 0, "total": 0}]


def test_colours_come_in_the_order_of_the_edition_each_by_itself():  # ruling 7
    referee = reveal("yellow fox, red elk, blue ant, green bee", "green ant, yellow ant, red ant, blue ant")
    order = []
    while referee.snapshot()["phase"] == "win":
        order.append((referee.seat, *referee.legal_actions()))
        play(referee, *referee.legal_actions())
    assert order == [(3, "take green ant"), (2, "take blue ant"), (1, "take red ant"), (0, "take yellow ant")]


def test_order_of_the_colours_is_that_of_the_edition():  # ruling 7
    turned = TOY | {"colours": TOY["colours"][::-1], "deal": {"hand": 1}}  # yellow, red
    referee = Referee(turned, 2, 100, cards("red fox, yellow ant, red bee, yellow bee"))
    play(referee, "commit red fox", "commit yellow ant")
    assert (referee.seat, referee.legal_actions()) == (1, {"take yellow bee"})


def test_colour_nobody_competes_for_and_card_of_a_colour_not_in_the_row():  # rulings 7 and 8
    referee = reveal("green fox, green elk", "blue ant, blue bee")
    whole = referee.snapshot()
    assert whole["round"] == 2
    assert whole["discard"] == {"green fox": 1, "green elk": 1, "blue ant": 1, "blue bee": 1}
    assert whole["score_piles"] == [[], []]
    assert whole["pile"] == PILE[4:]


def test_identical_animals_cancel_and_the_next_in_line_picks():  # ruling 7
    referee = reveal("red fox, red cat, red fox", "red ant, blue ant, blue ant")
    assert position(referee, "player", "fates") == [1, ["tied", "competing", "tied"]]
    assert referee.snapshot()["discard"] == {"red fox": 2}
    play(referee, "take red ant")
    assert referee.snapshot()["score_piles"] == [[], ["red cat"], []]


def test_identical_animals_cancel_even_where_two_cards_lie_there():  # ruling 7
    referee = reveal("green fox, green fox", "green ant, green bee")
    assert position(referee, "round", "score_piles") == [2, [[], []]]
    assert referee.snapshot()["discard"] == {"green fox": 2, "green ant": 1, "green bee": 1}


def test_identical_animals_cancel_one_pair_after_the_other():  # ruling 7
    referee = reveal("red fox, red cat, red fox, red cat", "red ant, red bee, blue ant, blue ant")
    assert referee.snapshot()["discard"] == {"red fox": 2, "red cat": 2, "red ant": 1, "red bee": 1, "blue ant": 2}


def test_identical_animals_of_the_weaker_kind_cancel_after_the_stronger_has_picked():  # ruling 7
    referee = reveal("red bee, red cat, red fox, red cat", "red ant, red dog, blue ant, blue ant")
    assert position(referee, "player", "fates") == [2, ["competing"] * 4]
    play(referee, "take red dog")
    assert position(referee, "player", "fates") == [0, ["competing", "tied", "scored", "tied"]]
    play(referee, "take red ant")
    assert referee.snapshot()["score_piles"] == [["red bee"], [], ["red fox"], []]


def test_identical_animals_only_lose_where_the_stronger_has_taken_the_last_card():  # rulings 7 and 8
    # where there is a ranger, they tie for it first
    referee = reveal("red cat, red fox, red cat", "red ant, blue ant, ranger")
    assert position(referee, "round", "score_piles") == [2, [[], ["red fox"], []]]
    referee = reveal("red cat, red fox, red cat", "red ant, blue ant, blue ant")
    play(referee, "take red ant")
    assert referee.snapshot()["discard"] == {"red cat": 2, "blue ant": 2}


def test_equal_strength_in_different_colours_is_no_tie_for_animals():  # ruling 7
    referee = reveal("green fox, blue fox", "green ant, blue ant")
    play(referee, "take green ant", "take blue ant")
    assert referee.snapshot()["score_piles"] == [["green fox"], ["blue fox"]]


def test_winner_of_one_colour_takes_nothing_of_another():  # ruling 7
    referee = reveal("green fox, green elk", "green ant, blue ant")
    play(referee, "take green ant")
    assert referee.snapshot()["round"] == 2
    assert referee.snapshot()["discard"] == {"green elk": 1, "blue ant": 1}


def test_strength_counts_and_neither_value_nor_name_nor_seat():  # ruling 7
    edition = edition_of({"yak": 1, "ant": 9, "owl": 5})
    for played, first in [("green yak, green ant", 1), ("green owl, green ant", 0), ("green yak, green owl", 1)]:
        assert reveal(played, "green yak, blue ant", edition=edition, pile=[]).seat == first


# --- Ruling 8: discards ----------------------------------------------------------------------------------------------


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


# --- Ruling 9: refill and show ---------------------------------------------------------------------------------------


def test_losers_draw_from_seat_0_on():  # ruling 9
    referee = reveal("red fox, red elk, blue fox", "red ant, green ant, green ant")
    play(referee, "take red ant")
    assert [gained(referee, seat) for seat in range(3)] == [["red ant"], ["blue bee"], ["poacher"]]
    assert [len(hand) for hand in referee.snapshot()["hands"]] == [6, 6, 6]


def test_draw_as_far_as_the_pile_goes_and_end():  # rulings 9 and 10
    referee = reveal("red fox, red elk, blue fox", "red ant, green ant, green ant", pile=["blue ant"])
    play(referee, "take red ant")
    assert [len(hand) for hand in referee.snapshot()["hands"]] == [6, 6, 5]
    assert referee.over


GREENS = cards("green ant, green bee, green cat, green dog, green elk")
OTHERS = cards("blue ant, blue bee, ranger, ranger, poacher")


def shower(hands=(GREENS, OTHERS), pile=PILE, **options):
    """After a round that cost every player a ranger only. Each hand is five cards; the pile tells what is drawn."""
    row = ["poacher"] * len(hands)
    referee = game([["ranger", *hand] for hand in hands], row, pile=pile, edition=TOY, **options)
    play(referee, *["commit ranger"] * len(hands))
    return referee


def test_five_animals_of_a_colour_may_be_shown():  # ruling 9
    referee = shower()
    assert position(referee, "phase", "player", "round") == ["offer", 0, 1]
    assert referee.legal_actions() == {"keep hand", "show hand"}
    assert referee.snapshot()["pile"] == PILE[2:]  # all have drawn


def test_keeping_changes_nothing():  # ruling 9
    referee = shower()
    hands = referee.snapshot()["hands"]
    play(referee, "keep hand", "keep hand")
    assert position(referee, "phase", "round", "hands", "under") == ["commit", 2, hands, []]


def test_no_offer_before_the_first_round():  # ruling 9
    referee = game([[*GREENS, "green fox"]] * 2, cards("blue ant, blue ant"), edition=TOY)
    assert referee.snapshot()["phase"] == "commit"


@pytest.mark.parametrize(
    ("hand", "drawn", "offered"),
    [
        (GREENS, "green fox", True),
        (GREENS, "ranger", True),
        ([*GREENS[:4], "blue ant"], "green fox", True),  # the drawn card counts
        ([*GREENS[:4], "blue ant"], "blue fox", False),
        ([*GREENS[:4], "ranger"], "poacher", False),
        (["green ant", "green ant", "green bee", "green bee", "green bee"], "ranger", True),  # need not differ
        (cards("green ant, green bee, green cat, blue ant, blue bee"), "blue cat", False),
        (cards("blue ant, blue bee, blue cat, blue dog, blue elk"), "green ant", True),
        (["ranger"] * 5, "ranger", False),
        (["poacher"] * 5, "ranger", False),
    ],
)
def test_who_may_show(hand, drawn, offered):  # ruling 9
    referee = shower((hand, OTHERS), pile=[drawn, *PILE])
    assert position(referee, "phase", "player") == ["offer", 0]  # asked in any case
    assert referee.legal_actions() == ({"keep hand", "show hand"} if offered else {"keep hand"})


def test_winner_who_did_not_draw_may_show_too():  # ruling 9
    referee = game([["green fox", *GREENS], ["ranger", *OTHERS]], cards("green ant, poacher"), edition=TOY)
    play(referee, "commit green fox", "commit ranger")
    play(referee, "take green ant")  # the ranger takes it; the poacher of the row goes to the fox
    assert position(referee, "phase", "player") == ["offer", 0]
    assert referee.snapshot()["hands"][0] == sorted([*GREENS, "poacher"])
    assert "show hand" in referee.legal_actions()


def test_all_are_asked_from_seat_0_on_whatever_they_hold():  # ruling 9
    blues = cards("blue ant, blue bee, blue cat, blue dog, blue elk")
    referee = shower((OTHERS, GREENS, OTHERS, blues), pile=["ranger"] * 10)
    for seat in range(4):
        assert position(referee, "phase", "player") == ["offer", seat]
        assert ("show hand" in referee.legal_actions()) == (seat in (1, 3))
        play(referee, "keep hand")
    assert position(referee, "phase", "player", "round") == ["commit", 0, 2]


def test_who_may_not_show_cannot():  # ruling 9
    referee = shower((OTHERS, GREENS))
    before = referee.snapshot()
    with pytest.raises(ValueError, match="illegal action"):
        referee.play("show hand")
    assert referee.snapshot() == before


@pytest.mark.parametrize(("left", "offered"), [(2, False), (3, True), (4, True)])
def test_offer_needs_three_cards_in_the_pile_after_all_have_drawn(left, offered):  # ruling 9
    referee = shower(pile=["ranger"] * (2 + left))
    assert (referee.snapshot()["phase"] == "offer") == offered
    assert len(referee.snapshot()["pile"]) == left if offered else not referee.over


def test_three_cards_go_under_the_pile_one_after_the_other_and_three_are_drawn():  # ruling 9
    referee = shower()
    play(referee, "show hand")
    assert position(referee, "phase", "player", "puts_left") == ["put", 0, 3]
    assert referee.snapshot()["shown"] == [sorted([*GREENS, "blue bee"]), None]
    assert referee.legal_actions() == {f"put {card} under the pile" for card in [*GREENS, "blue bee"]}
    play(referee, "put green dog under the pile")
    assert (referee.seat, referee.snapshot()["phase"], referee.snapshot()["puts_left"]) == (0, "put", 2)
    assert referee.legal_actions() == {
        f"put {card} under the pile" for card in [*GREENS, "blue bee"] if card != "green dog"
    }
    assert referee.snapshot()["pile"] == [*PILE[2:], "green dog"]
    play(referee, "put blue bee under the pile", "put green ant under the pile", "keep hand")
    whole = referee.snapshot()
    assert whole["phase"] == "commit"
    assert whole["hands"][0] == sorted(["green bee", "green cat", "green elk", *PILE[2:5]])
    assert whole["row"] == sorted(PILE[5:7])
    assert whole["pile"] == [PILE[7], "green dog", "blue bee", "green ant"]  # the first put comes first
    assert whole["under"] == [(0, "green dog"), (0, "blue bee"), (0, "green ant")]
    assert (whole["shown"], whole["puts_left"]) == ([None, None], 0)  # of this round


def test_only_cards_of_the_hand_are_put_and_two_alike_are_one_choice():  # ruling 9
    hand = ["green ant", "green ant", "green bee", "green bee", "green bee"]
    referee = shower((hand, OTHERS), pile=["green ant", *PILE])
    play(referee, "show hand")
    assert referee.legal_actions() == {"put green ant under the pile", "put green bee under the pile"}
    play(referee, *["put green ant under the pile"] * 3)
    assert referee.snapshot()["under"] == [(0, "green ant")] * 3


def test_pile_of_three_is_drawn_and_replaced():  # ruling 9
    referee = shower(pile=["ranger", "poacher", "blue cat", "blue dog", "blue elk"])
    play(referee, "show hand", *(f"put green {animal} under the pile" for animal in ("elk", "ant", "cat")), "keep hand")
    whole = referee.snapshot()
    assert whole["hands"][0] == sorted(cards("green bee, green dog, ranger, blue cat, blue dog, blue elk"))
    assert (whole["row"], whole["pile"]) == (["green ant", "green elk"], ["green cat"])
    assert whole["under"] == [(0, "green cat")]


def test_next_player_may_draw_what_was_just_put_under():  # ruling 9
    hands = (GREENS, cards("blue ant, blue bee, blue cat, blue dog, blue elk"))
    referee = shower(hands, pile=cards("ranger, poacher, ranger, ranger, ranger, ranger"))
    play(referee, "show hand", *(f"put green {animal} under the pile" for animal in ("elk", "ant", "cat")))
    assert position(referee, "phase", "player") == ["offer", 1]
    assert referee.snapshot()["shown"] == [sorted([*GREENS, "ranger"]), None]
    play(referee, "show hand", *(f"put blue {animal} under the pile" for animal in ("dog", "bee", "ant")))
    whole = referee.snapshot()
    assert whole["hands"][1] == sorted(cards("blue cat, blue elk, poacher, ranger, green elk, green ant"))
    assert sorted([*whole["row"], *whole["pile"]]) == sorted(cards("green cat, blue dog, blue bee, blue ant"))
    assert whole["row"] == cards("blue dog, green cat")
    assert whole["under"] == [(1, "blue bee"), (1, "blue ant")]


def test_showing_is_offered_once_per_round_and_again_in_the_next():  # ruling 9
    greens = cards("green fox, green fox, green elk")
    referee = shower(pile=["ranger", "poacher", *greens, *["ranger"] * 9])
    play(referee, "show hand", *(f"put green {animal} under the pile" for animal in ("ant", "bee", "cat")))
    whole = referee.snapshot()
    assert whole["hands"][0] == sorted([*greens, "green dog", "green elk", "ranger"])  # five greens again
    assert (whole["phase"], whole["player"]) == ("offer", 1)
    play(referee, "keep hand", "commit ranger", "commit ranger")
    assert position(referee, "phase", "player", "round") == ["offer", 0, 2]


def test_sizes_of_the_show_are_those_of_the_edition():  # ruling 9
    mini = TOY | {"deal": {"hand": 2}, "show": {"animals": 2, "cards": 1}}
    dealt = cards("ranger, green ant, ranger, blue ant, poacher, poacher")
    referee = Referee(mini, 2, 100, [*dealt, *cards("green bee, blue bee, green cat, green dog")])
    play(referee, "commit ranger", "commit ranger")
    assert position(referee, "phase", "player") == ["offer", 0]
    play(referee, "show hand")
    play(referee, "put green ant under the pile")
    assert position(referee, "phase", "player") == ["offer", 1]
    assert referee.snapshot()["hands"][0] == cards("green bee, green cat")
    play(referee, "keep hand")
    assert position(referee, "round", "row") == [2, cards("green ant, green dog")]


# --- Ruling 10: the end ----------------------------------------------------------------------------------------------


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


# --- Whole games -----------------------------------------------------------------------------------------------------


def check_conservation(whole, deck):
    """Every card is in exactly one place."""
    unsettled = [
        card
        for card, fate in zip(whole["played"], whole["fates"], strict=True)
        if fate in ("hidden", "competing", "active")
    ]
    known = Counter(whole["pile"]) + Counter(whole["row"]) + Counter(whole["discard"]) + Counter(unsettled)
    assert sum(map(Counter, whole["hands"] + whole["score_piles"]), known) == Counter(deck)


FATES = {
    "animal": {"hidden", "competing", "scored", "tied", "lost"},
    "special": {"hidden", "active", "spent", "cancelled"},
}


def check_round(whole, num_players):
    for played, fate in zip(whole["played"], whole["fates"], strict=True):
        expected = {None} if not played else FATES["special" if played in ("ranger", "poacher") else "animal"]
        assert fate in expected
    sizes = [len(hand) for hand in whole["hands"]]
    if whole["phase"] == "commit":
        assert sizes == [5] * whole["player"] + [6] * (num_players - whole["player"])
        assert len(whole["row"]) == num_players or not whole["pile"]
    elif whole["phase"] == "offer":
        assert sizes == [6] * num_players
        assert len(whole["pile"]) >= 3
    tail = whole["pile"][len(whole["pile"]) - len(whole["under"]) :]
    assert [card for _, card in whole["under"]] == tail
    assert all(card not in ("ranger", "poacher") for pile in whole["score_piles"] for card in pile)


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_random_games_conserve_cards_and_end(num_players):
    phases, fates, rounds = Counter(), Counter(), []
    for seed in range(12):
        rng = random.Random(seed)
        deck = full_deck(ELEVEN, num_players)
        rng.shuffle(deck)
        referee = Referee(ELEVEN, num_players, 100, deck)
        colour = rng.choice(COLOURS[:num_players])  # some collect a colour, or hardly any hand could ever be shown
        while True:
            whole = referee.snapshot()
            check_conservation(whole, deck)
            check_round(whole, num_players)
            phases[whole["phase"]] += 1
            fates.update(whole["fates"])
            actions = sorted(referee.legal_actions())
            assert bool(actions) != referee.over
            if referee.over:
                break
            with pytest.raises(ValueError, match="illegal action"):
                referee.play(rng.choice(["", "commit", "take ranger", "put ranger"]))
            assert referee.snapshot() == whole
            copy = deepcopy(referee)
            wanted = [action for action in actions if (colour in action) != (whole["phase"] == "commit")]
            action = rng.choice(wanted if wanted and rng.random() < 0.8 else actions)
            referee.play(action)
            copy.play(action)
            assert copy.snapshot() == referee.snapshot()  # no randomness after the deck
        assert (whole["pile"], whole["truncated"]) == ([], False)
        assert referee.winners()
        rounds.append(whole["round"])
    assert set(phases) == {"commit", "ranger", "poacher", "win", "offer", "put", "over"}
    assert set(fates) == {None, *FATES["animal"], *FATES["special"]}
    assert max(rounds) < 25  # rulings: sizes
