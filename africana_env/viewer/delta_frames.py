"""Delta frames: a board as its changes from the one before, to store many in little space."""

from collections.abc import Iterable

JOINT = "<g "
"""Boards are cut where groups begin: what can be pointed at is a group, and changes as a whole."""

Change = list[int] | dict[int, int]
"""The change from a board to the next: the numbers of all its pieces, or those of the changed ones by their places."""


class Numbered:
    """Different texts, numbered in the order in which they were added."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        """The number of a text."""
        return self._numbers.setdefault(text, len(self._numbers))

    def numbers(self, texts: Iterable[str]) -> list[int]:
        """The numbers of many texts."""
        known = self._numbers
        return [known.setdefault(text, len(known)) for text in texts]

    @property
    def texts(self) -> list[str]:
        """The texts in the order of their numbers."""
        return list(self._numbers)


def changes(boards: Iterable[str], pieces: Numbered) -> list[Change]:
    """The change to each of these boards, the first from nothing; what is new is added to `pieces`. A board is its
    pieces, joined by `JOINT`."""
    found: list[Change] = []
    last: list[int] = []
    for board in boards:
        numbers = pieces.numbers(board.split(JOINT))
        if len(numbers) != len(last):
            found.append(numbers)
        else:
            pairs = enumerate(zip(last, numbers, strict=True))
            found.append({place: now for place, (before, now) in pairs if before != now})
        last = numbers
    return found
