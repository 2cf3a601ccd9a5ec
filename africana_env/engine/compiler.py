"""Compiles rule functions and kernels.

Rule functions (`@rule`) are plain functions over NumPy records, compiled when a kernel first needs them. Those that
kernels call are compiled once for all kernels (`link_function`), with the rules that they call in them. Kernels are the
loops that call them. A kernel is written once, against names that a game
supplies (`reset`, `step`, ...), and bound to each game by `bind_kernel`: they become *globals* of a function of its
own. Compiled kernels are kept on disk (`kernel_cache`).
"""

import gc
import logging
import os
import signal
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import count
from pathlib import Path
from types import FrameType, FunctionType
from typing import Any

from numba import config, njit, types

from africana_env.engine.code_digest import code_digest
from africana_env.engine.kernel_cache import KernelCache
from africana_env.engine.linking import LinkedFunction, linked_functions
from africana_env.engine.numba_parts import Event, Listener, register
from africana_env.engine.rule_compiler import RuleDispatcher

KERNELS = f"{__package__}.kernels"
"""The module of all kernels."""

# How OpenMP's threads wait for work. By default they spin for long: where other processes use the cores, too, that made
# a step of a batch some hundred times slower. Asleep at once, they cost idle cores a quarter of the speed (and two
# thirds in a batch of 256). So they spin for a few microseconds, then sleep. The settings count for OpenMP libraries
# loaded from here on, and whoever has set the first keeps both.
if "OMP_WAIT_POLICY" not in os.environ:
    os.environ["OMP_WAIT_POLICY"] = "passive"
    os.environ.setdefault("GOMP_SPINCOUNT", "1000")


def rule(function: Any) -> Any:
    """Compiles a rule function. Rule code must not allocate, raise, print or use strings, lists, dicts or sets:
    then the same source also compiles for CUDA. It must not call itself either: Numba crashes when it loads such code
    from its disk cache (numba issue 6061). Signed whole numbers that compiled code gives it are `int64`, and constants
    among them no constants: so `literally` does not work, nor choosing from a tuple of several types by one."""
    return function if config.DISABLE_JIT else RuleDispatcher(function)  # type: ignore[attr-defined]


@rule
def natural(number):
    """`number`, which is not negative. Saying so spares the check for a negative index, which costs more than all else
    where a function does little but move numbers (an observation was filled in half the time). As an `int`, for the
    uncompiled code: what is added to one of a state's small numbers may not fit into its type."""
    return int(max(number, 0))


class _Announcer(Listener):
    """Logs once in a process that kernels are being compiled: this event starts only where none is found on disk."""

    announced = False

    def on_start(self, event: Event) -> None:
        if not self.announced and event.data["dispatcher"].py_func.__module__ == KERNELS:
            self.announced = True
            logging.getLogger(__name__).warning(
                "compiling what is used for the first time in this version: half a minute, up to two for large batches"
                " (africana compile does all at once)"
            )

    def on_end(self, event: Event) -> None:
        pass


class _Release(Listener):
    """Lets other processes compile a kernel that this one failed to compile; else saving it does so."""

    def on_start(self, event: Event) -> None:
        pass

    def on_end(self, event: Event) -> None:
        dispatcher = event.data["dispatcher"]
        if isinstance(dispatcher._cache, KernelCache) and event.data["args"] not in dispatcher.overloads:
            dispatcher._cache.release()


class _NoCollection(Listener):
    """Stops the collection of garbage while Numba compiles: what it makes lives until the function is done, and to look
    for garbage in it again and again took a sixth of the time. These events come one after the other, in all threads,
    for the compiler's lock is held."""

    def __init__(self) -> None:
        self._depth = 0
        self._collects = False

    def on_start(self, event: Event) -> None:
        if self._depth == 0:
            self._collects = gc.isenabled()
            gc.disable()
        self._depth += 1

    def on_end(self, event: Event) -> None:
        self._depth -= 1
        if self._depth == 0 and self._collects:
            gc.enable()


class _Patience(Listener):
    """Lets signals such as Ctrl-C wait in the main thread until Numba has compiled what it is at: an exception within
    LLVM's callbacks is printed and forgotten. A second one does not wait."""

    signals = (signal.SIGINT, signal.SIGTERM)

    def __init__(self) -> None:
        self._depth = 0
        """Compiling a function compiles those that it calls."""
        self._handlers: dict[int, Callable[[int, FrameType | None], Any]] = {}
        self._waiting: list[int] = []

    def on_start(self, event: Event) -> None:
        if threading.current_thread() is threading.main_thread():
            self._depth += 1
            if self._depth == 1:
                handlers = {number: signal.getsignal(number) for number in self.signals}
                self._handlers = {number: handler for number, handler in handlers.items() if callable(handler)}
                for number in self._handlers:
                    signal.signal(number, self._wait)

    def _wait(self, number: int, frame: FrameType | None) -> None:
        if number in self._waiting:
            self._handlers[number](number, frame)
        else:
            self._waiting.append(number)
            logging.getLogger(__name__).warning("ending as soon as this is compiled; a second time ends it at once")

    def on_end(self, event: Event) -> None:
        if threading.current_thread() is threading.main_thread():
            self._depth -= 1
            if self._depth == 0:
                for number, handler in self._handlers.items():
                    signal.signal(number, handler)
                waiting, self._waiting = self._waiting, []
                for number in waiting:
                    signal.raise_signal(number)


register("numba:compile", _Announcer())
register("numba:compile", _Release())
register("numba:compile", _NoCollection())
register("numba:compiler_lock", _Patience())


def bind_kernel(
    kernel: Callable[..., Any],
    names: Mapping[str, Any],
    owner: str,
    cache_folder: Path | None,
    parallel: bool,
    fastmath: Collection[str] = (),
) -> Callable[..., Any]:
    """Compile `kernel` with the globals `names` (a game's rules) laid over those of its module.

    `owner` (a game's name) becomes part of the kernel's qualified name, under which it is kept in `cache_folder`.
    `fastmath` are the liberties of LLVM that it may take with sums.
    """
    bound, cache = bind_names(kernel, names, owner, cache_folder, *sorted(fastmath))
    compiled: Any = njit(nogil=True, error_model="numpy", parallel=parallel, fastmath=set(fastmath))(bound)
    if cache is not None and compiled is not bound:  # as it is with NUMBA_DISABLE_JIT
        compiled._cache = cache
    return compiled


def link_function(
    function: Callable[..., Any], arguments: Sequence[types.Type], owner: str, cache_folder: Path | None
) -> Any:
    """A rule function that is compiled once, for these types, for all kernels that have it among their names, see
    `linking`. `owner` and `cache_folder` as for `bind_kernel`."""
    if config.DISABLE_JIT:  # type: ignore[attr-defined]
        return function
    plain = getattr(function, "py_func", function)
    bound, cache = bind_names(plain, {}, owner, cache_folder, *map(str, arguments))
    linked = LinkedFunction(bound, arguments, cache)
    return linked_functions.setdefault(linked.symbol, linked)


_numbers = count()


def bind_names(
    function: Callable[..., Any],
    names: Mapping[str, Any],
    owner: str,
    cache_folder: Path | None,
    *settings: str,
) -> tuple[FunctionType, KernelCache | None]:
    """A plain function with the globals `names` laid over its own, and where it is kept, if it can be. Its qualified
    name tells whose it is, of what it is made and with which `settings`; nothing else that is compiled has the same."""
    plain: Any = function
    bound = FunctionType(
        plain.__code__, {**plain.__globals__, **names}, plain.__name__, plain.__defaults__, plain.__closure__
    )
    bound.__module__, bound.__doc__ = plain.__module__, plain.__doc__
    identity = cache_folder and code_digest(bound, cache_folder.name, *settings)
    bound.__qualname__ = f"{owner}.{plain.__name__}.{identity or next(_numbers)}"
    return bound, KernelCache(bound, cache_folder) if cache_folder and identity else None
