"""Draw the data of an edition: the values of the animals.

Documented data stay: colours, copies, rangers, poachers and hands. As in `reconstructed`, strong animals are assumed to
be worth less.
"""

from collections.abc import Mapping
from typing import Any

from africana_env.engine.game.contract import Keep
from africana_env.engine.game.draws import Draws, exchanged
from africana_env.engine.game.edition_data import assumed, with_values
from africana_env.games.afritoria.axes import Numbers


def draw_edition(data: Mapping[str, Any], keep: Keep, draws: Draws, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return `data` with all fields redrawn except where `keep(entry, field)`. `changes` are numbers of `axes` that are
    not standard."""
    numbers = Numbers(**changes)
    data = sized(data, numbers)
    animals = data["animals"]
    strongest = draws.between(*numbers.strongest)
    weakest = max(draws.between(*numbers.weakest), strongest + numbers.least_fall)
    drawn = []
    for number, entry in enumerate(animals):
        line = weakest + (strongest - weakest) * number / (len(animals) - 1)
        value = max(round(line + draws.between(-numbers.noise, numbers.noise)), 1)
        drawn.append(dict(entry) if keep(entry, "value") else {**entry, "value": value})
    return {**data, "animals": drawn}


def sized(data: Mapping[str, Any], numbers: Numbers) -> Mapping[str, Any]:
    """Return the data with the numbers of cards that are not standard."""
    if numbers.animals is not None:
        data = {**data, "animals": data["animals"][: numbers.animals]}
    if numbers.copies is not None:
        data = {**data, "animals": [assumed(entry, copies=numbers.copies) for entry in data["animals"]]}
    if numbers.specials is not None:
        counts = zip(data["specials"], numbers.specials, strict=True)
        data = {**data, "specials": [assumed(entry, count=count) for entry, count in counts]}
    if numbers.hand is not None:
        hand = dict(zip(("cards", "show_animals", "show_cards"), numbers.hand, strict=True))
        data = {**data, "hands": [assumed(entry, **hand) for entry in data["hands"]]}
    return data


def shuffle_edition(data: Mapping[str, Any], draws: Draws) -> dict[str, Any]:
    """Return the edition with shuffled colours and shuffled names of animals."""
    names = exchanged([entry["name"] for entry in data["animals"]], draws)
    animals = [with_values(entry, name=names[entry["name"]]) for entry in data["animals"]]
    return {**data, "animals": animals, "colours": draws.shuffled(data["colours"])}
