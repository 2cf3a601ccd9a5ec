"""Draw the data of an edition: the values of the animals.

Documented data stay: colours, copies, rangers, poachers and hands. As in `reconstructed`, strong animals are assumed to
be worth less.
"""

from collections.abc import Mapping
from typing import Any

from africana_env.engine.game.contract import Keep
from africana_env.engine.game.draws import Draws, exchanged
from africana_env.engine.game.edition_data import assumed, with_values

WEAKEST, STRONGEST = (5.0, 10.0), (2.0, 6.0)
"""Ranges of the values of the weakest and the strongest animal."""
NOISE = 1.5
"""Largest difference between a value and the line from the weakest to the strongest animal."""


def draw_edition(data: Mapping[str, Any], keep: Keep, draws: Draws) -> dict[str, Any]:
    """Return `data` with all fields redrawn except where `keep(entry, field)`."""
    animals = data["animals"]
    strongest = draws.between(*STRONGEST)
    weakest = max(draws.between(*WEAKEST), strongest)
    drawn = []
    for number, entry in enumerate(animals):
        line = weakest + (strongest - weakest) * number / (len(animals) - 1)
        value = max(round(line + draws.between(-NOISE, NOISE)), 1)
        drawn.append(dict(entry) if keep(entry, "value") else {**entry, "value": value})
    return {**data, "animals": drawn}


def shuffle_edition(data: Mapping[str, Any], draws: Draws) -> dict[str, Any]:
    """Return the edition with shuffled colours and shuffled names of animals."""
    names = exchanged([entry["name"] for entry in data["animals"]], draws)
    animals = [with_values(entry, name=names[entry["name"]]) for entry in data["animals"]]
    return {**data, "animals": animals, "colours": draws.shuffled(data["colours"])}


# Sizes and mixes unlike the printed game: each a least and a most number


STRENGTHS = (7, 10)
SPECIALS = (2, 4)
"""Rangers, and poachers."""
HAND = (4, 6)
MAX_PUT_UNDER = 3


def resize_edition(data: Mapping[str, Any], draws: Draws) -> dict[str, Any]:
    """Return data with fewer animals, rangers and poachers, and other hands."""
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
