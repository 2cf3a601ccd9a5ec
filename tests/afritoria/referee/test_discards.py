"""The referee of Afritoria in hand-made situations: ruling 8: discards."""

from afritoria.toy_edition import cards, position, reveal
from refereed import play


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
