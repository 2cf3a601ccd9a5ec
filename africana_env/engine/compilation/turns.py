"""Lets one process compile a kernel while others wait for its file."""

import errno
import logging
import os
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

from africana_env.engine.process.files import lock

MAX_WAIT = 60.0
"""Seconds before a waiting process assumes that the other one has stopped. A kernel takes at most six on one core."""
PAUSE = 0.05
"""Seconds between two checks."""

_log = logging.getLogger(__name__)
_waits = True
"""False after waiting in vain: the other process stopped, or cannot keep its kernels."""


def take_turn(kernel: Path) -> int | None:
    """Wait while another process compiles the kernel of this file. Returns the handle for `end_turn`, or None if no
    lock file can be written.

    A kernel is compiled within the turns of its callers, so two processes never wait for each other.
    """
    global _waits
    try:
        handle = os.open(_lock_file(kernel), os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o644)
    except OSError:
        return None
    try:
        if _is_locked(handle) and _waits:
            _say_once()
            end = time.monotonic() + MAX_WAIT
            while not kernel.exists() and _is_locked(handle) and time.monotonic() < end:
                time.sleep(PAUSE)
            _waits = kernel.exists()
    except BaseException:  # such as Ctrl-C
        os.close(handle)
        raise
    return handle


def end_turn(kernel: Path, handle: int | None) -> None:
    """Let others compile this kernel if it was not kept."""
    if handle is not None:
        os.close(handle)
        with suppress(OSError):  # a waiting process has it open
            os.unlink(_lock_file(kernel))


def _lock_file(kernel: Path) -> Path:
    return kernel.with_suffix(".lock")


def _is_locked(handle: int) -> bool:
    """Return whether another process has locked a file; lock it if not, where the file system can."""
    try:
        lock(handle, "another process compiles it")
    except OSError as error:
        return error.errno == errno.EWOULDBLOCK
    return False


@cache
def _say_once() -> None:
    _log.warning("another process is compiling the rules; waiting for it")
