"""Ways to choose actions that, mixed, bring a game of Afritoria into every corner of its rules.

A style gets a generator, the referee and its legal texts (sorted), and returns one of them.
"""

from collections import Counter
from collections.abc import Callable
from random import Random

from referees.afritoria import Referee

Style = Callable[[Random, Referee, list[str]], str]


def uniform(rng: Random, referee: Referee, actions: list[str]) -> str:
    """Any action."""
    return rng.choice(actions)


def collector(rng: Random, referee: Referee, actions: list[str]) -> str:
    """Keeps the animals of one colour, shows them whenever it may, and puts any three of them under the pile."""
    if "show hand" in actions and rng.random() < 0.9:
        return "show hand"
    hand = Counter(card.split()[0] for card in referee.mover.hand)
    most = max(hand, key=lambda colour: (hand[colour], colour))
    other = [action for action in actions if action.startswith("commit") and most not in action]
    mine = [action for action in actions if action.startswith("take") and most in action]
    return rng.choice(other or mine or actions)


def thief(rng: Random, referee: Referee, actions: list[str]) -> str:
    """Plays rangers and poachers at once, and else animals that may win a card."""
    specials = [action for action in actions if action in ("commit ranger", "commit poacher")]
    if specials and rng.random() < 0.8:
        return rng.choice(specials)
    colours = {card.split()[0] for card in referee.row}
    useful = [action for action in actions if action.startswith("commit") and action.split()[1] in colours]
    return rng.choice(useful or actions)


STYLES: tuple[Style, ...] = (uniform, collector, collector, thief)
