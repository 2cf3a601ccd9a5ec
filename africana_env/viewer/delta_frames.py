"""Delta frames: store many boards compactly, each as its changes from the previous one."""

from collections.abc import Iterable

JOINT = "<g "
"""Boards are cut at the start of groups: each part of a board is a group and changes as a whole."""

Change = list[int] | dict[int, int]
"""The numbers of all pieces of a board, or only the changed numbers by place."""


class Numbered(dict[str, int]):
    """Numbers of distinct texts. A new text gets the next number."""

    def __missing__(self, text: str) -> int:
        return self.setdefault(text, len(self))


def changes(boards: Iterable[str], pieces: Numbered) -> list[Change]:
    """Return the change to each board, and add new pieces to `pieces`. A board is its pieces joined by `JOINT`. The
    first change lists all pieces."""
    found: list[Change] = []
    last: list[int] = []
    for board in boards:
        numbers = [pieces[piece] for piece in board.split(JOINT)]
        if len(numbers) != len(last):
            found.append(numbers)
        else:
            pairs = enumerate(zip(last, numbers, strict=True))
            found.append({place: now for place, (before, now) in pairs if before != now})
        last = numbers
    return found
