"""Ways to play that, mixed, bring a game of Afritoria into every corner of its rules."""

from collections import Counter
from random import Random

from comparison import Style, uniform
from referees.afritoria import Referee


def eager(rng: Random, referee: Referee, actions: list[str]) -> str:
    """Often shows its hand and plays specials."""
    wanted = [action for action in actions if action in ("show hand", "commit ranger", "commit poacher")]
    return rng.choice(wanted if wanted and rng.random() < 0.7 else actions)


def collector(rng: Random, referee: Referee, actions: list[str]) -> str:
    """Keeps the animals of one colour and shows them."""
    if "show hand" in actions and rng.random() < 0.9:
        return "show hand"
    hand = Counter(card.split()[0] for card in referee.mover.hand)
    most = max(hand, key=lambda colour: (hand[colour], colour))
    other = [action for action in actions if action.startswith("commit") and most not in action]
    mine = [action for action in actions if action.startswith("take") and most in action]
    return rng.choice(other or mine or actions)


def thief(rng: Random, referee: Referee, actions: list[str]) -> str:
    """Plays rangers and poachers at once, else animals that may win a card."""
    specials = [action for action in actions if action in ("commit ranger", "commit poacher")]
    if specials and rng.random() < 0.8:
        return rng.choice(specials)
    colours = {card.split()[0] for card in referee.row}
    useful = [action for action in actions if action.startswith("commit") and action.split()[1] in colours]
    return rng.choice(useful or actions)


STYLES: tuple[Style, ...] = (uniform, collector, collector, thief)
