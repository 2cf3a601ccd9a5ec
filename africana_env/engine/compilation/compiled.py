"""Compiles kernels and rule functions.

A kernel is a loop written once, against names that a game supplies (`reset`, `step`, ...). Binding it to a game makes
these names *globals* of a new function. The functions of a game are compiled once and linked into all of its kernels,
and compiled code is kept on disk (`kernel_cache`). Both need private parts of Numba. Without these, each kernel is
compiled with everything that it calls, and Numba caches it.
"""

import logging
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import count
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
from numba import config, njit, types

from africana_env.engine.compilation.code_digest import code_digest
from africana_env.engine.compilation.kernel_cache import KeptKernel

# How OpenMP's threads wait for work. By default they spin for long: with other processes on the same cores, a step of a
# batch became a hundred times slower. Sleeping at once costs idle cores a quarter of the speed, and two thirds in a
# batch of 256. So they spin for some microseconds, then sleep. The settings apply to OpenMP libraries loaded from here
# on. If a user sets the first, neither is changed.
if "OMP_WAIT_POLICY" not in os.environ:
    os.environ["OMP_WAIT_POLICY"] = "passive"
    os.environ.setdefault("GOMP_SPINCOUNT", "1000")

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
COMPILES = not config.DISABLE_JIT  # type: ignore[attr-defined]
private: Any = None
"""`numba_private`, if it fits this version of Numba."""

if COMPILES:
    try:
        from africana_env.engine.compilation import numba_private as private
    except ImportError as error:
        logging.getLogger(__name__).warning(
            "Numba %s is not supported (%s): all works, but the first use takes longer; tested with 0.63 to 0.68",
            *(numba.__version__, error),
        )


def compile_rule(function: Any) -> Any:
    """Compile a rule function, inlined into its callers: a step is a tenth faster."""
    options = {**OPTIONS, "forceinline": True}
    if private is None:
        return njit(**options)(function)
    return private.RuleDispatcher(function, targetoptions={"nopython": True, **options})


def bind_kernel(
    kernel: Callable[..., Any],
    names: Mapping[str, Any],
    owner: str,
    cache_folder: Path | None,
    parallel: bool,
    fastmath: Collection[str] = (),
) -> Callable[..., Any]:
    """Compile `kernel` with the globals `names` (a game's rules) in place of those of its module.

    `owner`, a game's name, becomes part of the kernel's qualified name, under which it is kept in `cache_folder`.
    `fastmath` are the LLVM flags for sums.
    """
    bound, kept = _bind_names(kernel, names, owner, cache_folder, *sorted(fastmath))
    return _compile(bound, kept, parallel=parallel, fastmath=set(fastmath))


def link_function(
    function: Callable[..., Any], arguments: Sequence[types.Type], owner: str, cache_folder: Path | None
) -> Any:
    """Compile a rule function once, for these types, for all kernels that have it among their names. `owner` and
    `cache_folder` are as for `bind_kernel`."""
    if private is None:
        return function
    plain = getattr(function, "py_func", function)
    bound, kept = _bind_names(plain, {}, owner, cache_folder, *map(str, arguments))
    linked = private.LinkedFunction(_compile(bound, kept), arguments, kept is not None)
    return private.linked_functions.setdefault(linked.symbol, linked)


_numbers = count()


def _bind_names(
    function: Callable[..., Any],
    names: Mapping[str, Any],
    owner: str,
    cache_folder: Path | None,
    *settings: str,
) -> tuple[FunctionType, KeptKernel | None]:
    """Return a plain function with the globals `names` added, and where it is kept, if possible. Its qualified name is
    unique: it holds the owner and a digest of code and `settings`."""
    plain: Any = function
    bound = FunctionType(
        plain.__code__, {**plain.__globals__, **names}, plain.__name__, plain.__defaults__, plain.__closure__
    )
    bound.__module__, bound.__doc__ = plain.__module__, plain.__doc__
    identity = cache_folder and code_digest(bound, cache_folder.name, *settings)
    bound.__qualname__ = f"{owner}.{plain.__name__}.{identity or next(_numbers)}"
    return bound, KeptKernel(bound.__qualname__, cache_folder) if cache_folder and identity else None


def _compile(function: FunctionType, kept: KeptKernel | None, **options: Any) -> Any:
    compiled: Any = njit(**OPTIONS, **options)(function)
    if private is not None and kept is not None:
        private.keep(compiled, kept)
    elif COMPILES and kept is not None:
        _keep_publicly(compiled, kept.folder)
    return compiled


def _keep_publicly(compiled: Any, folder: Path) -> None:
    """Let Numba cache compiled code in a folder, if it is writable."""
    before, config.CACHE_DIR = config.CACHE_DIR, str(folder)  # type: ignore[attr-defined]
    try:
        if os.access(folder, os.W_OK):
            compiled.enable_caching()
    finally:
        config.CACHE_DIR = before  # type: ignore[attr-defined]
