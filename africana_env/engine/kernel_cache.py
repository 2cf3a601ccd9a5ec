"""Keeps compiled kernels on disk: a file for each kernel and the types it was compiled for.

Numba's own cache watches only the file a kernel stands in, so an edited rule would go unnoticed; it trusts whatever
lies in its folder, and a damaged file is an error for ever. Here the folder is named after a digest of every source
file that could end up in a kernel: another source, another folder. What is loaded is executed, so it must be this
user's own and as it was written. In all other cases a kernel is compiled as if nothing were kept.
"""

import hashlib
import logging
import os
import pickle
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.runtime import rtsys
from numba.core.serialize import dumps

from africana_env.engine.errors import UserError, error_reason
from africana_env.engine.linking import link_symbols, undefined_symbols

UNUSED_CACHE_DAYS = 30
RELOAD_INIT = 7
"""The place of the functions to be called before a kernel is loaded in what `CompileResult._reduce` gives."""

_log = logging.getLogger(__name__)
_faults: list[str] = []
"""Why kernels of this process were not kept."""


@cache
def source_digest(sources: tuple[Path, ...]) -> str:
    """A digest of every Python file that is one of `sources` or below one, and of the versions of Python, Numba and
    NumPy."""
    digest = hashlib.sha256(f"{sys.version} {numba.__version__} {np.__version__}".encode())
    for source in sources:
        for file in _modules(source) if source.is_dir() else [source]:
            digest.update(str(file.relative_to(source)).encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _modules(folder: Path) -> Iterator[Path]:
    """The Python files in a folder and below, but for virtual environments and what editors hide there."""
    for path, folders, files in os.walk(folder):  # it passes over what cannot be read
        environments = {name for name in folders if os.path.exists(os.path.join(path, name, "pyvenv.cfg"))}
        folders[:] = sorted(name for name in folders if name not in environments and not name.startswith("."))
        yield from (Path(path, name) for name in sorted(files) if name.endswith(".py") and not name.startswith("."))


def cache_root() -> Path:
    """Where compiled kernels are kept: `NUMBA_CACHE_DIR` if set, else the user's cache folder. Raises `RuntimeError`
    for a user without a home."""
    if folder := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(folder).absolute() / "africana_env"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache").absolute() / "africana_env"


def kernel_cache(sources: Iterable[Path]) -> Path | None:
    """The folder for kernels compiled from `sources`, files and folders; None where none can be made or trusted."""
    try:
        root = cache_root()
        path = root / source_digest(tuple(sources))
        new = not path.exists()
        for folder in (root, path):
            _make_folder(folder)
            if fault := _fault(folder):
                _note_fault(fault)
                return None
        if new:
            _drop_unused(root)
        with suppress(OSError):  # those kept where nothing can be written any more can be loaded all the same
            os.utime(path)
        return path
    except OSError as error:
        _note_fault(_unwritable(root, error))
    except RuntimeError:
        _note_fault("this user has no home")
    return None


def check_kept() -> None:
    """Raise `UserError` if kernels of this process could not be kept so far."""
    for fault in _faults:
        raise UserError(_not_kept(fault))


def _make_folder(folder: Path) -> None:
    """Make a folder, and those above it that are missing, for this user alone."""
    if not folder.parent.exists():
        _make_folder(folder.parent)
    folder.mkdir(mode=0o700, exist_ok=True)


def _fault(folder: Path) -> str | None:
    """Who else may have put something into `folder`, and what helps; None if nobody."""
    if not hasattr(os, "geteuid"):  # on Windows a user's folders are the user's own
        return None
    if {folder.stat().st_uid, folder.lstat().st_uid} != {os.geteuid()}:  # another user's link may lead anywhere
        return f"{str(folder)!r} belongs to another user"
    if not _is_own(folder.stat()):
        return f"others may write to {str(folder)!r} (chmod go-w)"
    for above in folder.resolve().parents:  # where all may write, all may put another folder in the place of ours
        mode = above.stat().st_mode
        if mode & stat.S_IWOTH and not mode & stat.S_ISVTX:
            return f"others may write to {str(above)!r} (chmod o-w)"
    return None


def _is_own(status: os.stat_result) -> bool:
    """Whether a file or folder belongs to this user and nobody else may write to it."""
    others = stat.S_IWGRP | stat.S_IWOTH
    return not hasattr(os, "geteuid") or (status.st_uid == os.geteuid() and not status.st_mode & others)


def _unwritable(root: Path, error: OSError) -> str:
    return f"cannot write {str(root)!r} ({error_reason(error)})"


def _note_fault(fault: str) -> None:
    """Say once why kernels are not kept."""
    if fault not in _faults:
        _faults.append(fault)
        _log.warning(_not_kept(fault))


def _not_kept(fault: str) -> str:
    return f"compiled rules are not kept: {fault}; NUMBA_CACHE_DIR sets another folder"


def _drop_unused(root: Path) -> None:
    oldest = time.time() - UNUSED_CACHE_DAYS * 24 * 3600
    for folder in root.iterdir():
        with suppress(OSError):
            if folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)


class KernelCache(NullCache):
    """The files of one kernel in `folder`, as Numba asks for them: a checksum and what it wants kept."""

    def __init__(self, kernel: Callable[..., Any], folder: Path) -> None:
        self.folder = folder
        self._name = kernel.__qualname__

    @property
    def cache_path(self) -> str:
        return str(self.folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What was kept for these types; None, so that it is compiled anew, if nothing was or if it is damaged."""
        rtsys.initialize(target_context)
        key = self._key(sig, target_context.codegen())
        path = self._path(key)
        try:
            symbols, reduced = _read(path, key)
            for prepare in reduced[RELOAD_INIT]:  # threads: their symbols
                prepare()
            if not link_symbols(symbols):  # or loading it would end the process
                target_context.refresh()  # all of Numba, which takes most of a second
            return CompileResult._rebuild(target_context, *reduced)
        except FileNotFoundError:
            return None
        except Exception as error:  # whatever it is: compiling helps
            _log.info("%s is compiled anew: %s", self._name, error)
            _remove(path)
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled for these types, if that is possible."""
        if data.library.has_dynamic_globals:  # addresses of this process
            return
        key = self._key(sig, data.codegen)
        pickled = dumps((undefined_symbols(data.library), data._reduce()))
        try:
            _write(self._path(key), key, pickled)
        except OSError as error:
            _note_fault(_unwritable(self.folder.parent, error))

    def _key(self, sig: Any, codegen: Any) -> bytes:
        return repr((self._name, sig, codegen.magic_tuple())).encode()

    def _path(self, key: bytes) -> Path:
        return self.folder / f"{hashlib.sha256(key).hexdigest()[:32]}.kernel"


def _read(path: Path, key: bytes) -> Any:
    """The content of a file that `_write` wrote; raises `OSError` or `ValueError` for anything else."""
    with open(path, "rb", opener=_open_at_once) as file:
        if not _is_own(os.fstat(file.fileno())):
            raise PermissionError("others may write to it")
        checksum, pickled = file.read(hashlib.sha256().digest_size), file.read()
    if checksum != hashlib.sha256(key + pickled).digest():
        raise ValueError("damaged")
    return pickle.loads(pickled)


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))  # a pipe would be waited for


def _write(path: Path, key: bytes, pickled: bytes) -> None:
    """Write a file that appears complete or not at all, for this user alone."""
    descriptor, draft = tempfile.mkstemp(dir=path.parent)
    try:
        with open(descriptor, "wb") as file:
            file.write(hashlib.sha256(key + pickled).digest() + pickled)
        os.replace(draft, path)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(draft)


def _remove(path: Path) -> None:
    try:
        path.unlink()
    except OSError:
        shutil.rmtree(path, ignore_errors=True)  # a folder
