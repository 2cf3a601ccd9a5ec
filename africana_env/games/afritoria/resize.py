"""Drawing other sizes and mixes than those of the printed game, for editions out of distribution."""

from collections.abc import Mapping
from typing import Any

from africana_env.engine.draws import Draws
from africana_env.engine.edition_data import assumed

STRENGTHS = (7, 10)
SPECIALS = (2, 4)
"""Rangers, and poachers."""
HAND = (4, 6)
MAX_PUT_UNDER = 3


def resize_edition(data: Mapping[str, Any], draws: Draws) -> dict[str, Any]:
    """Data with fewer animals, rangers and poachers, and other hands."""
    hand = draws.within(*HAND)
    return {
        **data,
        "animals": data["animals"][: draws.within(*STRENGTHS)],
        "specials": [assumed(entry, count=draws.within(*SPECIALS)) for entry in data["specials"]],
        "hands": [
            assumed(
                entry, cards=hand, show_animals=hand - 1 - draws.below(2), show_cards=1 + draws.below(MAX_PUT_UNDER)
            )
            for entry in data["hands"]
        ],
    }
