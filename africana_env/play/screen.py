"""A terminal's screen: text that is too long is shown in parts."""

import sys
from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

MORE = "Enter for more: "
PROMPT = 3
"""Lines kept free for the prompt."""


class Screen:
    """The screen of the standard output. Without a terminal it has no limit."""

    def __init__(self) -> None:
        self._console = Console(highlight=False)
        self._has_limit = self._console.is_terminal and sys.stdin.isatty()

    def lines(self, text: str) -> list[str]:
        """Return a text with ANSI codes as lines that fit the width; words do not break."""
        return self._printed(Text.from_ansi(text)) if text else []

    def markdown(self, text: str) -> list[str]:
        """Return Markdown as lines that fit the width."""
        return self._printed(Markdown(text))

    def columns(self, items: Sequence[str]) -> list[str]:
        """Return lines with the items in columns, numbered downwards."""
        return self._printed(Columns(map(Text, items), column_first=True)) if items else []

    def fitting(self, parts: Sequence[list[str]], others: Sequence[str]) -> Sequence[list[str]]:
        """Return the last parts that fit, each with an empty line, together with `others`."""
        room = self._console.height - PROMPT - len(others) - 1
        first = len(parts)
        while first and (not self._has_limit or len(parts[first - 1]) < room):
            first -= 1
            room -= len(parts[first]) + 1
        return parts[first:]

    def show(self, lines: Sequence[str]) -> None:
        """Print lines, and wait for Enter whenever the screen is full."""
        size = self._console.height - 1 if self._has_limit else len(lines)
        for number, line in enumerate(lines):
            if number and number % size == 0:
                input(MORE)
            print(line)

    def ask(self, lines: Sequence[str], prompt: str) -> str:
        """Show lines and return the answer to the prompt below them."""
        *before, last = [*lines, *self.lines(prompt)]
        self.show(before)
        return input(f"{last} ").strip()

    def _printed(self, content: Text | Markdown | Columns) -> list[str]:
        with self._console.capture() as captured:
            self._console.print(content)
        return [line.rstrip() for line in captured.get().splitlines()]
