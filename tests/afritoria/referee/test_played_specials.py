"""The referee of Afritoria in hand-made situations: ruling 3: played specials."""

from collections import Counter

import pytest
from afritoria.toy_edition import (
    cards,
    position,
    reveal,
)


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
