"""Parts of the text drawings of all games."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from africana_env.drawing.text import BOLD, capital, pad, paint, width_of

WIDTH = 80
"""Columns of a drawing."""
NARROW = 8
"""Columns of a part of the score in a wide table; its name may be twice as long."""


def page(parts: Iterable[list[str]]) -> str:
    """Return the lines of all parts as one text."""
    return "\n".join(line.rstrip() for part in parts for line in part) + "\n"


@dataclass(frozen=True)
class Heading:
    """The content of a drawing's first lines."""

    game: str
    edition: str
    progress: str
    """The round."""
    now: str
    """The current decision and its player, or how the game ended."""


def draw_heading(heading: Heading) -> list[str]:
    return [f"{paint(heading.game, BOLD)}   edition {heading.edition}   {heading.progress}", heading.now, ""]


def result(how: str, winners: Sequence[str], tie_break: str = "") -> str:
    """Return how the game ended, who won and how a tie was broken."""
    return f"The game is over: {how}. {capital(won_by(winners, tie_break))}"


def won_by(winners: Sequence[str], tie_break: str) -> str:
    """Return who won and how a tie was broken."""
    return f"won by {' and '.join(winners)} {tie_break}".rstrip()


def score_table(called: Callable[[int], str], parts: Sequence[str], points: Sequence[Sequence[int]]) -> list[str]:
    """Return the points by part, one line for each seat. `called` names a seat. The parts of a table that is too wide
    are named in turn on two lines."""
    names, labels = [called(seat) for seat in range(len(points))], [part.replace("_", " ") for part in parts]
    first = max(map(width_of, (*names, "Scores")))
    heads, sizes = [paint("Scores", BOLD)], [len(label) + 2 for label in labels]
    if first + sum(sizes) > WIDTH:
        heads, sizes = [*heads, ""], [NARROW] * len(labels)
    for number, (label, end) in enumerate(zip(labels, accumulate(sizes, initial=first), strict=False)):
        row = number % len(heads)
        heads[row] = pad(heads[row], end + sizes[number] - len(label)) + label
    numbers = ("".join(f"{value:{size}}" for value, size in zip(row, sizes, strict=True)) for row in points)
    return [*heads, *(pad(name, first) + line for name, line in zip(names, numbers, strict=True))]
