"""Reads and writes files that users name, whole; raises `UserError`, one line, where that fails."""

import errno
import json
import os
import re
import secrets
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISREG
from typing import Any, BinaryIO

from africana_env.engine.process.errors import UserError, error_reason, format_name

StrPath = str | os.PathLike[str]
DRAFT = re.compile(r"\.[0-9a-f]{16}")
"""The names of files while they are written: half of it tells whose draft it is, half is random."""


@contextmanager
def file_errors(what: str) -> Iterator[None]:
    """Raise `UserError` for an `OSError` inside: what cannot be done with a file that users name, and why."""
    try:
        yield
    except UserError:
        raise
    except (OSError, ValueError, TypeError, RuntimeError) as error:  # the last for links in a circle
        raise UserError(f"{what}: {error_reason(error)}") from None


def read_file(what: str, path: StrPath, max_bytes: int) -> bytes:
    """The content of a file; raises `UserError` if it cannot be read or has more than `max_bytes`."""
    with file_errors(f"cannot read {what} {format_name(path)}"):
        check_regular(path)
        with Path(path).open("rb") as file:
            data = file.read(max_bytes + 1)
        if len(data) > max_bytes:
            raise OSError(errno.EFBIG, f"it has more than {max_bytes:,} bytes")
        return data


def check_regular(path: StrPath) -> None:
    """Raise `OSError` for what never ends or waits for ever, such as a pipe or a device."""
    if Path(path).exists() and not Path(path).is_file() and not Path(path).is_dir():
        raise OSError(errno.EINVAL, "not a regular file")


def atomic_write(path: StrPath, data: bytes) -> None:
    """Write a file that appears complete or not at all, also after a power cut; raises `UserError` if it cannot be
    written, such as a file that is read-only. A file that was there keeps its mode, and a link stays one."""
    with file_errors(f"cannot write {format_name(path)}"):
        target = Path(path)
        mode = _mode(target)
        if mode is None or S_ISREG(mode):
            _replace(target.resolve(), data, mode)
        else:
            _write_into(target, data)


def remove_drafts(folder: Path) -> None:
    """Remove what is left in a folder of files that `atomic_write` was writing when it was killed. What another process
    is writing at this moment stays, where the system can tell."""
    for path in folder.iterdir():
        if DRAFT.fullmatch(path.name):
            _remove_left(path)


def remove_drafts_of(path: StrPath) -> None:
    """Remove what is left of one file that `atomic_write` was writing when it was killed, where that can be done. What
    another process is writing at this moment stays, where the system can tell."""
    with suppress(OSError, ValueError, TypeError, RuntimeError):
        target = Path(path).resolve()
        for draft in target.parent.iterdir():
            if DRAFT.fullmatch(draft.name) and draft.name.startswith(_draft_of(target)):
                _remove_left(draft)


def _remove_left(draft: Path) -> None:
    """Remove a draft that nobody is writing."""
    if draft.is_file():
        with suppress(OSError), draft.open("rb") as file:
            lock(file.fileno(), "it is being written")
            draft.unlink()


def _draft_of(target: Path) -> str:
    """How the names of a file's drafts begin."""
    return f".{zlib.crc32(os.fsencode(target.name)):08x}"


def _mode(path: Path) -> int | None:
    """Kind and permissions of what is there, None if there is nothing."""
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _replace(target: Path, data: bytes, mode: int | None) -> None:
    if mode is not None and not os.access(target, os.W_OK):  # its owner wants it kept, though its folder can be written
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    draft, opened = _open_draft(target)
    try:
        with opened as file:
            if mode is not None and hasattr(os, "fchmod"):
                os.fchmod(file.fileno(), mode & 0o777)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            if os.name != "nt":  # while it is locked: nobody takes it for what a kill has left
                draft.replace(target)
        if os.name == "nt":  # which lets nobody rename an open file
            draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    with suppress(OSError):  # not every system can open a folder
        _sync(target.parent)


def _open_draft(target: Path) -> tuple[Path, BinaryIO]:
    """A new draft of a file, which is locked while it is open."""
    while True:
        # Nobody can foresee it, and no two threads share it.
        draft = target.with_name(_draft_of(target) + secrets.token_hex(4))
        file = draft.open("xb")  # "x": never something that is there already, nor where a link leads
        try:
            lock(file.fileno(), "somebody removes it")
            kept = draft.exists()
        except OSError as error:  # not every file system can
            kept = error.errno != errno.EWOULDBLOCK
        if kept:
            return draft, file
        file.close()  # somebody took it for what a kill has left, before it was locked


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _write_into(target: Path, data: bytes) -> None:
    """Write to what cannot be replaced, a device or a pipe; a pipe that nobody reads is refused, not waited for."""
    nonblocking = getattr(os, "O_NONBLOCK", 0)
    with open(os.open(target, os.O_WRONLY | nonblocking), "wb") as file:
        if nonblocking:
            os.set_blocking(file.fileno(), True)
        file.write(data)


def write_json(path: StrPath, content: Any) -> None:
    """Write JSON; raises `UserError` if that is not possible."""
    atomic_write(path, (json.dumps(content, indent=2) + "\n").encode())


def check_target(path: StrPath, *read: StrPath | None) -> None:
    """Raise `UserError` if there is no place to write a file to, or if it is one of those that are `read` (which may
    also be other names than those of files, or None), before the work for it is done. What a kill has left
    of the work before is removed."""
    try:
        target = Path(path).absolute()
        with suppress(FileNotFoundError):
            target.stat()  # raises for a name that is too long, which `is_dir` of Python 3.14 takes for one of no file
        usable = not target.is_dir() and target.parent.is_dir()
        # A regular file is replaced by another one in its folder, see `atomic_write`; a device or a pipe stays.
        written = target.resolve().parent if target.is_file() or not target.exists() else target
        usable = usable and written.exists()
        allowed = usable and os.access(written, os.W_OK) and (not target.exists() or os.access(target, os.W_OK))
    except (OSError, ValueError, TypeError, RuntimeError):
        usable = allowed = False
    if not usable:
        raise UserError(f"cannot write {format_name(path)}: name a file in a folder that exists")
    if not allowed:
        raise UserError(f"cannot write {format_name(path)}: {os.strerror(errno.EACCES)}")
    if any(other is not None and is_same_file(path, other) for other in read):
        raise UserError(f"cannot write {format_name(path)}: it is the file that is read; name another one")
    remove_drafts_of(path)


def is_same_file(one: StrPath, other: StrPath) -> bool:
    """Whether two paths lead to one file; not where one leads to none."""
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return False


def lock_folder(folder: Path, used: str) -> int | None:
    """Keep other processes from locking a folder, until the handle is closed that this returns; None where the system
    opens no folders. Raises `OSError`, with `used` as its reason, if one has it locked."""
    if os.name == "nt":
        return None
    handle = os.open(folder, os.O_RDONLY)
    try:
        lock(handle, used)
    except OSError:
        os.close(handle)
        raise
    return handle


def lock(handle: int, used: str) -> None:
    """Keep other processes from locking the same file or folder, where the system can; raises `OSError`, with `used` as
    its reason, if one has it locked."""
    with suppress(ImportError):  # Windows
        import fcntl

        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OSError(errno.EWOULDBLOCK, used) from None
