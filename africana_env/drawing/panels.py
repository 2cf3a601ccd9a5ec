"""The parts that the drawings of all games have."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from africana_env.drawing.text import BOLD, capital, pad, paint, width_of


def page(parts: Iterable[list[str]]) -> str:
    """The lines of all parts, one below the other."""
    return "\n".join(line.rstrip() for part in parts for line in part) + "\n"


@dataclass(frozen=True)
class Heading:
    """What the first lines of a drawing say."""

    game: str
    edition: str
    """Its name."""
    progress: str
    """The round."""
    now: str
    """Whose decision it is and what about, or how the game ended."""


def draw_heading(heading: Heading) -> list[str]:
    """Game, edition and round; below, what is being done."""
    return [f"{paint(heading.game, BOLD)}   edition {heading.edition}   {heading.progress}", heading.now, ""]


def result(how: str, winners: Sequence[str], tie_break: str = "") -> str:
    """How the game ended, who won it and by what a tie was broken, if one was."""
    return f"The game is over: {how}. {capital(won_by(winners, tie_break))}"


def won_by(winners: Sequence[str], tie_break: str) -> str:
    """Who won a game, and by what a tie was broken, if one was."""
    return f"won by {' and '.join(winners)} {tie_break}".rstrip()


def score_table(called: Callable[[int], str], parts: Sequence[str], points: Sequence[Sequence[int]]) -> list[str]:
    """The points with their parts, a line for each seat. Seats are `called` so."""
    names = [called(seat) for seat in range(len(points))]
    first = max(map(width_of, (*names, "Scores")))
    lines = [pad(paint("Scores", BOLD), first) + "".join(f"  {part.replace('_', ' ')}" for part in parts)]
    for name, row in zip(names, points, strict=True):
        numbers = (f"{value:{len(part) + 2}}" for part, value in zip(parts, row, strict=True))
        lines.append(pad(name, first) + "".join(numbers))
    return lines
