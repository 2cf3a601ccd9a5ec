"""Keeps compiled kernels on disk, one file for each kernel and its argument types.

Numba's own cache watches only the file of the kernel, so it would miss an edited rule. It also trusts its folder, and a
damaged file is an error for ever. Here the name of the folder is a digest of all source files that could affect a
kernel. Loaded kernels are executed, so they must belong to this user and match their checksum. Otherwise a kernel is
compiled as if there were no cache.
"""

import hashlib
import logging
import os
import re
import shutil
import sys
import sysconfig
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np

from africana_env import engine
from africana_env.engine.compilation.kernel_files import (
    check_folder,
    make_folder,
    read_kernel,
    remove_kernel,
    write_kernel,
)
from africana_env.engine.compilation.turns import end_turn, take_turn
from africana_env.engine.process.errors import UserError, error_message, error_reason

UNUSED_CACHE_DAYS = 30
DIGEST_LENGTH = 16
_log = logging.getLogger(__name__)
_faults: list[str] = []
"""Reasons why kernels of this process were not kept."""


@cache
def source_digest(sources: tuple[Path, ...]) -> str:
    """Return a digest of all Python files in `sources`, files and folders, and of the versions of Python, Numba and
    NumPy."""
    digest = hashlib.sha256(f"{sys.version} {numba.__version__} {np.__version__}".encode())
    for source in sources:
        for file in _modules(source) if source.is_dir() else [source]:
            digest.update(str(file.relative_to(source)).encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:DIGEST_LENGTH]


def _modules(folder: Path) -> Iterator[Path]:
    """Yield the Python files in a folder and below, without virtual environments and hidden files."""
    for path, folders, files in os.walk(folder):  # it skips unreadable folders
        environments = {name for name in folders if os.path.exists(os.path.join(path, name, "pyvenv.cfg"))}
        folders[:] = sorted(name for name in folders if name not in environments and not name.startswith("."))
        yield from (Path(path, name) for name in sorted(files) if name.endswith(".py") and not name.startswith("."))


def cache_root() -> Path:
    """Return the folder of compiled kernels: `NUMBA_CACHE_DIR`, or the user's cache folder. Raises `RuntimeError` for a
    user without a home."""
    if folder := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(folder).absolute() / "africana_env"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache").absolute() / "africana_env"


def kernel_cache(sources: Iterable[Path]) -> Path | None:
    """Return the folder for kernels compiled from `sources`, files and folders. None if there is none or it cannot be
    trusted. A folder that cannot be written gives no warning yet: it may already hold all kernels that are needed."""
    try:
        root = cache_root()
    except RuntimeError:
        _note_fault("this user has no home")
        return None
    path = root / source_digest(tuple(sources))
    try:
        new = not path.exists()
        make_folder(path)
        for folder in (root, path):
            check_folder(folder)
        if new:
            _drop_unused(root)
        with suppress(OSError):  # kernels in a read-only folder can still be loaded
            os.utime(path)
    except UserError as error:
        _note_fault(str(error))
        return None
    except OSError as error:
        _note_unwritable(root, error, say=False)
    return path


def check_kept() -> None:
    """Raise `UserError` if some kernels of this process could not be kept."""
    for fault in _faults:
        raise UserError(fault)


def _note_unwritable(root: Path, error: OSError, say: bool = True) -> None:
    _note_fault(f"cannot write {str(root)!r} ({error_reason(error)})", say)


def _note_fault(fault: str, say: bool = True) -> None:
    _faults.append(f"compiled rules are not kept: {fault}; NUMBA_CACHE_DIR sets another folder")
    if say:
        _say_once(_faults[-1])


@cache
def _say_once(line: str) -> None:
    _log.warning(line)


def _drop_unused(root: Path) -> None:
    oldest = time.time() - UNUSED_CACHE_DAYS * 24 * 3600
    for folder in root.iterdir():
        with suppress(OSError):
            if re.fullmatch(rf"[0-9a-f]{{{DIGEST_LENGTH}}}", folder.name) and folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)


def cache_for(*functions: Callable[..., Any]) -> Path | None:
    """Return the folder for kernels that call `functions`. It depends on the sources of the engine and of these
    functions. None if a function has no file, as in a notebook."""
    ours = Path(str(engine.__file__)).parent
    sources = {ours}
    for function in functions:
        plain = getattr(function, "py_func", function)
        file = Path(plain.__code__.co_filename)
        if not file.is_file():
            return None
        if ours not in file.parents:
            sources.add(_game_folder(plain.__module__) or _own_sources(file))
    return kernel_cache(sorted(sources))


def _own_sources(file: Path) -> Path:
    """Return the folder of a module's file, since it may import other files there; for an installed module the file."""
    installed = {sysconfig.get_path(name) for name in ("purelib", "platlib")}
    return file if str(file.parent) in installed else file.parent


def _game_folder(module: str) -> Path | None:
    """Return the folder of the game that a module belongs to: the nearest package above it with a `GAME`."""
    while module := module.rpartition(".")[0]:
        package = sys.modules.get(module)
        if hasattr(package, "GAME"):
            return Path(str(package.__file__)).parent  # type: ignore[union-attr]
    return None


class KeptKernel:
    """The files of one kernel in `folder`, one for each combination of argument types and processor."""

    def __init__(self, name: str, folder: Path) -> None:
        self.folder = folder
        self._name = name
        self._turn: tuple[Path, int | None] | None = None

    def load(self, types: tuple[Any, ...], rebuild: Callable[[Any], Any]) -> Any:
        """Return what `rebuild` makes of the file for these types, waiting if another process is compiling it. None if
        there is no file or it is damaged."""
        path, key = self._place(types)
        found = self._load(path, key, rebuild)
        if found is None:
            self._turn = path, take_turn(path)
            found = self._load(path, key, rebuild)  # another process may have saved it
            if found is not None:
                self.release()
        return found

    def _load(self, path: Path, key: bytes, rebuild: Callable[[Any], Any]) -> Any:
        try:
            return rebuild(read_kernel(path, key))
        except FileNotFoundError:
            return None
        except Exception as error:  # damaged, or a linked function is unknown: compiling helps
            _log.info("%s is compiled again: %s", self._name, error_message(error))
        remove_kernel(path)
        return None

    def save(self, types: tuple[Any, ...], pack: Callable[[], bytes | None]) -> None:
        """Save the pickle that `pack` returns, if possible."""
        try:
            if (pickled := pack()) is not None:
                make_folder(self.folder)
                write_kernel(*self._place(types), pickled)
        except OSError as error:
            _note_unwritable(self.folder.parent, error)
        except Exception as error:  # the kernel works anyway
            _note_fault(error_message(error))
        finally:
            self.release()

    def release(self) -> None:
        """Let other processes compile kernels that this one saved, or failed to compile."""
        if self._turn is not None:
            end_turn(*self._turn)
            self._turn = None

    def _place(self, types: tuple[Any, ...]) -> tuple[Path, bytes]:
        key = repr((self._name, *types)).encode()
        return self.folder / f"{hashlib.sha256(key).hexdigest()[:32]}.kernel", key
