"""The manifest of a dataset: the conditions, the bots and the files."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, get_type_hints

from africana_env.engine.process.errors import UserError, format_name
from africana_env.engine.process.files import read_file, write_json

FORMAT = 3
NAME = "manifest.json"
MAX_BYTES = 1 << 24
PART_GAMES = 4096
"""Most games of a file."""
MAX_DECISIONS = 1 << 26
"""Most decisions of a file; full files of the longest games have fewer."""


@dataclass(frozen=True)
class Part:
    """A file of games."""

    file: str
    games: int
    decisions: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """The conditions of a dataset, and its finished files in the order of the games."""

    game: str
    edition: str
    edition_digest: str
    num_players: int
    max_rounds: int
    seed: int
    num_games: int
    """The number of games when complete."""
    bots: Sequence[tuple[str, str]]
    """Spelling and identity of each bot."""
    version: str
    """The version of `africana_env`."""
    parts: Sequence[Part]

    def save(self, folder: Path) -> None:
        """Write the manifest into the dataset's folder."""
        write_json(folder / NAME, {"format": FORMAT, **asdict(self)})


def load_manifest(folder: Path) -> Manifest:
    """Read the manifest of the dataset in a folder; raise `UserError` if it is missing or damaged."""
    path = folder / NAME
    if not path.is_file():
        raise UserError(f"{format_name(folder)} is not a dataset: it has no {NAME}; africana dataset makes one")
    try:
        content = json.loads(read_file("the manifest", path, MAX_BYTES))
        if content["format"] != FORMAT:
            found = f"{content['format']!r:.40}"
            raise UserError(f"{format_name(path)} has format {found}, this version reads {FORMAT}: record it again")
        return manifest_of(content)
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        if isinstance(error, UserError):
            raise
        raise UserError(f"{format_name(path)} is damaged, or not the manifest of a dataset: record it again") from None


def manifest_of(content: Mapping[str, Any]) -> Manifest:
    """Return the manifest with this content; raise `ValueError`, `KeyError` or `TypeError` for invalid content."""
    types = get_type_hints(Manifest)
    if any(kind in (str, int) and type(content[name]) is not kind for name, kind in types.items()):
        raise ValueError
    bots = [(spelling, identity) for spelling, identity in content["bots"]]
    parts = [Part(**part) for part in content["parts"]]
    names = [name for part in parts for name in (part.file, part.sha256)]
    names += [name for bot in bots for name in bot]
    if not all(isinstance(name, str) for name in names) or any(Path(part.file).name != part.file for part in parts):
        raise ValueError
    numbers = [(part.games, PART_GAMES) for part in parts] + [(part.decisions, MAX_DECISIONS) for part in parts]
    if not all(type(number) is int and 0 < number <= most for number, most in numbers):
        raise ValueError
    if not bots or len({part.file for part in parts}) < len(parts):
        raise ValueError
    return Manifest(**{name: content[name] for name in types} | {"bots": bots, "parts": parts})
