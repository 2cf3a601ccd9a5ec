"""The files that determine how a bot plays."""

import ast
import hashlib
import os
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import ModuleType

from africana_env import bots, engine
from africana_env.bots import Bot
from africana_env.bots.protocol import IsFromFile
from africana_env.bots.registry import ENTRY_POINTS, bot_kind, parse_spelling
from africana_env.engine.game.contract import Game
from africana_env.engine.process.plugins import plugins


@cache
def own_packages() -> frozenset[str]:
    """Return this package and the others of its distribution that add bots."""
    points = plugins(ENTRY_POINTS).values()
    ours = [point.module for point in points if point.dist is not None and point.dist.name == "africana-env"]
    return frozenset({"africana_env", *(module.partition(".")[0] for module in ours)})


def own_file(bot: str, made: Bot) -> str | None:
    """Return the file that a bot was loaded from or that defines its function; None if there is none."""
    if isinstance(made, IsFromFile):
        return made.source_file()
    _, argument, options = parse_spelling(bot)
    return next((word for word in (argument, *options.values()) if word and os.path.isfile(word)), None)


def identity(game: Game, bot: str, made: Bot) -> str:
    """Return a digest of the files that determine how a bot plays.

    These are the sources of engine, bots and game, the bot's own file, and the modules that its name mentions. Such a
    module comes with its whole package, or with its imports from the same folder.
    """
    file = own_file(bot, made)
    files = [Path(file)] if file is not None and os.path.isfile(file) else []
    for name in modules_of(bot):
        files += module_sources(name)
    return digest_of([*program(game), *files])


def identities(game: Game, made: Mapping[str, Bot]) -> dict[str, str]:
    return {name: identity(game, name, bot) for name, bot in made.items()}


def modules_of(bot: str) -> list[str]:
    """Return the loaded modules that a bot's name mentions: of a function or class, a plugin, or a custom network."""
    name, argument, options = parse_spelling(bot)
    if argument is None:
        return []
    if name in sys.modules and bot_kind(name) is None:
        return [name]
    added = plugins(ENTRY_POINTS)
    kinds = [added[word].module for word in (name, *options) if word in added]  # `policy` is a kind and an option
    networks = [value.partition(":")[0] for option, value in options.items() if option == "network"]
    return [module for module in (*kinds, *networks) if module in sys.modules]


def digest_of(files: Iterable[Path]) -> str:
    """Return a digest of the names and contents of files; folders do not matter."""
    digest = hashlib.sha256()
    for path in files:
        data = path.read_bytes()
        digest.update(f"{path.name}\0{len(data)}\0".encode() + data)
    return digest.hexdigest()


def program(game: Game) -> Iterator[Path]:
    for folder in (Path(engine.__path__[0]), Path(bots.__path__[0])):
        yield from sorted(folder.rglob("*.py"))
    yield from game.sources


def module_sources(name: str) -> list[Path]:
    """Return the sources behind a loaded module, except those of this package (see `program`).

    A package gives all its sources. A single module gives its own source and, unless it is installed, its imports from
    the same folder.
    """
    top = name.partition(".")[0]
    place = place_of(sys.modules[top])
    if place is None or top == bots.__name__.partition(".")[0]:
        return []
    if place.is_dir():
        return python_in(place)
    if is_installed(place.parent) or place.suffix != ".py":
        return [place]
    found, waiting = {place}, [place]
    while waiting:
        new = {path for name in imported_by(waiting.pop()) for path in python_of(place.parent, name)} - found
        found |= new
        waiting += new
    return sorted(found)


def imported_by(path: Path) -> set[str]:
    """Return the top-level modules that a source file imports anywhere; none if it cannot be read as Python."""
    names: list[str] = []
    with suppress(SyntaxError, ValueError, OSError):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Import):
                names += [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                names.append(f"{node.module}")
    return {name.partition(".")[0] for name in names} - own_packages()


def python_of(folder: Path, name: str) -> list[Path]:
    """Return the sources of a module or package in a folder; none if it is elsewhere."""
    module, package = folder / f"{name}.py", folder / name
    if module.is_file() and not (package / "__init__.py").is_file():  # the interpreter's order
        return [module]
    return python_in(package) if package.is_dir() else []


def python_in(folder: Path) -> list[Path]:
    """Return the sources in a folder and its subfolders."""
    return [path for path in files_below(folder) if path.suffix == ".py"]


def files_below(folder: Path) -> list[Path]:
    """Return the files in a folder and its subfolders, without hidden ones and bytecode."""

    def is_seen(path: Path) -> bool:
        return not any(part.startswith((".", "__pycache__")) for part in path.relative_to(folder).parts)

    return [path for path in sorted(folder.rglob("*")) if path.is_file() and is_seen(path)]


def place_of(module: ModuleType) -> Path | None:
    """Return the file of a module or the folder of a package; None if it has neither."""
    names = getattr(module, "__dict__", {})
    if isinstance(names.get("__file__"), str) and "__path__" not in names:
        return Path(names["__file__"]).absolute()
    try:
        return next((Path(folder).absolute() for folder in names.get("__path__", ())), None)
    except TypeError:
        return None


def is_installed(folder: Path) -> bool:
    """Return whether a folder holds installed modules."""
    return folder.name in ("site-packages", "dist-packages") or folder == Path(sysconfig.get_path("stdlib"))
