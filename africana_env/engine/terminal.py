"""Text for a terminal."""

BOLD, DIM = "1", "38;5;242"


def paint(text: str, code: str) -> str:
    """`text` with an ANSI code, which may be laid around text that has some already."""
    start, stop = f"\x1b[{code}m", "\x1b[0m"
    return start + text.replace(stop, stop + start) + stop


def counted(number: int, word: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
