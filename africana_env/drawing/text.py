"""Terminal text: colours, lines of pieces, and a grid of characters."""

import re
from collections.abc import Iterable
from itertools import groupby

BOLD, DIM, REVERSE = "1", "38;5;245", "7"
SEAT_CODES = ("30;47", "97;44", "30;43", "97;41", "30;42")
"""ANSI codes of the seats: white, blue, yellow, red, green."""
CODE = re.compile(r"\x1b\[([0-9;]*)m")
RESET = "\x1b[0m"


def paint(text: str, code: str) -> str:
    """Return `text` with an ANSI code, if any; the text may contain other codes."""
    if not code:
        return text
    start = f"\x1b[{code}m"
    return start + text.replace(RESET, RESET + start) + RESET


def without_codes(text: str) -> str:
    return CODE.sub("", text)


def width_of(text: str) -> int:
    """Return the columns that `text` takes."""
    return len(without_codes(text))


def capital(words: str) -> str:
    """Capitalize the first letter only."""
    return words[:1].upper() + words[1:]


def counted(number: int, word: str) -> str:
    """Return `1 card`, `2 cards`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def pad(text: str, width: int) -> str:
    """Pad `text` with spaces to `width` columns."""
    return text + " " * (width - width_of(text))


def flow(first: str, pieces: Iterable[str], width: int) -> list[str]:
    """Return `first` and the pieces, separated by commas and wrapped to lines of `width` columns."""
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


class Canvas:
    """A grid of characters with ANSI codes. Text outside it is cut."""

    def __init__(self, height: int, width: int) -> None:
        self._cells = [[(" ", "")] * width for _ in range(height)]

    def put(self, row: int, column: int, text: str, code: str = "") -> int:
        """Write `text` at a place; returns the column after it."""
        stop = column + len(text)
        if 0 <= row < len(self._cells):
            cells = self._cells[row]
            for place, character in enumerate(text, column):
                if 0 <= place < len(cells):
                    cells[place] = character, code
        return stop

    def lines(self) -> list[str]:
        return ["".join(_painted_runs(row)) for row in self._cells]


def _painted_runs(cells: list[tuple[str, str]]) -> list[str]:
    """Return the text of a row, one piece for each run of equal codes."""
    runs = groupby(cells, key=lambda cell: cell[1])
    return [paint("".join(character for character, _ in run), code) for code, run in runs]
