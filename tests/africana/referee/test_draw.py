"""The referee of Africana in hand-made situations: draw."""

from collections import Counter

import pytest
from africana.toy_edition import DRAW, PILE, game
from refereed import play


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
