"""Names of the components in an edition."""

from collections.abc import Mapping
from typing import Any

from africana_env.games.afritoria.rules.state import COLOURS, STRENGTHS


def kind_names(data: Mapping[str, Any]) -> list[str]:
    """The names of all kinds of cards in an edition; kinds that a small edition does not have are named so."""
    animals = [entry["name"] for entry in data["animals"]]
    animals += [f"unused animal {number + 1}" for number in range(len(animals), STRENGTHS)]
    colours = [entry["name"] for entry in data["colours"]]
    colours += [f"unused colour {number + 1}" for number in range(len(colours), COLOURS)]
    return [f"{colour} {animal}" for colour in colours for animal in animals] + ["ranger", "poacher"]


STANDINGS = ("", "competes", "has won", "is out")
"""What has become of an animal that was played, by `state.standing`."""
