"""Ways to play that, mixed, bring a game of Africa into every corner of its rules."""

from random import Random

from comparison import Style, uniform
from referees.africa import Referee


def by_kind(rng: Random, referee: Referee, actions: list[str]) -> str:
    """Any kind of action, then any action of this kind, so that rare kinds come up often."""
    return rng.choice(of_kind(rng.choice(sorted({kind(action) for action in actions})), actions))


def kind(action: str) -> str:
    """Return the kind of an action: its first one to three words."""
    words = action.split()
    return " ".join(words[:3]) if words[0] == "camp" else " ".join(words[:2]) if words[0] == "put" else words[0]


def of_kind(wanted: str, actions: list[str]) -> list[str]:
    return [action for action in actions if kind(action) == wanted]


def eager(*wanted: str) -> Style:
    """Takes a wanted kind of action if possible, the first one first; else mostly moves the researcher."""

    def style(rng: Random, referee: Referee, actions: list[str]) -> str:
        for name in wanted:
            found = of_kind(name, actions)
            if found and rng.random() < 0.85:
                return rng.choice(found)
        going = of_kind("walk", actions) + of_kind("put researcher", actions)
        return rng.choice(going) if going and rng.random() < 0.7 else by_kind(rng, referee, actions)

    return style


explorer = eager("trade", "uncover", "put piece")
herder = eager("put piece", "move", "uncover")
camper = eager("camp for minerals", "camp for research", "uncover", "put piece")
trader = eager("trade", "uncover")

STYLES: tuple[Style, ...] = (uniform, by_kind, herder, camper, trader, explorer, explorer)
