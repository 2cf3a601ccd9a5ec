"""The public memory of a game of Africana, from watching it."""

from collections import Counter
from typing import Any

from africana_env import Edition

Position = dict[str, Any]


def cards_asked(edition: Edition, action: str) -> int:
    """Return the number of travel cards that an action draws if there are enough."""
    if action.startswith("join"):
        return edition.data["spaces"][int(action.split()[-1]) - 1]["travel_cards"]
    return 2 if action.startswith("draw") else 0


class Memory:
    """Updated from the referee's snapshots before and after each action.

    When the discard pile is shuffled, all travel cards outside the hands are open, so everyone knows the others' hands
    taken together. From then on, each card that a player puts down may be one held then.
    """

    def __init__(self, start: Position) -> None:
        seats = range(len(start["travel"]))
        self.known: list[Counter[str]] = [Counter() for _ in seats]
        """By seat: cards certainly in the hands of the others."""
        self.held: list[Counter[str]] = [Counter() for _ in seats]
        """By seat: own cards that may have been in the hand at the last shuffle."""
        self.seen: set[int] = set()
        """Adventures that have been on top of a half of a book."""
        self._look(start)

    def note(self, before: Position, asked: int, after: Position) -> None:
        """Remember an action that drew up to `asked` travel cards."""
        self._look(after)
        seat = before["player"]
        put_down = before["travel"][seat] - after["travel"][seat]
        self.held[seat] -= put_down
        for other, known in enumerate(self.known):
            if other != seat:
                self.known[other] = known - put_down
        pile, discard = len(before["travel_pile"]), before["discard"].total()
        drawn, drawn_before = 0, None
        for _ in range(asked):
            if pile == 0 and discard > 0:
                drawn_before = drawn
                pile, discard = discard, 0
            if pile > 0:
                pile -= 1
                drawn += 1
        if drawn_before is not None:
            hands = [Counter(hand) for hand in before["travel"]]
            if drawn_before == drawn:
                hands[seat] = Counter(after["travel"][seat])
            elif drawn_before == 1:
                hands[seat][before["travel_pile"][0]] += 1
            everything = sum(hands, Counter())
            self.held = hands
            self.known = [everything - hand for hand in hands]

    def _look(self, position: Position) -> None:
        self.seen |= {half[0] for book in position["books"] for half in book.values() if half}
