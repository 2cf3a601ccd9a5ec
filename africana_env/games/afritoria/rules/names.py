"""Names of the components of an edition."""

from collections.abc import Mapping
from typing import Any

from africana_env.games.afritoria.rules.state import COLOURS, STRENGTHS


def kind_names(data: Mapping[str, Any]) -> list[str]:
    """Return the names of all kinds of cards. Names of kinds that a small edition lacks say "unused"."""
    animals = [entry["name"] for entry in data["animals"]]
    animals += [f"unused animal {number + 1}" for number in range(len(animals), STRENGTHS)]
    colours = [entry["name"] for entry in data["colours"]]
    colours += [f"unused colour {number + 1}" for number in range(len(colours), COLOURS)]
    return [f"{colour} {animal}" for colour in colours for animal in animals] + ["ranger", "poacher"]


STANDINGS = ("", "competes", "has won", "is out")
"""Results of a played animal, by `state.standing`."""
