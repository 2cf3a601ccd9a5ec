"""Characters at places of a grid."""

from itertools import groupby

from africana_env.drawing.text import paint


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
