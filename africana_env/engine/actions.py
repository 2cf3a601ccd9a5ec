"""Action spaces as named groups of consecutive ids."""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class ActionGroup:
    """`size` consecutive action ids of one kind."""

    name: str
    size: int
    meaning: str
    hints: tuple[str, ...] = ()
    """Names of observation fields that tell something about each action: an entry for each, in their order."""


class ActionSpace:
    """The groups of a game, in the order of their ids.

    `space.start("step")` is the first id of a group; `len(space)` the number of all actions.
    """

    def __init__(self, *groups: ActionGroup) -> None:
        self.groups = groups
        self._starts: dict[str, int] = {}
        size = 0
        for group in groups:
            self._starts[group.name] = size
            size += group.size
        self._size = size

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[tuple[ActionGroup, range]]:
        for group in self.groups:
            start = self._starts[group.name]
            yield group, range(start, start + group.size)

    def start(self, name: str) -> int:
        """The first id of the group called `name`."""
        return self._starts[name]
