"""Editions: the data of a game's printed components, in TOML files.

A file has sections with many entries (`[[locations]]`) or one (`[turn]`). Every entry has a `status`, `documented` or
`assumed`: one word, or one for each field. A game describes its sections by `Column`s and checks the rest itself. Every
fault is reported with its line.

`[edition]` may limit the numbers of `players`, and the rounds (`max_rounds`) before a game is cut off. With a `base`,
an edition of the same game, a file takes from there every section that it lacks.
"""

import logging
import os
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from africana_env.engine.editions.axes import check_levels
from africana_env.engine.editions.edition_sets import USAGE, EditionSet, SetName, drawn_edition, parse_set
from africana_env.engine.game.checks import check_game
from africana_env.engine.game.contract import Edition, EditionSchema, Game
from africana_env.engine.game.edition_checks import MAX_FAULTS
from africana_env.engine.game.edition_data import MAX_NAME, Column
from africana_env.engine.game.state import MAX_ROUNDS
from africana_env.engine.process.errors import UserError, escape, format_name, format_value
from africana_env.engine.process.files import StrPath, read_file

FORMAT = 1
DEFAULT_EDITION = "reconstructed"
STANDARD = "standard"
"""The one edition of a game without editions."""
MAX_BYTES = 1 << 17
"""Largest file, several times the largest edition."""
MAX_LINE = 1000
"""Longest line: `tomllib` needs minutes for a key of ten thousand parts."""
HEAD = ("name", "game", "format", "base", "about", "players", "max_rounds")
"""The allowed fields of `[edition]`."""
MAX_BASE_FAULTS = 3
"""Most faults reported in sections from a base."""
MAX_CACHED = 32
"""Loaded editions kept in memory."""

EditionLike = StrPath | Edition | EditionSet
"""An edition or a set: its name, the path of its file, or a loaded object."""


def edition_names(game: Game) -> list[str]:
    """Return the names of a game's editions."""
    own = check_game(game).editions
    return [STANDARD] if own is None else sorted(path.stem for path in own.folder.glob("*.toml"))


@lru_cache(MAX_CACHED)
def _standard_edition(game: Game) -> Edition:
    """Return the edition of a game whose components are constants in its rules."""
    data = {"edition": {"name": STANDARD, "game": game.name.rsplit("_v", 1)[0], "format": FORMAT}}
    return Edition(STANDARD, game.name, data, game.edition_tables(data))


def load_edition(game: Game, edition: EditionLike) -> Edition:
    """Return the edition with this name, in the file with this path, or one edition of a set (`generated:17`). A game
    without editions has only `standard`, also under the default name. An `Edition` of the game is returned unchanged.

    Raises `UserError` if there is no such edition or the file does not fit the game, with a line for every fault.
    """
    found = load_editions(game, edition)
    if isinstance(found, EditionSet):
        raise UserError(f"{found.name} is a set: name one edition of it, such as {found[0].name}")
    return found


def load_editions(game: Game, edition: EditionLike) -> Edition | EditionSet:
    """Return an edition, see `load_edition`, or a set (`generated:0-999`)."""
    check_game(game)
    if isinstance(edition, Edition | EditionSet):
        return check_of_game(game, edition)
    named = os.fspath(edition) if isinstance(edition, (str, os.PathLike)) else None
    if not isinstance(named, str):
        raise UserError(f"an edition must be a name or the path of a .toml file, not {format_value(edition)}")
    if game.editions is None:
        if named not in (STANDARD, DEFAULT_EDITION):
            raise UserError(f"{game.name} has no editions: use {STANDARD}, not {format_value(named)}")
        return _standard_edition(game)
    if (parts := parse_set(named)) is not None:
        return _drawn(game, parts)
    path = Path(named)
    if path.suffix.lower() != ".toml":
        path = game.editions.folder / f"{named}.toml"
        if named not in edition_names(game):
            if os.path.isfile(named):
                raise UserError(f"the name of an edition's file must end in .toml, unlike {format_value(named)}")
            names = ", ".join(edition_names(game))
            raise UserError(
                f"unknown edition {format_value(named)} of {game.name}: use {names}, the path of a .toml file, {USAGE}"
            )
    layers = _layers(game, game.editions.folder, path)
    with _unreadable_files(layers[0].file):
        found = _read(game, game.editions, layers)
    if path.parent != game.editions.folder:
        _warn_of_name(game, found, layers[0].file)
    return found


def check_of_game(game: Game, loaded: Edition | EditionSet) -> Edition | EditionSet:
    """Return `loaded`. Raises `UserError` if it belongs to another game."""
    of = loaded.game if isinstance(loaded, Edition) else loaded.game.name
    if of != game.name:
        raise UserError(f"edition {loaded.name} belongs to {of}, not to {game.name}")
    return loaded


@lru_cache(MAX_CACHED)
def _warn_of_name(game: Game, edition: Edition, file: str) -> None:
    """Warn of a file with the name of another edition: results could be mistaken for that edition."""
    if edition.name not in edition_names(game) and ":" not in edition.name:
        return
    try:
        named = load_editions(game, edition.name)
    except UserError:  # such as a set whose base is not here
        return
    if isinstance(named, EditionSet) or named.digest != edition.digest:
        logging.getLogger(__name__).warning(
            "%s: another edition is called %s: give this one a different name", file, edition.name
        )


def _drawn(game: Game, spelled: SetName) -> Edition | EditionSet:
    base = load_edition(game, DEFAULT_EDITION if spelled.base is None else spelled.base)
    check_levels(game, spelled.levels)
    if spelled.first == spelled.last:
        return drawn_edition(game, base, spelled)
    return EditionSet(game, base, spelled)


@dataclass(frozen=True)
class _Layer:
    """A file and its text."""

    file: str
    text: str

    def place(self, *of: Any) -> tuple[int, str]:
        """Return the line of a section, entry and field, and the start of a message about it."""
        line = line_of(self.text, *of)
        return line, f"{self.file}:{line}: "


def _layers(game: Game, folder: Path, path: Path) -> tuple[_Layer, ...]:
    """Return the file at `path` and its bases in `folder`, in order."""
    layers: list[_Layer] = []
    paths = [path]
    while len(layers) < len(paths):
        file, content = format_name(paths[-1]), read_file("edition", paths[-1], MAX_BYTES)
        with _unreadable_files(file):
            layer = _Layer(file, content.decode("utf-8-sig"))
            base = _head(_parsed(layer)).get("base")
        layers.append(layer)
        if base is not None:
            _, where = layer.place("edition", None, "base")
            names = edition_names(game)
            if base not in names:
                raise UserError(f"{where}base must be one of {', '.join(names)}, not {format_value(base)}")
            paths.append(folder / f"{base}.toml")
            if len({known.resolve() for known in paths}) < len(paths):
                raise UserError(f"{where}an edition cannot be based on itself, directly or through others")
    return tuple(layers)


@contextmanager
def _unreadable_files(file: str) -> Iterator[None]:
    """Raise `UserError`, one line, for an unreadable file."""
    try:
        yield
    except UserError:
        raise
    except UnicodeDecodeError:
        raise UserError(f"{file}:1: not an edition: save it as UTF-8") from None
    except ValueError as error:  # not text, or a number of thousands of digits
        raise UserError(f"{file}:1: not an edition: {escape(str(error))}") from None
    except RecursionError:
        raise UserError(f"{file}:1: not an edition: lists or tables are nested too deeply") from None


@lru_cache(MAX_CACHED)
def _parsed(layer: _Layer) -> dict[str, Any]:
    for number, text in enumerate(layer.text.split("\n"), 1):
        if len(text) > MAX_LINE:
            raise UserError(f"{layer.file}:{number}: a line must have at most {MAX_LINE} characters, not {len(text)}")
    try:
        return tomllib.loads(layer.text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        line = int(found[1]) if found else layer.text.count("\n") + 1
        raise UserError(f"{layer.file}:{line}: not a TOML file: {escape(str(error))}") from None


@lru_cache(MAX_CACHED)
def _read(game: Game, schema: EditionSchema, layers: tuple[_Layer, ...]) -> Edition:
    data: dict[str, Any] = {}
    layer_of: dict[str | None, int] = {}
    for number, layer in enumerate(layers):
        for section, content in _parsed(layer).items():
            if section not in data:
                data[section] = content
                layer_of[section] = number
            elif section == "sources" and isinstance(content, dict) and isinstance(data[section], dict):
                data[section] = {**content, **data[section]}
    faults = (
        [*_free_faults(data), *_head_faults(game, _head(data))] or schema.faults(data) or [*_text_faults(game, data)]
    )
    if faults:
        raise UserError("\n".join(_messages(layers, layer_of, faults[:MAX_FAULTS])))
    return Edition(data["edition"]["name"], game.name, data, game.edition_tables(data))


def _head(data: Mapping[str, Any]) -> dict[str, Any]:
    head = data.get("edition")
    return head if isinstance(head, dict) else {}


def _free_faults(data: Mapping[str, Any]) -> Iterator[tuple[Any, ...]]:
    """Yield faults in the sections without columns, which are displayed as well."""
    for section in ("edition", "sources", "structure"):
        if not isinstance(data.get(section, {}), dict):
            yield f"[{section}] must be a section of names and values", section
        for text in _texts(data.get(section)):
            if not all(character.isprintable() or character in "\n\t" for character in text):
                yield f"texts must be printable, not {format_value(text)}", section


def _texts(value: Any) -> Iterator[str]:
    """Yield all texts in a value, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in (*value, *value.values()) if isinstance(value, dict) else value:
            yield from _texts(inner)


def _head_faults(game: Game, head: Mapping[str, Any]) -> Iterator[tuple[Any, ...]]:
    """Yield faults in the section `[edition]`."""
    word = game.name.rsplit("_v", 1)[0]
    columns = {"name": Column(str), "game": Column(str, words=(word,)), "format": Column(int, FORMAT, FORMAT)}
    if isinstance(head.get("game"), str) and head["game"] != word:
        yield f"this is an edition of {head['game']}, not of {word}", "edition", None, "game"
    elif any(column.fault(head.get(field)) for field, column in columns.items()):
        name = f'name = "..." (of 1 to {MAX_NAME} characters)'
        yield f'[edition] must say {name}, game = "{word}" and format = {FORMAT}', "edition"
    for field in sorted({*head} - {*HEAD}):
        yield f"unknown field {format_value(field)}: use {', '.join(HEAD)}", "edition", None, field
    players = head.get("players", [game.players[0]])
    counts = ", ".join(map(str, game.players))
    if not isinstance(players, list) or not players or any(type(count) is not int for count in players):
        yield f"players must be a list of some of {counts}, not {format_value(players)}", "edition", None, "players"
    elif players != sorted({*players} & {*game.players}):
        reason = f"players must be some of {counts}, each once and in order, not {format_value(players)}"
        yield reason, "edition", None, "players"
    if wrong := Column(int, 1, MAX_ROUNDS).fault(head.get("max_rounds", MAX_ROUNDS)):
        yield f"max_rounds {wrong}", "edition", None, "max_rounds"


def _text_faults(game: Game, data: Mapping[str, Any]) -> Iterator[tuple[str]]:
    for text, number in Counter(game.action_texts(data)).items():
        if number > 1:
            yield (f"{number} actions would be called {format_value(text)}: give their things different names",)


def _messages(
    layers: tuple[_Layer, ...], layer_of: Mapping[str | None, int], faults: list[tuple[Any, ...]]
) -> list[str]:
    """Return the messages about the faults, those of the file first. Only a few faults in sections of its bases are
    reported: the bases were correct before this file replaced some sections."""
    found = []
    for reason, *where in faults:
        section, entry, field = [*where, None, None, None][:3]
        number = layer_of.get(section, 0)
        line, place = layers[number].place(section, entry, field)
        in_entry = "" if entry is None else f"{section} entry {entry + 1}: "
        found.append((number, line, f"{place}{in_entry}{escape(reason)}"))
    messages = [message for number, _, message in sorted(found) if number == 0]
    below = [message for number, _, message in sorted(found) if number > 0]
    messages += below[:MAX_BASE_FAULTS]
    if len(below) > MAX_BASE_FAULTS:
        own = [name for name in _parsed(layers[0]) if name not in ("edition", "sources")]
        messages.append(
            f"{layers[0].file}: and {len(below) - MAX_BASE_FAULTS} more in sections of the base, which do not fit the "
            f"sections of this file, {', '.join(map(format_value, own))}: each replaces the whole section of the base"
        )
    return messages


def line_of(text: str, section: str | None, entry: int | None = None, field: str | None = None) -> int:
    """Return the line, from 1, of a field of entry number `entry` of a section, or of the nearest thing that exists."""
    lines = text.split("\n")
    header = re.compile(rf"\s*\[\[?\s*{re.escape(section or '')}\s*\]\]?")
    starts = [number for number, line in enumerate(lines, 1) if section and header.match(line)]
    if not starts:
        return 1
    start = starts[min(entry or 0, len(starts) - 1)]
    if field is not None:
        for number in range(start, len(lines)):
            if re.match(r"\s*\[", lines[number]):
                break
            if re.match(rf"\s*{re.escape(field)}\s*=", lines[number]):
                return number + 1
    return start
