"""Parts of the text drawings of all games."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from africana_env.drawing.text import BOLD, capital, pad, paint, width_of


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
    """Return the points by part, one line for each seat. `called` names a seat."""
    names = [called(seat) for seat in range(len(points))]
    first = max(map(width_of, (*names, "Scores")))
    lines = [pad(paint("Scores", BOLD), first) + "".join(f"  {part.replace('_', ' ')}" for part in parts)]
    for name, row in zip(names, points, strict=True):
        numbers = (f"{value:{len(part) + 2}}" for part, value in zip(parts, row, strict=True))
        lines.append(pad(name, first) + "".join(numbers))
    return lines
