"""Keeps compiled kernels on disk: a file for each kernel and the types it was compiled for.

Numba's own cache watches only the file a kernel stands in, so an edited rule would go unnoticed; it trusts whatever
lies in its folder, and a damaged file is an error for ever. Here the folder is named after a digest of every source
file that could end up in a kernel: another source, another folder. What is loaded is executed, so it must be this
user's own and as it was written. In all other cases a kernel is compiled as if nothing were kept.
"""

import hashlib
import logging
import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np

from africana_env.engine.errors import UserError, error_message, error_reason
from africana_env.engine.kernel_files import check_folder, make_folder, read_kernel, remove_kernel, write_kernel
from africana_env.engine.linking import link_symbols, undefined_symbols
from africana_env.engine.numba_parts import WORKING_NUMBA, CompileResult, NullCache, dumps, rtsys
from africana_env.engine.turns import end_turn, take_turn

UNUSED_CACHE_DAYS = 30
DIGEST_LENGTH = 16
RELOAD_INIT = 7
"""The place of the functions to be called before a kernel is loaded in what `CompileResult._reduce` gives."""

TESTED = f"tested with Numba {WORKING_NUMBA}"
"""What helps where Numba lacks something."""

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
    return digest.hexdigest()[:DIGEST_LENGTH]


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
    """The folder for kernels compiled from `sources`, files and folders; None where none can be found or trusted. Where
    it cannot be made, all may be there already for the kernels that are used, so nothing is said yet."""
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
        with suppress(OSError):  # those kept where nothing can be written any more can be loaded all the same
            os.utime(path)
    except UserError as error:
        _note_fault(str(error))
        return None
    except OSError as error:
        _faults.append(_not_kept(_unwritable(root, error)))
    return path


def check_kept() -> None:
    """Raise `UserError` if kernels of this process could not be kept so far."""
    for fault in _faults:
        raise UserError(fault)


def _unwritable(root: Path, error: OSError) -> str:
    return f"cannot write {str(root)!r} ({error_reason(error)})"


def _not_kept(fault: str, remedy: str = "NUMBA_CACHE_DIR sets another folder") -> str:
    return f"compiled rules are not kept: {fault}; {remedy}"


def _note_fault(fault: str, *remedy: str) -> None:
    line = _not_kept(fault, *remedy)
    _faults.append(line)
    _say_once(line)


@cache
def _say_once(line: str) -> None:
    _log.warning(line)


def _drop_unused(root: Path) -> None:
    oldest = time.time() - UNUSED_CACHE_DAYS * 24 * 3600
    for folder in root.iterdir():
        with suppress(OSError):
            if re.fullmatch(rf"[0-9a-f]{{{DIGEST_LENGTH}}}", folder.name) and folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)


class KernelCache(NullCache):
    """The files of one kernel in `folder`, as Numba asks for them: a checksum and what it wants kept."""

    def __init__(self, kernel: Callable[..., Any], folder: Path) -> None:
        self.folder = folder
        self._name = kernel.__qualname__
        self._turn: tuple[Path, int | None] | None = None

    @property
    def cache_path(self) -> str:
        return str(self.folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What was kept for these types, if need be by a process that compiles it now; None, so that it is compiled, if
        nothing was or if it is damaged."""
        try:
            rtsys.initialize(target_context)
            key = self._key(sig, target_context.codegen())
        except Exception as error:  # such as a part that another Numba lacks
            _note_fault(error_message(error), TESTED)
            return None
        path = self._path(key)
        found = self._load(path, key, target_context)
        if found is None:
            self._turn = path, take_turn(path)
            found = self._load(path, key, target_context)  # another process may have kept it
            if found is not None:
                self.release()
        return found

    def _load(self, path: Path, key: bytes, target_context: Any) -> Any:
        try:
            symbols, reduced = read_kernel(path, key)
            for prepare in reduced[RELOAD_INIT]:  # threads: their symbols
                prepare()
            if not link_symbols(symbols):  # or loading it would end the process
                target_context.refresh()  # all of Numba, which takes most of a second
            return CompileResult._rebuild(target_context, *reduced)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError) as error:  # damaged, or a linked function is unknown
            _log.info("%s is compiled anew: %s", self._name, error)
        except Exception as error:  # whatever it is: compiling helps
            _note_fault(error_message(error), TESTED)
        remove_kernel(path)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled for these types, if that is possible."""
        try:
            if not data.library.has_dynamic_globals:  # addresses of this process
                make_folder(self.folder)
                key = self._key(sig, data.codegen)
                pickled = dumps((undefined_symbols(data.library), data._reduce()))
                write_kernel(self._path(key), key, pickled)
        except OSError as error:
            _note_fault(_unwritable(self.folder.parent, error))
        except Exception as error:  # such as a part that another Numba lacks
            _note_fault(error_message(error), TESTED)
        finally:
            self.release()

    def release(self) -> None:
        """Let other processes compile what this one has kept, or failed to compile."""
        if self._turn is not None:
            end_turn(*self._turn)
            self._turn = None

    def _key(self, sig: Any, codegen: Any) -> bytes:
        return repr((self._name, sig, codegen.magic_tuple())).encode()

    def _path(self, key: bytes) -> Path:
        return self.folder / f"{hashlib.sha256(key).hexdigest()[:32]}.kernel"
