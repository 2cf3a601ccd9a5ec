"""How rule functions and kernels are compiled, and how compiled kernels are kept on disk.

Rule functions (`@rule`) are plain functions over NumPy records, compiled when a kernel first needs them and
never stored alone. Kernels are the loops that call them. A kernel is written once, against names that a game
supplies (`reset`, `step`, ...), and bound to each game by `bind_kernel`.

Two properties of Numba's disk cache decide the design. It never hits for a function that closes over compiled
functions, so a kernel gets a game's rules as *globals* of a function of its own. And it watches only the file a
kernel stands in, so an edited rule would go unnoticed: kernels are therefore kept in a folder named after a
digest of every source file that could end up in them. Another source, another folder.
"""

import hashlib
import logging
import os
import shutil
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Lock
from types import FunctionType
from typing import Any

import numba
import numpy as np
from numba import njit
from numba.core.event import Event, Listener, register

KERNELS = f"{__package__}.kernels"
"""The module of all kernels."""
UNUSED_CACHE_DAYS = 30

_decorating = Lock()

# How OpenMP's threads wait for work. By default they spin for long: where other processes use the cores, too, that made
# a step of a batch some hundred times slower. Asleep at once, they cost idle cores a quarter of the speed (and two
# thirds in a batch of 256). So they spin for a few microseconds, then sleep. The settings count for OpenMP libraries
# loaded from here on, and whoever has set the first keeps both.
if "OMP_WAIT_POLICY" not in os.environ:
    os.environ["OMP_WAIT_POLICY"] = "passive"
    os.environ.setdefault("GOMP_SPINCOUNT", "1000")

rule = njit(nogil=True, error_model="numpy", forceinline=True)
"""Compiles a rule function. Rule code must not allocate, raise, print or use strings, lists, dicts or sets:
then the same source also compiles for CUDA. It must not call itself either: Numba crashes when it loads such code from
its disk cache (numba issue 6061). It is inlined wherever it is called, which made a step a tenth faster."""


@rule
def natural(number):
    """`number`, which is not negative. Saying so spares the check for a negative index, which costs more than all else
    where a function does little but move numbers (an observation was filled in half the time). As an `int`, for the
    uncompiled code: what is added to one of a state's small numbers may not fit into its type."""
    return int(max(number, 0))


@cache
def source_digest(folders: tuple[Path, ...]) -> str:
    """A digest of every Python file below `folders`, and of the versions of Numba and NumPy."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    for folder in folders:
        for file in sorted(folder.rglob("*.py")):
            digest.update(str(file.relative_to(folder)).encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Where compiled kernels are kept: `NUMBA_CACHE_DIR` if set, else the user's cache folder."""
    if folder := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(folder) / "africana_env"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "africana_env"


def kernel_cache(folders: Iterable[Path]) -> Path | None:
    """The folder for kernels compiled from the sources in `folders`; None where nothing can be written."""
    root = cache_root()
    path = root / source_digest(tuple(folders))
    try:
        if not path.exists():
            path.mkdir(parents=True)
            _drop_unused(root)
        os.utime(path)
    except OSError:
        return None
    return path


class _Announcer(Listener):
    """Says once in a process that kernels are being compiled: Numba tells of it only where it finds none on disk."""

    told = False

    def on_start(self, event: Event) -> None:
        if not self.told and event.data["dispatcher"].py_func.__module__ == KERNELS:
            self.told = True
            logging.getLogger(__name__).warning(
                "compiling what is used for the first time in this version: half a minute, up to two for large batches"
            )

    def on_end(self, event: Event) -> None:
        pass


register("numba:compile", _Announcer())


def _drop_unused(root: Path) -> None:
    oldest = time.time() - UNUSED_CACHE_DAYS * 24 * 3600
    for folder in root.iterdir():
        with suppress(OSError):
            if folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)


def bind_kernel(
    kernel: Callable[..., Any], names: Mapping[str, Any], owner: str, cache_folder: Path | None, parallel: bool
) -> Callable[..., Any]:
    """Compile `kernel` with the globals `names` (a game's rules) laid over those of its module.

    `owner` (a game's name) becomes part of the kernel's qualified name, under which Numba stores it.
    """
    bound = FunctionType(kernel.__code__, {**kernel.__globals__, **names}, kernel.__name__, kernel.__defaults__)
    bound.__qualname__ = f"{owner}.{kernel.__name__}"
    bound.__module__ = kernel.__module__
    bound.__doc__ = kernel.__doc__
    if cache_folder is None:
        return njit(nogil=True, error_model="numpy", parallel=parallel)(bound)
    # Numba reads the setting when a function is decorated; only ours is to go to this folder, in whatever thread.
    config: Any = numba.config
    with _decorating:
        previous, config.CACHE_DIR = config.CACHE_DIR, str(cache_folder)
        try:
            return njit(cache=True, nogil=True, error_model="numpy", parallel=parallel)(bound)
        finally:
            config.CACHE_DIR = previous
