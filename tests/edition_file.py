"""Edit the text of an edition, and check which faults are reported."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from africana_env import Game, UserError, load_edition


class EditionFile:
    """The lines of the edition `reconstructed`, counted from 1."""

    def __init__(self, game: Game) -> None:
        self.lines = (game.folder / "editions" / "reconstructed.toml").read_text().splitlines()

    def header(self, section: str, entry: int = 0) -> int:
        """Return the first line of an entry."""
        return [number for number, line in enumerate(self.lines, 1) if _is_header(line, section)][entry]

    def line(self, section: str, entry: int, field: str) -> int:
        """Return the line of a field of an entry."""
        number = self.header(section, entry)
        while not self.lines[number - 1].startswith(f"{field} ="):
            number += 1
            assert number <= len(self.lines)
            assert not self.lines[number - 1].startswith("["), f"{section} {entry} has no {field}"
        return number

    def set(self, section: str, entry: int, field: str, value: object) -> int:
        """Write another value. Return the line."""
        number = self.line(section, entry, field)
        self.lines[number - 1] = f"{field} = {value}"
        return number

    def drop(self, section: str, entry: int, field: str) -> int:
        """Leave out a field. Return the first line of its entry."""
        del self.lines[self.line(section, entry, field) - 1]
        return self.header(section, entry)

    def add(self, section: str, **fields: str) -> int:
        """Add an entry at the end of the file. Return its first line."""
        self.lines += [f"[[{section}]]", *(f"{field} = {value}" for field, value in fields.items())]
        return len(self.lines) - len(fields)

    def keep(self, section: str, entries: int) -> int:
        """Keep the first entries of a section. Return the line that a fault names: the section's first, or else 1."""
        kept, number, inside = [], -1, False
        for line in self.lines:
            if line.startswith("["):
                inside = _is_header(line, section)
                number += inside
            if not inside or number < entries:
                kept.append(line)
        self.lines = kept
        return self.header(section) if entries else 1

    def empty(self, section: str) -> int:
        """Write an empty list for a section. Return its line."""
        self.keep(section, 0)
        self.lines.insert(0, f"{section} = []")
        return 1

    def write(self, path: Path) -> Path:
        path.write_text("\n".join(self.lines) + "\n")
        return path


def _is_header(line: str, section: str) -> bool:
    return line in (f"[[{section}]]", f"[{section}]")


# Edits that lead to a fault, and return its line.

Edit = Callable[[EditionFile], int]


def setting(section: str, entry: int, field: str, value: object) -> Edit:
    """Set a wrong value."""
    return lambda file: file.set(section, entry, field, value)


def setting_in(section: str, entry: int, **fields: object) -> Edit:
    """Set values that make the entry as a whole wrong."""

    def edit(file: EditionFile) -> int:
        for field, value in fields.items():
            file.set(section, entry, field, value)
        return file.header(section, entry)

    return edit


def dropping(section: str, entry: int, field: str) -> Edit:
    return lambda file: file.drop(section, entry, field)


def adding(section: str, **fields: str) -> Edit:
    """Add an entry; the fault is in its section."""

    def edit(file: EditionFile) -> int:
        file.add(section, **fields)
        return file.header(section)

    return edit


def keeping(section: str, entries: int) -> Edit:
    return lambda file: file.keep(section, entries)


def without(section: str) -> Edit:
    return keeping(section, 0)


def emptying(section: str) -> Edit:
    return lambda file: file.empty(section)


def edition_faults(game: Game, path: Path) -> list[tuple[int, str]]:
    """Return the lines and messages of the faults of a file. Every message names the file."""
    with pytest.raises(UserError) as error:
        load_edition(game, path)
    messages = str(error.value).splitlines()
    found = [re.fullmatch(rf"{re.escape(str(path))}:(\d+): (\S.*)", message) for message in messages]
    assert all(found), messages
    return [(int(place[1]), place[2]) for place in found if place]


def check_fault(game: Game, edit: Edit, reason: str, path: Path) -> None:
    """Fail unless the edited file is refused in the line that `edit` returns; `reason` is a regular expression."""
    file = EditionFile(game)
    line = edit(file)
    reported = edition_faults(game, file.write(path))
    assert any(re.search(reason, message) for place, message in reported if place == line), (
        f"{line}, {reason!r}: {reported}"
    )
