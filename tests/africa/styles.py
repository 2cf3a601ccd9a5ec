"""Ways to choose actions that, mixed, bring a game of Africa into every corner of its rules.

A style gets a generator and the legal texts (sorted), and returns one of them.
"""

from collections.abc import Callable
from random import Random

Style = Callable[[Random, list[str]], str]


def uniform(rng: Random, actions: list[str]) -> str:
    """Any action."""
    return rng.choice(actions)


def by_kind(rng: Random, actions: list[str]) -> str:
    """Any kind of action, then any of that kind: rare kinds come up often."""
    return rng.choice(of_kind(rng.choice(sorted({kind(action) for action in actions})), actions))


def kind(action: str) -> str:
    """The first words of an action, as many as tell what it does."""
    words = action.split()
    return " ".join(words[:3]) if words[0] == "camp" else " ".join(words[:2]) if words[0] == "put" else words[0]


def of_kind(wanted: str, actions: list[str]) -> list[str]:
    return [action for action in actions if kind(action) == wanted]


def eager(*wanted: str) -> Style:
    """Does what is wanted when it can, the first most; else it mostly goes somewhere."""

    def style(rng: Random, actions: list[str]) -> str:
        for name in wanted:
            found = of_kind(name, actions)
            if found and rng.random() < 0.85:
                return rng.choice(found)
        going = of_kind("walk", actions) + of_kind("put researcher", actions)
        return rng.choice(going) if going and rng.random() < 0.7 else by_kind(rng, actions)

    return style


explorer = eager("trade", "uncover", "put piece")
herder = eager("put piece", "move", "uncover")
camper = eager("camp for minerals", "camp for research", "uncover", "put piece")
trader = eager("trade", "uncover")

STYLES: tuple[Style, ...] = (uniform, by_kind, herder, camper, trader, explorer, explorer)
