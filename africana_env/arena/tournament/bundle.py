"""Bundles the files of bots for the processes of other machines."""

import hashlib
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import invalidate_caches
from pathlib import Path
from tempfile import TemporaryDirectory

from africana_env.arena.tournament.bot_files import (
    files_below,
    is_installed,
    module_sources,
    modules_of,
    own_file,
    own_packages,
    place_of,
)
from africana_env.bots import Bot
from africana_env.bots.function import FunctionBot
from africana_env.engine.process.errors import UserError, error_reason, format_name

MAX_BYTES = 100 << 20
MODULES = "modules"
"""The folder of a bundle in which modules are."""


@dataclass(frozen=True)
class Bundle:
    """The files of some bots. What is installed is not among them."""

    files: dict[str, bytes]
    """Contents by paths in a folder that is made for them."""
    named: dict[str, tuple[str, str]]
    """For bots spelled with the name of a file: that name, and its path in that folder."""

    @cached_property
    def digest(self) -> str:
        """Identifies the files."""
        digest = hashlib.sha256()
        for path, data in sorted(self.files.items()):
            digest.update(f"{path}\0{len(data)}\0".encode() + data)
        return digest.hexdigest()


def pack(made: Mapping[str, Bot]) -> Bundle:
    """The files that bots name. With a function or a network comes the whole package in which it is, or its module, and
    whatever else is loaded from the folder where that lies. Raises `UserError` for files that cannot be read or are too
    large.
    """
    paths: dict[str, Path] = {}
    named: dict[str, tuple[str, str]] = {}
    for bot, one in made.items():
        file = own_file(bot, one)
        for name in modules_of(bot):
            paths |= {f"{MODULES}/{place}": path for place, path in module_files(name)}
        if isinstance(one, FunctionBot) or file is None:
            continue
        if file in bot:  # one that comes with us is on every node
            named[bot] = file, f"{len(named)}/{Path(file).name}"
            paths[named[bot][1]] = Path(file)
    try:
        if sum(path.stat().st_size for path in paths.values()) > MAX_BYTES:
            large = max(paths.values(), key=lambda path: path.stat().st_size)
            limit = f"more than {MAX_BYTES >> 20} MiB"
            raise UserError(
                f"the bots' files have {limit}, {format_name(large)} most: install their packages on all nodes"
            )
        return Bundle({place: path.read_bytes() for place, path in paths.items()}, named)
    except OSError as error:
        raise UserError(f"cannot take the bots' files along: {error.filename}: {error_reason(error)}") from None


def module_files(name: str) -> Iterator[tuple[str, Path]]:
    """The files of a loaded module and of what else is loaded from the folder in which it, or its package, lies: their
    paths in that folder and in full. Nothing if the module is installed, or comes with us."""
    top = name.partition(".")[0]
    place = place_of(sys.modules[top])
    if place is None or top in own_packages() or is_installed(place.parent):
        return
    for other, module in list(sys.modules.items()):
        found = place_of(module)
        if found is None or found.parent != place.parent or found.stem != other or other in own_packages():
            continue
        for path in files_below(found) if found.is_dir() else [found]:
            yield path.relative_to(place.parent).as_posix(), path
    for path in module_sources(name):  # also what it will import
        yield path.relative_to(place.parent).as_posix(), path


_unpacked: dict[str, TemporaryDirectory] = {}
"""The bundle unpacked in this process, by its digest."""


def unpack(bundle: Bundle) -> Path:
    """Put the files into a folder, instead of those unpacked before, and let modules be imported from there; returns
    the folder, which is deleted when the process ends."""
    if bundle.digest not in _unpacked:
        while _unpacked:
            _, before = _unpacked.popitem()
            leave(Path(before.name) / MODULES)
            before.cleanup()
        folder = TemporaryDirectory(prefix="africana-")
        for place, data in bundle.files.items():
            path = Path(folder.name) / place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        enter(Path(folder.name) / MODULES)
        _unpacked[bundle.digest] = folder
    return Path(_unpacked[bundle.digest].name)


def enter(modules: Path) -> None:
    """Let modules be imported from a folder rather than from elsewhere."""
    sys.path.insert(0, str(modules))
    forget(modules)


def leave(modules: Path) -> None:
    """Import nothing from that folder any more."""
    sys.path.remove(str(modules))
    forget(modules)


def forget(modules: Path) -> None:
    """Import what is in a folder anew when it is asked for next."""
    for path in modules.iterdir() if modules.is_dir() else ():
        top = path.name.partition(".")[0]
        for name in [name for name in sys.modules if name == top or name.startswith(f"{top}.")]:
            del sys.modules[name]
    invalidate_caches()
