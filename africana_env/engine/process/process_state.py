"""Protects process-wide state from user code: standard streams, working folder, loggers, environment."""

import logging
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

STREAMS = ("stdin", "stdout", "stderr")


@contextmanager
def process_state_restored() -> Iterator[None]:
    """Restore the standard streams, which cannot be closed inside, and the working folder. Outside the main thread a
    usable new stream stays, since the main thread may have set it. Descriptors closed by `os.close` and later changes
    by threads are not restored."""
    streams = {name: getattr(sys, name, None) for name in STREAMS}
    held: list[Any] = [stream for stream in streams.values() if hold_open(stream)]
    folder = working_folder()
    try:
        yield
    finally:
        for stream in held:
            vars(stream).pop("close", None)
        may_replace = threading.current_thread() is threading.main_thread()
        for descriptor, (name, stream) in enumerate(streams.items()):
            now = getattr(sys, name, None)
            if may_replace or now is None or not is_open(now):
                setattr(sys, name, stream if stream is None or is_open(stream) else opened_again(descriptor))
        if folder is not None and working_folder() != folder:
            with suppress(OSError):
                os.chdir(folder)


@contextmanager
def only_errors_logged(name: str) -> Iterator[None]:
    """Silence the warnings of a logger and of its children without a level."""
    logger = logging.getLogger(name)
    level = logger.level
    logger.setLevel(max(level, logging.ERROR))
    try:
        yield
    finally:
        logger.setLevel(level)


@contextmanager
def environment_defaults(**defaults: str) -> Iterator[None]:
    """Set environment variables that are not set."""
    added = defaults.keys() - os.environ.keys()
    os.environ.update({name: defaults[name] for name in added})
    try:
        yield
    finally:
        for name in added:
            os.environ.pop(name, None)


def hold_open(stream: Any) -> bool:
    """Disable `close` of a stream. Returns whether this changed it."""
    try:
        if "close" in vars(stream):
            return False
        stream.close = lambda: None
        return True
    except Exception:  # None, or an object that refuses changes
        return False


def is_open(stream: Any) -> bool:
    """Return whether a stream is usable: its buffer may have been closed or taken."""
    try:
        return not getattr(stream, "closed", False)
    except Exception:
        return False


def opened_again(descriptor: int) -> Any:
    """Return a new stream to the same descriptor, or to nowhere if that is closed."""
    mode = "w" if descriptor else "r"
    try:
        return open(descriptor, mode, errors="backslashreplace", closefd=False)
    except OSError:
        return open(os.devnull, mode)


def working_folder() -> str | None:
    """Return the working folder, or None if it was deleted."""
    try:
        return os.getcwd()
    except OSError:
        return None


def usable_cores() -> int:
    """Return the number of cores that this process may use, which `taskset` or a cluster may limit."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
