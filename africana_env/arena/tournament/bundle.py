"""Bundles of bots' files for processes on other machines."""

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
"""The folder of modules in a bundle."""


@dataclass(frozen=True)
class Bundle:
    """The files of some bots, without installed modules."""

    files: dict[str, bytes]
    """Contents by path in the unpacked folder."""
    named: dict[str, tuple[str, str]]
    """For bots whose name contains a file: that file, and its path in the unpacked folder."""

    @cached_property
    def digest(self) -> str:
        """A digest of paths and contents."""
        digest = hashlib.sha256()
        for path, data in sorted(self.files.items()):
            digest.update(f"{path}\0{len(data)}\0".encode() + data)
        return digest.hexdigest()


def pack(made: Mapping[str, Bot]) -> Bundle:
    """Bundle the files that bots need.

    A function or network brings its package or module, and everything else that is loaded from the same folder. Raises
    `UserError` for files that cannot be read or are too large.
    """
    paths: dict[str, Path] = {}
    named: dict[str, tuple[str, str]] = {}
    for bot, one in made.items():
        file = own_file(bot, one)
        for name in modules_of(bot):
            paths |= {f"{MODULES}/{place}": path for place, path in module_files(name)}
        if isinstance(one, FunctionBot) or file is None:
            continue
        if file in bot:  # files that come with this package are on every node
            named[bot] = file, f"{len(named)}/{Path(file).name}"
            paths[named[bot][1]] = Path(file)
    try:
        if sum(path.stat().st_size for path in paths.values()) > MAX_BYTES:
            large = max(paths.values(), key=lambda path: path.stat().st_size)
            limit = f"more than {MAX_BYTES >> 20} MiB"
            raise UserError(
                f"the bots' files have {limit}, {format_name(large)} is the largest: install the packages on all nodes"
            )
        return Bundle({place: path.read_bytes() for place, path in paths.items()}, named)
    except OSError as error:
        raise UserError(f"cannot send the bots' files: {error.filename}: {error_reason(error)}") from None


def module_files(name: str) -> Iterator[tuple[str, Path]]:
    """Yield the files of a loaded module, and of everything else that is loaded from the same folder.

    Each comes as its relative path and its full path. Modules that are installed or come with this package have none.
    """
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
    for path in module_sources(name):  # with imports that are not loaded yet
        yield path.relative_to(place.parent).as_posix(), path


_unpacked: dict[str, TemporaryDirectory] = {}
"""The bundle unpacked in this process, by its digest."""


def unpack(bundle: Bundle) -> Path:
    """Unpack a bundle in place of the previous one, make its modules importable, and return its folder.

    The folder is deleted when the process ends.
    """
    if bundle.digest not in _unpacked:
        while _unpacked:
            _, before = _unpacked.popitem()
            sys.path.remove(str(Path(before.name) / MODULES))
            forget(Path(before.name) / MODULES)
            before.cleanup()
        folder = TemporaryDirectory(prefix="africana-")
        for place, data in bundle.files.items():
            path = Path(folder.name) / place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        sys.path.insert(0, str(Path(folder.name) / MODULES))
        forget(Path(folder.name) / MODULES)
        _unpacked[bundle.digest] = folder
    return Path(_unpacked[bundle.digest].name)


def forget(modules: Path) -> None:
    """Make the modules in a folder be imported again at their next use."""
    for path in modules.iterdir() if modules.is_dir() else ():
        top = path.name.partition(".")[0]
        for name in [name for name in sys.modules if name == top or name.startswith(f"{top}.")]:
            del sys.modules[name]
    invalidate_caches()
