"""Text for a terminal: colours, lines made of pieces, and a grid of characters."""

import re
from collections.abc import Iterable
from itertools import groupby

BOLD, DIM, REVERSE = "1", "38;5;245", "7"
SEAT_CODES = ("30;47", "97;44", "30;43", "97;41", "30;42")
"""The colours of the seats: white, blue, yellow, red, green."""
CODE = re.compile(r"\x1b\[([0-9;]*)m")
RESET = "\x1b[0m"


def paint(text: str, code: str) -> str:
    """`text` with an ANSI code, which may be laid around text that has some already; as it is without a code."""
    if not code:
        return text
    start = f"\x1b[{code}m"
    return start + text.replace(RESET, RESET + start) + RESET


def without_codes(text: str) -> str:
    """`text` without its colours."""
    return CODE.sub("", text)


def width_of(text: str) -> int:
    """How many columns `text` takes."""
    return len(without_codes(text))


def capital(words: str) -> str:
    """Words that begin a sentence."""
    return words[:1].upper() + words[1:]


def counted(number: int, word: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def pad(text: str, width: int) -> str:
    """`text` followed by spaces up to `width`."""
    return text + " " * (width - width_of(text))


def flow(first: str, pieces: Iterable[str], width: int) -> list[str]:
    """`first` and then the pieces, separated by commas, over as many lines as needed, indented under the first."""
    lines = [first]
    indent = used = width_of(first)
    for number, piece in enumerate(pieces):
        size = width_of(piece)
        if number > 0:
            lines[-1] += ","
            if used + size + 3 > width:
                lines.append(" " * indent)
                used = indent
            else:
                lines[-1] += " "
                used += 2
        lines[-1] += piece
        used += size
    return lines


def beside(left: list[str], right: list[str], width: int) -> list[str]:
    """Two blocks of lines next to each other, the left one `width` columns wide."""
    height = max(len(left), len(right))
    left = left + [""] * (height - len(left))
    right = right + [""] * (height - len(right))
    return [pad(one, width) + other for one, other in zip(left, right, strict=True)]


class Canvas:
    """A grid of characters, each with an ANSI code; what is written outside is left out."""

    def __init__(self, height: int, width: int) -> None:
        self._cells = [[(" ", "")] * width for _ in range(height)]

    def put(self, row: int, column: int, text: str, code: str = "") -> int:
        """Write `text` from a place on; returns the column behind it."""
        stop = column + len(text)
        if 0 <= row < len(self._cells):
            cells = self._cells[row]
            for place, character in enumerate(text, column):
                if 0 <= place < len(cells):
                    cells[place] = character, code
        return stop

    def lines(self) -> list[str]:
        """The rows as text."""
        return ["".join(_painted_runs(row)) for row in self._cells]


def _painted_runs(cells: list[tuple[str, str]]) -> list[str]:
    """The text of a row, in a piece for each stretch of one code."""
    runs = groupby(cells, key=lambda cell: cell[1])
    return [paint("".join(character for character, _ in run), code) for code, run in runs]
