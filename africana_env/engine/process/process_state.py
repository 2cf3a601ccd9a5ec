"""Protects what a user's code and ours share in a process: standard streams, working folder, loggers, environment."""

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
    """Restore the standard streams, which cannot be closed inside, and the working folder, to which names of files are
    relative. Outside the main thread, another stream that can be used stays: the main thread may have put it there.
    File descriptors closed by `os.close`, and what threads do later, are not restored."""
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
    """Log no warnings of a logger, nor of those below it that have no level of their own."""
    logger = logging.getLogger(name)
    level = logger.level
    logger.setLevel(max(level, logging.ERROR))
    try:
        yield
    finally:
        logger.setLevel(level)


@contextmanager
def environment_defaults(**defaults: str) -> Iterator[None]:
    """Set environment variables where they are not set."""
    added = defaults.keys() - os.environ.keys()
    os.environ.update({name: defaults[name] for name in added})
    try:
        yield
    finally:
        for name in added:
            os.environ.pop(name, None)


def hold_open(stream: Any) -> bool:
    """Let `close` of a stream do nothing; whether that was not so before."""
    try:
        if "close" in vars(stream):
            return False
        stream.close = lambda: None
        return True
    except Exception:  # None, or an object that is not changed, or whatever somebody has put there
        return False


def is_open(stream: Any) -> bool:
    """Whether a stream can still be used: its buffer may have been closed or taken."""
    try:
        return not getattr(stream, "closed", False)
    except Exception:
        return False


def opened_again(descriptor: int) -> Any:
    """Another stream to the same place; to nowhere if that is closed, too."""
    mode = "w" if descriptor else "r"
    try:
        return open(descriptor, mode, errors="backslashreplace", closefd=False)
    except OSError:
        return open(os.devnull, mode)


def working_folder() -> str | None:
    """The working folder, None where it was deleted."""
    try:
        return os.getcwd()
    except OSError:
        return None


def usable_cores() -> int:
    """The cores that this process may use: fewer than the machine has where it is bound to some (`taskset`, a cluster's
    sets)."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
