"""Drawing the data of an edition: what the animals are worth.

What the rulebook documents stays: colours, copies, rangers, poachers and hands. That strong animals are worth
less is assumed, as in `reconstructed`.
"""

from collections.abc import Mapping
from typing import Any

from africana_env.engine.game.contract import Keep
from africana_env.engine.game.draws import Draws, exchanged
from africana_env.engine.game.edition_data import assumed, with_values

WEAKEST, STRONGEST = (5.0, 10.0), (2.0, 6.0)
"""Between which numbers the value of the weakest and of the strongest animal lie."""
NOISE = 1.5
"""By how much an animal is worth more or less than a line from the weakest to the strongest tells."""


def draw_edition(data: Mapping[str, Any], keep: Keep, draws: Draws) -> dict[str, Any]:
    """Data like `data`, drawn anew but for the fields of entries that `keep(entry, field)` names."""
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
    """The edition with the colours in another order and the animals under each other's names."""
    names = exchanged([entry["name"] for entry in data["animals"]], draws)
    animals = [with_values(entry, name=names[entry["name"]]) for entry in data["animals"]]
    return {**data, "animals": animals, "colours": draws.shuffled(data["colours"])}


# Other sizes and mixes than those of the printed game


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
